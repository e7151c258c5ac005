CREATE TABLE "upload_part_checksums" (
	"upload_id" uuid NOT NULL,
	"part_number" integer NOT NULL,
	"md5" text NOT NULL,
	CONSTRAINT "upload_part_checksums_upload_id_part_number_pk" PRIMARY KEY("upload_id","part_number"),
	CONSTRAINT "upload_part_checksums_md5" CHECK ("upload_part_checksums"."md5" ~ '^[0-9a-f]{32}$')
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "part_bytes" bigint;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "announced_bytes" bigint;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "urls_end_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "upload_part_checksums" ADD CONSTRAINT "upload_part_checksums_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;