-- A dump is restored with an empty search path: what a generated column, an index or a trigger calls
-- has to be found without it. Each function of ours says where it looks (docs/operating.md, Restoring).
CREATE OR REPLACE FUNCTION public.split_identifiers(names text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(string_agg(regexp_replace(name, '[_.-]+', ' ', 'g'), ' '), '')
  FROM unnest(names) AS name
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.listing_search_vector(
  title text, tags text[], column_names text[], description text
) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT setweight(to_tsvector('pg_catalog.english', title), 'A')
    || setweight(to_tsvector('pg_catalog.english', public.split_identifiers(tags)), 'B')
    || setweight(to_tsvector('pg_catalog.english', public.split_identifiers(column_names)), 'B')
    || setweight(to_tsvector('pg_catalog.english', description), 'C')
$$;
--> statement-breakpoint
DO $$
DECLARE
  own regprocedure;
BEGIN
  FOR own IN
    SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (
        SELECT FROM pg_depend d
        WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
      )
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', own);
  END LOOP;
END
$$;
