ALTER TABLE "listings" ADD COLUMN "license_url" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "source_url" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "citation" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "collection_method" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "update_frequency" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "column_descriptions" jsonb;--> statement-breakpoint
-- A trigger makes the vector from here on: another generated expression would write the whole table
-- anew. What is stored stays as it is, since nothing is said in the new columns yet.
ALTER TABLE "listings" ALTER COLUMN "search_vector" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "listings" ALTER COLUMN "search_vector" SET DEFAULT ''::tsvector;--> statement-breakpoint
CREATE FUNCTION public.listing_words() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  said text := concat_ws(' ', NEW.citation, NEW.collection_method, NEW.source_url,
    (SELECT string_agg(value, ' ') FROM jsonb_each_text(NEW.column_descriptions)));
BEGIN
  -- These words weigh as those of the description do.
  NEW.search_vector := public.listing_search_vector(
    NEW.title, NEW.tags, NEW.column_names, NEW.description);
  IF said <> '' THEN
    NEW.search_vector := NEW.search_vector
      || setweight(to_tsvector('pg_catalog.english', said), 'C');
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER listings_words BEFORE INSERT OR UPDATE OF
  title, tags, column_names, description, citation, collection_method, source_url, column_descriptions
  ON "listings" FOR EACH ROW EXECUTE FUNCTION public.listing_words();
