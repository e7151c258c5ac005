ALTER TABLE "accounts" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "closing_mail_to" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "exported_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "bids_account" ON "bids" USING btree ("account_id","id");