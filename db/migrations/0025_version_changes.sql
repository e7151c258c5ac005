CREATE TABLE "version_changes" (
	"upload_id" uuid NOT NULL,
	"from_upload_id" uuid NOT NULL,
	"changes" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "version_changes_upload_id_from_upload_id_pk" PRIMARY KEY("upload_id","from_upload_id")
);
--> statement-breakpoint
ALTER TABLE "version_changes" ADD CONSTRAINT "version_changes_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_changes" ADD CONSTRAINT "version_changes_from_upload_id_uploads_id_fk" FOREIGN KEY ("from_upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;