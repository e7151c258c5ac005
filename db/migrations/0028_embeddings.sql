CREATE TABLE "embedding_models" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "embedding_models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"text_version" integer NOT NULL,
	"dimensions" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"filled_to" uuid,
	"filled_at" timestamp (3) with time zone,
	CONSTRAINT "embedding_models_name" UNIQUE("name","text_version")
);
--> statement-breakpoint
CREATE TABLE "listing_embedding_signs" (
	"model_id" integer NOT NULL,
	"listing_id" uuid NOT NULL,
	"signs" bit varying NOT NULL,
	CONSTRAINT "listing_embedding_signs_model_id_listing_id_pk" PRIMARY KEY("model_id","listing_id")
);
--> statement-breakpoint
CREATE TABLE "listing_embeddings" (
	"model_id" integer NOT NULL,
	"listing_id" uuid NOT NULL,
	"text_hash" text NOT NULL,
	"vector" "bytea",
	"error_code" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "listing_embeddings_model_id_listing_id_pk" PRIMARY KEY("model_id","listing_id"),
	CONSTRAINT "listing_embeddings_vector_or_reason" CHECK (("listing_embeddings"."vector" is null) = ("listing_embeddings"."error_code" is not null))
);
--> statement-breakpoint
ALTER TABLE "listing_embedding_signs" ADD CONSTRAINT "listing_embedding_signs_model_id_embedding_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."embedding_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_embedding_signs" ADD CONSTRAINT "listing_embedding_signs_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_embeddings" ADD CONSTRAINT "listing_embeddings_model_id_embedding_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."embedding_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_embeddings" ADD CONSTRAINT "listing_embeddings_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_embedding_signs_listing" ON "listing_embedding_signs" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "listing_embeddings_listing" ON "listing_embeddings" USING btree ("listing_id");--> statement-breakpoint
CREATE INDEX "listing_embeddings_failed" ON "listing_embeddings" USING btree ("updated_at") WHERE error_code is not null;