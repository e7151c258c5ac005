CREATE TABLE "join_columns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "join_columns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"upload_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"table_name" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"meaning" text,
	"distinct_count" bigint NOT NULL,
	"row_count" bigint NOT NULL,
	"min" double precision,
	"max" double precision,
	"share" double precision NOT NULL,
	"chooser" text NOT NULL,
	"below" bigint NOT NULL,
	"key_id" text NOT NULL,
	"hashes" "bytea" NOT NULL,
	"posted" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "join_hashes" (
	"hash" bigint NOT NULL,
	"column_id" integer NOT NULL,
	CONSTRAINT "join_hashes_hash_column_id_pk" PRIMARY KEY("hash","column_id")
);
--> statement-breakpoint
ALTER TABLE "join_columns" ADD CONSTRAINT "join_columns_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_columns" ADD CONSTRAINT "join_columns_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "join_columns_upload_id" ON "join_columns" USING btree ("upload_id");