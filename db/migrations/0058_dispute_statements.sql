CREATE TABLE "dispute_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"side" text NOT NULL,
	"text" text NOT NULL,
	"attachments" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dispute_statements_side" CHECK ("dispute_statements"."side" in ('buyer', 'seller'))
);
--> statement-breakpoint
ALTER TABLE "dispute_statements" ADD CONSTRAINT "dispute_statements_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_statements_purchase" ON "dispute_statements" USING btree ("purchase_id","id");--> statement-breakpoint
-- What was said about money is evidence: the table is append-only, as the ledger is.
CREATE FUNCTION public.refuse_dispute_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'dispute_statements is append-only: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END;
$$;--> statement-breakpoint
CREATE TRIGGER dispute_statements_append_only BEFORE UPDATE OR DELETE ON "dispute_statements"
  FOR EACH ROW EXECUTE FUNCTION public.refuse_dispute_change();
--> statement-breakpoint
CREATE TRIGGER dispute_statements_no_truncate BEFORE TRUNCATE ON "dispute_statements"
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_dispute_change();
