CREATE TABLE "dispute_file_notes" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dispute_file_notes" ADD CONSTRAINT "dispute_file_notes_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_file_notes_due" ON "dispute_file_notes" USING btree ("created_at");