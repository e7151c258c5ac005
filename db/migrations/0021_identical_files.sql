CREATE INDEX "listings_sha256" ON "listings" USING btree ("sha256","price_cents","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "uploads_sha256" ON "uploads" USING btree ("sha256") WHERE version is not null;--> statement-breakpoint
-- The detail of a dataset tells where the same bytes cost less, so it is another one when such a listing
-- comes, goes or changes its price. One notice a file, however many listings have it: each process knows
-- which of its answers hang on that file.
CREATE OR REPLACE FUNCTION notify_listing() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('listing', NEW.id::text);
  IF NEW.status = 'active' AND NEW.sha256 IS NOT NULL THEN
    PERFORM pg_notify('listing', 'file:' || NEW.sha256);
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.status = 'active' AND OLD.sha256 IS NOT NULL THEN
    PERFORM pg_notify('listing', 'file:' || OLD.sha256);
  END IF;
  RETURN NULL;
END
$$;
