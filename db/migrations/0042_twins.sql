CREATE TABLE "twin_jobs" (
	"upload_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"positions" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "twin_jobs_positions" CHECK ("twin_jobs"."positions" >= 0)
);
--> statement-breakpoint
CREATE TABLE "twins" (
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"table_name" text,
	"is_default" boolean NOT NULL,
	"object_key" text,
	"is_source" boolean DEFAULT false NOT NULL,
	"byte_size" bigint,
	"sha256" text,
	"row_count" bigint,
	"columns" jsonb,
	"error_code" text,
	"error_detail" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "twins_upload_id_position_pk" PRIMARY KEY("upload_id","position"),
	CONSTRAINT "twins_is_whole_or_has_reason" CHECK (("twins"."error_code" is null) = ("twins"."object_key" is not null and "twins"."byte_size" is not null and "twins"."sha256" is not null and "twins"."row_count" is not null and "twins"."columns" is not null))
);
--> statement-breakpoint
ALTER TABLE "twin_jobs" ADD CONSTRAINT "twin_jobs_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twins" ADD CONSTRAINT "twins_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "twin_jobs_due" ON "twin_jobs" USING btree ("due_at","upload_id") WHERE due_at is not null;