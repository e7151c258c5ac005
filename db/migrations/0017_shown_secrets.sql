CREATE TABLE "shown_secrets" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shown_secrets" ADD CONSTRAINT "shown_secrets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shown_secrets_expires_at" ON "shown_secrets" USING btree ("expires_at");