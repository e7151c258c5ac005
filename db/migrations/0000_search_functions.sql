CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- The parser of full text search splits miles_per_gallon, but not milesPerGallon.
CREATE FUNCTION split_identifiers(names text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(regexp_replace(name, '[_.-]+', ' ', 'g'), ' '), '')
  FROM unnest(names) AS name
$$;
--> statement-breakpoint
CREATE FUNCTION listing_search_vector(
  title text, tags text[], column_names text[], description text
) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', split_identifiers(tags)), 'B')
    || setweight(to_tsvector('english', split_identifiers(column_names)), 'B')
    || setweight(to_tsvector('english', description), 'C')
$$;
