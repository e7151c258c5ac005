ALTER TABLE "saved_searches" ADD COLUMN "filters" jsonb;--> statement-breakpoint
-- A release that knows nothing of stored filters changes parameters alone: who matches reads them again.
CREATE FUNCTION public.forget_stored_filters() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.filters := NULL;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER saved_searches_forget_filters BEFORE UPDATE OF parameters ON saved_searches FOR EACH ROW
  WHEN (NEW.parameters IS DISTINCT FROM OLD.parameters AND NEW.filters IS NOT DISTINCT FROM OLD.filters)
  EXECUTE FUNCTION public.forget_stored_filters();
--> statement-breakpoint
-- Each match writes its search's standing: room on the page spares its five indexes an entry.
ALTER TABLE "saved_searches" SET (fillfactor = 80);
