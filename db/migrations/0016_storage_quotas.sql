CREATE TABLE "storage_usage" (
	"scope" text NOT NULL,
	"scope_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"files" bigint NOT NULL,
	CONSTRAINT "storage_usage_scope_scope_id_pk" PRIMARY KEY("scope","scope_id"),
	CONSTRAINT "storage_usage_not_negative" CHECK ("storage_usage"."bytes" >= 0 and "storage_usage"."files" >= 0)
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "byte_size_max" bigint;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "held_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "look_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "uploads_look_due" ON "uploads" USING btree ("look_due_at") WHERE look_due_at is not null;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_held_bytes" CHECK ("uploads"."held_bytes" >= 0);
--> statement-breakpoint
CREATE FUNCTION add_storage_usage(of_scope text, of_id uuid, bytes_added bigint, files_added bigint)
  RETURNS void LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO storage_usage (scope, scope_id, bytes, files) VALUES (of_scope, of_id, 0, 0)
    ON CONFLICT (scope, scope_id) DO NOTHING;
  UPDATE storage_usage SET bytes = bytes + bytes_added, files = files + files_added
    WHERE scope = of_scope AND scope_id = of_id;
$$;
--> statement-breakpoint
-- The deployment's row is taken first, and whoever holds another of these rows holds it too: uploads of
-- all sellers are counted one after the other, and nobody waits in a circle.
CREATE FUNCTION add_to_storage_usage() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  bytes_added bigint := CASE WHEN NEW.purged_at IS NULL THEN NEW.held_bytes ELSE 0 END;
  files_added bigint := CASE WHEN NEW.purged_at IS NULL THEN 1 ELSE 0 END;
  seller record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    bytes_added := bytes_added - CASE WHEN OLD.purged_at IS NULL THEN OLD.held_bytes ELSE 0 END;
    files_added := files_added - CASE WHEN OLD.purged_at IS NULL THEN 1 ELSE 0 END;
  END IF;
  SELECT agents.id, agents.account_id INTO seller
    FROM listings JOIN agents ON agents.id = listings.agent_id WHERE listings.id = NEW.listing_id;
  PERFORM add_storage_usage('deployment', '00000000-0000-0000-0000-000000000000', bytes_added, files_added);
  IF seller.account_id IS NOT NULL THEN
    PERFORM add_storage_usage('account', seller.account_id, bytes_added, files_added);
  END IF;
  PERFORM add_storage_usage('agent', seller.id, bytes_added, files_added);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Files of before count what they have; one that was issued and not attached yet counts nothing.
UPDATE uploads SET held_bytes = byte_size WHERE byte_size IS NOT NULL AND purged_at IS NULL;
--> statement-breakpoint
-- From here on to the end of the migration nobody writes uploads: the sums below miss nothing.
CREATE TRIGGER uploads_inserted_usage AFTER INSERT ON "uploads"
  FOR EACH ROW EXECUTE FUNCTION add_to_storage_usage();
--> statement-breakpoint
CREATE TRIGGER uploads_changed_usage AFTER UPDATE ON "uploads" FOR EACH ROW
  WHEN (OLD.held_bytes <> NEW.held_bytes OR (OLD.purged_at IS NULL) <> (NEW.purged_at IS NULL))
  EXECUTE FUNCTION add_to_storage_usage();
--> statement-breakpoint
INSERT INTO storage_usage (scope, scope_id, bytes, files)
  WITH held AS (
    SELECT agents.id AS agent_id, agents.account_id, uploads.held_bytes
      FROM uploads JOIN listings ON listings.id = uploads.listing_id
        JOIN agents ON agents.id = listings.agent_id
      WHERE uploads.purged_at IS NULL
  )
  SELECT 'deployment', '00000000-0000-0000-0000-000000000000'::uuid, coalesce(sum(held_bytes), 0), count(*)
    FROM held
  UNION ALL
  SELECT 'account', account_id, sum(held_bytes), count(*) FROM held
    WHERE account_id IS NOT NULL GROUP BY account_id
  UNION ALL
  SELECT 'agent', agent_id, sum(held_bytes), count(*) FROM held GROUP BY agent_id;
