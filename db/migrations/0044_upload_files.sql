CREATE TABLE "upload_files" (
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"path" text NOT NULL,
	"byte_size" bigint NOT NULL,
	"storage_path" text NOT NULL,
	"is_reused" boolean DEFAULT false NOT NULL,
	"stated_sha256" text,
	"object_etag" text,
	"sha256" text,
	CONSTRAINT "upload_files_upload_id_position_pk" PRIMARY KEY("upload_id","position"),
	CONSTRAINT "upload_files_path" UNIQUE("upload_id","path"),
	CONSTRAINT "upload_files_position" CHECK ("upload_files"."position" >= 0),
	CONSTRAINT "upload_files_byte_size" CHECK ("upload_files"."byte_size" >= 0)
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "file_count" integer;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "held_files" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "file_count" integer;--> statement-breakpoint
ALTER TABLE "upload_files" ADD CONSTRAINT "upload_files_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_files_sha256" ON "upload_files" USING btree ("sha256","upload_id") WHERE sha256 is not null;--> statement-breakpoint
-- A folder counts as many files as it has stored objects of its own.
CREATE OR REPLACE FUNCTION add_to_storage_usage() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  bytes_added bigint := CASE WHEN NEW.purged_at IS NULL THEN NEW.held_bytes ELSE 0 END;
  files_added bigint := CASE WHEN NEW.purged_at IS NULL THEN NEW.held_files ELSE 0 END;
  seller record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    bytes_added := bytes_added - CASE WHEN OLD.purged_at IS NULL THEN OLD.held_bytes ELSE 0 END;
    files_added := files_added - CASE WHEN OLD.purged_at IS NULL THEN OLD.held_files ELSE 0 END;
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
