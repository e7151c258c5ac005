CREATE TABLE "listing_changes" (
	"listing_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"fields" text[] NOT NULL,
	"from_price_cents" integer,
	"price_cents" integer,
	CONSTRAINT "listing_changes_listing_id_position_pk" PRIMARY KEY("listing_id","position"),
	CONSTRAINT "listing_changes_fields" CHECK (cardinality("listing_changes"."fields") > 0),
	CONSTRAINT "listing_changes_price" CHECK (("listing_changes"."from_price_cents" is null) = ("listing_changes"."price_cents" is null) and ("listing_changes"."price_cents" is null or "listing_changes"."price_cents" <> "listing_changes"."from_price_cents"))
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "listings_to_match" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "license" text;--> statement-breakpoint
ALTER TABLE "listing_changes" ADD CONSTRAINT "listing_changes_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_deleted_was_never_published" CHECK ("listings"."deleted_at" is null or ("listings"."status" = 'withdrawn' and "listings"."published_at" is null));--> statement-breakpoint
-- What a listing cost is never taken back: the history is append-only, as the ledger is.
CREATE FUNCTION public.refuse_listing_history_change() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'listing_changes is append-only: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER listing_changes_append_only BEFORE UPDATE OR DELETE ON "listing_changes"
  FOR EACH ROW EXECUTE FUNCTION public.refuse_listing_history_change();
--> statement-breakpoint
CREATE TRIGGER listing_changes_no_truncate BEFORE TRUNCATE ON "listing_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_listing_history_change();
--> statement-breakpoint
-- Until now no licence changed after a publication: what a listing says is what was bought.
UPDATE "purchases" SET "license" = "listings"."license" FROM "listings"
  WHERE "listings"."id" = "purchases"."listing_id" AND "listings"."license" IS NOT NULL;
--> statement-breakpoint
-- For the release before, which knows nothing of the column. Whoever buys holds the listing.
CREATE FUNCTION public.keep_bought_license() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.license := (SELECT license FROM public.listings WHERE id = NEW.listing_id);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER purchases_bought_license BEFORE INSERT ON "purchases" FOR EACH ROW
  WHEN (NEW.license IS NULL) EXECUTE FUNCTION public.keep_bought_license();
