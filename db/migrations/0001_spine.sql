CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_issuer_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_name" text NOT NULL,
	"owner_email" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"account_id" uuid,
	"registered_from_hash" text NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"token_expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "agents_owner_email_agent_name" UNIQUE("owner_email","agent_name"),
	CONSTRAINT "agents_state" CHECK ("agents"."state" in ('pending', 'verified', 'rejected', 'revoked')),
	CONSTRAINT "agents_verified_has_owner" CHECK ("agents"."state" <> 'verified' or "agents"."account_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	CONSTRAINT "approvals_code_hash" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "listings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"tags" text[] NOT NULL,
	"license" text,
	"pricing_type" text NOT NULL,
	"price_cents" integer NOT NULL,
	"schema_format" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"current_upload_id" uuid,
	"version" integer DEFAULT 0 NOT NULL,
	"next_version_opened_at" timestamp (3) with time zone,
	"next_upload_id" uuid,
	"format" text,
	"compression" text,
	"byte_size" bigint,
	"sha256" text,
	"row_count" bigint,
	"column_count" integer,
	"quality_score" double precision,
	"column_names" text[] NOT NULL,
	"search_vector" "tsvector" GENERATED ALWAYS AS (listing_search_vector("title", "tags", "column_names", "description")) STORED NOT NULL,
	CONSTRAINT "listings_status" CHECK ("listings"."status" in ('draft', 'active', 'withdrawn')),
	CONSTRAINT "listings_price_cents" CHECK ("listings"."price_cents" between 0 and 99999999),
	CONSTRAINT "listings_active_is_published" CHECK ("listings"."status" <> 'active' or ("listings"."published_at" is not null and "listings"."current_upload_id" is not null)),
	CONSTRAINT "listings_next_version_is_open" CHECK ("listings"."next_upload_id" is null or "listings"."next_version_opened_at" is not null),
	CONSTRAINT "listings_quality_score" CHECK ("listings"."quality_score" is null or "listings"."quality_score" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"upload_id" uuid PRIMARY KEY NOT NULL,
	"profile" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"state" text DEFAULT 'issued' NOT NULL,
	"storage_path" text NOT NULL,
	"multipart_id" text,
	"parts_expected" integer,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"attached_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"version" integer,
	"published_at" timestamp (3) with time zone,
	"purged_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"heartbeat_at" timestamp (3) with time zone,
	"progress" jsonb,
	"byte_size" bigint,
	"object_etag" text,
	"sha256" text,
	"format" text,
	"compression" text,
	"sample_path" text,
	"error_code" text,
	"error_detail" text,
	CONSTRAINT "uploads_storage_path" UNIQUE("storage_path"),
	CONSTRAINT "uploads_listing_version" UNIQUE("listing_id","version"),
	CONSTRAINT "uploads_state" CHECK ("uploads"."state" in ('issued', 'attached', 'generated', 'no_sample', 'superseded')),
	CONSTRAINT "uploads_attached_has_object" CHECK ("uploads"."state" in ('issued', 'superseded') or ("uploads"."object_etag" is not null and "uploads"."byte_size" is not null)),
	CONSTRAINT "uploads_generated_has_result" CHECK ("uploads"."state" <> 'generated' or ("uploads"."sample_path" is not null and "uploads"."sha256" is not null)),
	CONSTRAINT "uploads_no_sample_has_reason" CHECK ("uploads"."state" <> 'no_sample' or "uploads"."error_code" is not null)
);
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_current_upload_id_uploads_id_fk" FOREIGN KEY ("current_upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_next_upload_id_uploads_id_fk" FOREIGN KEY ("next_upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_account_id" ON "agents" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "approvals_agent_id_created_at" ON "approvals" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "listings_search_vector" ON "listings" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "listings_tags" ON "listings" USING gin ("tags") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_column_names" ON "listings" USING gin ("column_names") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_newest" ON "listings" USING btree ("published_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_price" ON "listings" USING btree ("price_cents","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_quality" ON "listings" USING btree (coalesce(quality_score, 0),"id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_category" ON "listings" USING btree ("category","published_at","id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "listings_agent" ON "listings" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "outbox_unpublished" ON "outbox" USING btree ("id") WHERE published_at is null;--> statement-breakpoint
CREATE INDEX "outbox_published" ON "outbox" USING btree ("published_at") WHERE published_at is not null;--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "uploads_listing_id" ON "uploads" USING btree ("listing_id","id");--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("id") WHERE state in ('issued', 'superseded') and purged_at is null and version is null;--> statement-breakpoint
CREATE INDEX "uploads_attached" ON "uploads" USING btree ("attached_at") WHERE state = 'attached';