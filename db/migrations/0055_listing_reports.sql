CREATE TABLE "listing_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"statement" text NOT NULL,
	"report_count" integer NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"appeal" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_outcome" text,
	"appeal_statement" text,
	"appeal_decided_at" timestamp (3) with time zone,
	CONSTRAINT "listing_decisions_decision" CHECK ("listing_decisions"."decision" in ('dismissed', 'suspended', 'off_sale')),
	CONSTRAINT "listing_decisions_appeal" CHECK ("listing_decisions"."appealed_at" is null or "listing_decisions"."decision" = 'suspended'),
	CONSTRAINT "listing_decisions_appeal_outcome" CHECK ("listing_decisions"."appeal_outcome" in ('upheld', 'rejected') and "listing_decisions"."appealed_at" is not null and "listing_decisions"."appeal_statement" is not null and "listing_decisions"."appeal_decided_at" is not null or "listing_decisions"."appeal_outcome" is null)
);
--> statement-breakpoint
CREATE TABLE "listing_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"agent_id" uuid,
	"reason" text NOT NULL,
	"detail" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decision_id" uuid,
	CONSTRAINT "listing_reports_reason" CHECK ("listing_reports"."reason" in ('illegal_content', 'personal_data', 'infringes_rights', 'misleading', 'malware', 'other')),
	CONSTRAINT "listing_reports_detail_length" CHECK (char_length("listing_reports"."detail") between 1 and 4000)
);
--> statement-breakpoint
ALTER TABLE "listing_decisions" ADD CONSTRAINT "listing_decisions_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD CONSTRAINT "listing_reports_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD CONSTRAINT "listing_reports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD CONSTRAINT "listing_reports_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD CONSTRAINT "listing_reports_decision_id_listing_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."listing_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_decisions_listing" ON "listing_decisions" USING btree ("listing_id","id");--> statement-breakpoint
CREATE INDEX "listing_decisions_open_appeals" ON "listing_decisions" USING btree ("appealed_at","id") WHERE appealed_at is not null and appeal_outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "listing_reports_one_open_per_account" ON "listing_reports" USING btree ("account_id","listing_id") WHERE decision_id is null;--> statement-breakpoint
CREATE INDEX "listing_reports_open" ON "listing_reports" USING btree ("listing_id","created_at") WHERE decision_id is null;--> statement-breakpoint
CREATE INDEX "listing_reports_account" ON "listing_reports" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "listing_reports_agent" ON "listing_reports" USING btree ("agent_id","id") WHERE agent_id is not null;--> statement-breakpoint
CREATE INDEX "listing_reports_decision" ON "listing_reports" USING btree ("decision_id");