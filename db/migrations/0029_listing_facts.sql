ALTER TABLE "listings" ADD COLUMN "facts_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "facts_upload_id" uuid;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "facts_license" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "version_published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "covers_from" date;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "covers_to" date;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "bbox" double precision[];--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "latitudes" "int4range";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "longitudes" "int4multirange";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "countries" text[];--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "languages" text[];--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "has_personal_data" boolean;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "license_id" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "license_terms" text[];--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "facts" jsonb;--> statement-breakpoint
CREATE INDEX "listings_covers" ON "listings" USING gist (daterange(covers_from, covers_to, '[]')) WHERE status = 'active' and covers_from is not null;--> statement-breakpoint
CREATE INDEX "listings_box" ON "listings" USING gist ("latitudes","longitudes") WHERE status = 'active' and latitudes is not null;--> statement-breakpoint
CREATE INDEX "listings_countries" ON "listings" USING gin ("countries") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_languages" ON "listings" USING gin ("languages") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_license_terms" ON "listings" USING gin ("license_terms") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_personal_data" ON "listings" USING btree ("published_at","id") WHERE status = 'active' and has_personal_data;--> statement-breakpoint
CREATE INDEX "listings_updated" ON "listings" USING btree (coalesce(version_published_at, published_at),"id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_rows" ON "listings" USING btree ("row_count","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_bytes" ON "listings" USING btree ("byte_size","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_facts_version" ON "listings" USING btree ("facts_version","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_facts_stale" ON "listings" USING btree ("id") WHERE status = 'active' and (facts_upload_id is distinct from current_upload_id or facts_license is distinct from license);