CREATE TABLE "upload_file_part_checksums" (
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"part_number" integer NOT NULL,
	"md5" text NOT NULL,
	CONSTRAINT "upload_file_part_checksums_upload_id_position_part_number_pk" PRIMARY KEY("upload_id","position","part_number"),
	CONSTRAINT "upload_file_part_checksums_md5" CHECK ("upload_file_part_checksums"."md5" ~ '^[0-9a-f]{32}$')
);
--> statement-breakpoint
ALTER TABLE "upload_files" ADD COLUMN "multipart_id" text;--> statement-breakpoint
ALTER TABLE "upload_files" ADD COLUMN "part_bytes" bigint;--> statement-breakpoint
ALTER TABLE "upload_file_part_checksums" ADD CONSTRAINT "upload_file_part_checksums_file" FOREIGN KEY ("upload_id","position") REFERENCES "public"."upload_files"("upload_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_files_multipart" ON "upload_files" USING btree ("multipart_id") WHERE multipart_id is not null;--> statement-breakpoint
ALTER TABLE "upload_files" ADD CONSTRAINT "upload_files_parts" CHECK (("upload_files"."multipart_id" is null) = ("upload_files"."part_bytes" is null));