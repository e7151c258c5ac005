CREATE TABLE "draft_warnings" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"warned_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "draft_warned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "draft_warnings" ADD CONSTRAINT "draft_warnings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listings_drafts_to_warn" ON "listings" USING btree ("updated_at","id") WHERE status = 'draft' and draft_warned_at is null;--> statement-breakpoint
CREATE INDEX "listings_drafts_warned" ON "listings" USING btree ("draft_warned_at","id") WHERE draft_warned_at is not null;
--> statement-breakpoint
-- Whatever touches a draft takes its warning back, also where the release before touches it.
CREATE FUNCTION renew_draft() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.draft_warned_at := NULL;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER listings_renew_draft BEFORE UPDATE ON "listings" FOR EACH ROW
  WHEN (OLD.draft_warned_at IS NOT NULL AND OLD.updated_at IS DISTINCT FROM NEW.updated_at)
  EXECUTE FUNCTION renew_draft();
