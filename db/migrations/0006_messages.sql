CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"side" text NOT NULL,
	"account_id" uuid NOT NULL,
	"api_key_id" uuid,
	"agent_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_position" UNIQUE("thread_id","position"),
	CONSTRAINT "messages_position_positive" CHECK ("messages"."position" > 0),
	CONSTRAINT "messages_body_length" CHECK (char_length("messages"."body") between 1 and 4000),
	CONSTRAINT "messages_sender" CHECK (("messages"."side" = 'buyer' and "messages"."api_key_id" is not null and "messages"."agent_id" is null) or ("messages"."side" = 'seller' and "messages"."agent_id" is not null and "messages"."api_key_id" is null))
);
--> statement-breakpoint
CREATE TABLE "payout_reminders" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"reminded_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "thread_sides" (
	"thread_id" uuid NOT NULL,
	"side" text NOT NULL,
	"read_position" integer DEFAULT 0 NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"mail_position" integer,
	"mail_due_at" timestamp (3) with time zone,
	"mail_queued_at" timestamp (3) with time zone,
	CONSTRAINT "thread_sides_thread_id_side_pk" PRIMARY KEY("thread_id","side"),
	CONSTRAINT "thread_sides_side" CHECK ("thread_sides"."side" in ('buyer', 'seller')),
	CONSTRAINT "thread_sides_read_position" CHECK ("thread_sides"."read_position" >= 0),
	CONSTRAINT "thread_sides_mail_has_due_time" CHECK (("thread_sides"."mail_position" is null) = ("thread_sides"."mail_due_at" is null))
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"buyer_account_id" uuid NOT NULL,
	"seller_agent_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "threads_listing_and_buyer" UNIQUE("listing_id","buyer_account_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_reminders" ADD CONSTRAINT "payout_reminders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_sides" ADD CONSTRAINT "thread_sides_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_buyer_account_id_accounts_id_fk" FOREIGN KEY ("buyer_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_seller_agent_id_agents_id_fk" FOREIGN KEY ("seller_agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_account" ON "messages" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "thread_sides_mail_due" ON "thread_sides" USING btree ("mail_due_at") WHERE mail_due_at is not null;--> statement-breakpoint
CREATE INDEX "threads_buyer" ON "threads" USING btree ("buyer_account_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "threads_seller" ON "threads" USING btree ("seller_agent_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "threads_begun" ON "threads" USING btree ("buyer_account_id","created_at");