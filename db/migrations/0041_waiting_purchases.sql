CREATE TABLE "waiting_purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"account_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"license" text,
	"price_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"payment_method_id" text NOT NULL,
	"allow_duplicate" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"purchase_id" uuid,
	CONSTRAINT "waiting_purchases_purchase_id" UNIQUE("purchase_id"),
	CONSTRAINT "waiting_purchases_state" CHECK ("waiting_purchases"."state" in ('waiting', 'approved', 'refused', 'cancelled', 'superseded', 'expired')),
	CONSTRAINT "waiting_purchases_ended" CHECK (("waiting_purchases"."state" = 'waiting') = ("waiting_purchases"."ended_at" is null)),
	CONSTRAINT "waiting_purchases_approved" CHECK (("waiting_purchases"."state" = 'approved') = ("waiting_purchases"."purchase_id" is not null)),
	CONSTRAINT "waiting_purchases_price_cents" CHECK ("waiting_purchases"."price_cents" between 1 and 99999999),
	CONSTRAINT "waiting_purchases_expires" CHECK ("waiting_purchases"."expires_at" > "waiting_purchases"."created_at")
);
--> statement-breakpoint
ALTER TABLE "waiting_purchases" ADD CONSTRAINT "waiting_purchases_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_purchases" ADD CONSTRAINT "waiting_purchases_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_purchases" ADD CONSTRAINT "waiting_purchases_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_purchases" ADD CONSTRAINT "waiting_purchases_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_purchases" ADD CONSTRAINT "waiting_purchases_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_purchases" ADD CONSTRAINT "waiting_purchases_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_purchases_account" ON "waiting_purchases" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "waiting_purchases_api_key" ON "waiting_purchases" USING btree ("api_key_id","created_at");--> statement-breakpoint
CREATE INDEX "waiting_purchases_expiring" ON "waiting_purchases" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_purchases_one_per_key_and_listing" ON "waiting_purchases" USING btree ("api_key_id","listing_id") WHERE state = 'waiting';