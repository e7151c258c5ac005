DROP INDEX "listing_reports_open";--> statement-breakpoint
ALTER TABLE "listing_reports" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD COLUMN "visitor_email" text;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD COLUMN "visitor_name" text;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD COLUMN "is_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "listing_reports_one_open_per_visitor" ON "listing_reports" USING btree ("visitor_email","listing_id") WHERE decision_id is null and visitor_email is not null;--> statement-breakpoint
CREATE INDEX "listing_reports_unconfirmed" ON "listing_reports" USING btree ("created_at") WHERE not is_confirmed;--> statement-breakpoint
CREATE INDEX "listing_reports_worded" ON "listing_reports" USING btree ("decision_id") WHERE decision_id is not null and (detail is not null or visitor_email is not null);--> statement-breakpoint
CREATE INDEX "listing_reports_open" ON "listing_reports" USING btree ("listing_id","created_at") WHERE decision_id is null and is_confirmed;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD CONSTRAINT "listing_reports_reporter" CHECK ("listing_reports"."account_id" is null or "listing_reports"."visitor_email" is null and "listing_reports"."visitor_name" is null and "listing_reports"."is_confirmed");