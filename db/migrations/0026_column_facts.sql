ALTER TABLE "listings" ADD COLUMN "column_facts" text[];--> statement-breakpoint
CREATE INDEX "listings_column_facts" ON "listings" USING gin ("column_facts") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_without_column_facts" ON "listings" USING btree ("id") WHERE column_facts is null;--> statement-breakpoint
-- What a search asks of columns: `:integer`, `:latitude`, `:eur`, and each behind a name. A colon or a
-- backslash of a name stands behind a backslash. Of the first 1,000 columns, as `column_names`.
CREATE FUNCTION public.column_facts(columns json) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT owner || ':' || meaning), '{}')
  FROM json_array_elements(columns) WITH ORDINALITY AS given (c, position),
    unnest(ARRAY[c ->> 'type', c ->> 'semantic_type', lower(c ->> 'unit')]) AS meaning,
    unnest(ARRAY['', regexp_replace(lower(c ->> 'name'), '([\\:])', '\\\1', 'g')]) AS owner
  WHERE position <= 1000 AND meaning IS NOT NULL
$$;
