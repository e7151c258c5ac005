CREATE TABLE "listings_to_match" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"published_xid" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"after_search_id" uuid
);
--> statement-breakpoint
CREATE TABLE "saved_search_matches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"search_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"matched_at" timestamp (3) with time zone NOT NULL,
	"mail_owed" boolean NOT NULL,
	"digest_id" uuid,
	CONSTRAINT "saved_search_matches_once" UNIQUE("search_id","listing_id","version")
);
--> statement-breakpoint
CREATE TABLE "saved_search_terms" (
	"term" text NOT NULL,
	"search_id" uuid NOT NULL,
	CONSTRAINT "saved_search_terms_term_search_id_pk" PRIMARY KEY("term","search_id")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"principal_kind" text NOT NULL,
	"principal_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"words" "tsquery",
	"compiled_at" timestamp (3) with time zone NOT NULL,
	"mail" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"saved_snapshot" text NOT NULL,
	"last_matched_at" timestamp (3) with time zone,
	"match_day" date,
	"matches_of_day" integer DEFAULT 0 NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"paused_reason" text,
	"paused_detail" text,
	"mail_due_at" timestamp (3) with time zone,
	CONSTRAINT "saved_searches_principal_kind" CHECK ("saved_searches"."principal_kind" in ('account', 'agent')),
	CONSTRAINT "saved_searches_mail" CHECK ("saved_searches"."mail" in ('none', 'immediately', 'daily', 'weekly')),
	CONSTRAINT "saved_searches_paused_has_reason" CHECK (("saved_searches"."paused_at" is null) = ("saved_searches"."paused_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "search_digests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "listings_to_match" ADD CONSTRAINT "listings_to_match_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_matches" ADD CONSTRAINT "saved_search_matches_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_matches" ADD CONSTRAINT "saved_search_matches_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_matches" ADD CONSTRAINT "saved_search_matches_digest_id_search_digests_id_fk" FOREIGN KEY ("digest_id") REFERENCES "public"."search_digests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_terms" ADD CONSTRAINT "saved_search_terms_search_id_saved_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_digests" ADD CONSTRAINT "search_digests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_search_matches_search" ON "saved_search_matches" USING btree ("search_id","id");--> statement-breakpoint
CREATE INDEX "saved_search_matches_mail_owed" ON "saved_search_matches" USING btree ("search_id") WHERE mail_owed;--> statement-breakpoint
CREATE INDEX "saved_search_matches_at" ON "saved_search_matches" USING btree ("matched_at");--> statement-breakpoint
CREATE INDEX "saved_search_matches_digest" ON "saved_search_matches" USING btree ("digest_id") WHERE digest_id is not null;--> statement-breakpoint
CREATE INDEX "saved_search_terms_search" ON "saved_search_terms" USING btree ("search_id");--> statement-breakpoint
CREATE INDEX "saved_searches_principal" ON "saved_searches" USING btree ("principal_kind","principal_id","id");--> statement-breakpoint
CREATE INDEX "saved_searches_account" ON "saved_searches" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "saved_searches_mail_due" ON "saved_searches" USING btree ("mail_due_at") WHERE mail_due_at is not null;--> statement-breakpoint
CREATE INDEX "saved_searches_compiled" ON "saved_searches" USING btree ("compiled_at");--> statement-breakpoint
CREATE INDEX "search_digests_account" ON "search_digests" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "search_digests_created" ON "search_digests" USING btree ("created_at");--> statement-breakpoint
-- What happens to a saved search concerns its account; an agent's, its owner's.
CREATE OR REPLACE FUNCTION public.audit_readers_of(entry audit_log) RETURNS SETOF uuid LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN entry.actor_kind IN ('owner', 'operator', 'admin') THEN entry.actor_id::uuid END
    WHERE entry.actor_kind IN ('owner', 'operator', 'admin')
  UNION
  SELECT entry.subject_id WHERE entry.subject_kind = 'account'
  UNION
  SELECT account_id FROM api_keys WHERE entry.subject_kind = 'api_key' AND id = entry.subject_id
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL
    AND id = CASE WHEN entry.actor_kind = 'agent' THEN entry.actor_id::uuid END
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL
    AND entry.subject_kind = 'agent' AND id = entry.subject_id
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL AND id = (
    SELECT agent_id FROM listings WHERE entry.subject_kind = 'listing' AND id = entry.subject_id)
  UNION
  SELECT account_id FROM purchases WHERE entry.subject_kind = 'purchase' AND id = entry.subject_id
    AND entry.action NOT IN ('purchase.transferred', 'purchase.transfer_reversed',
      'purchase.debt_set_off', 'purchase.debt_written_off', 'purchase.evidence_saved',
      'purchase.chargeback_step', 'purchase.chargeback_step_refused')
  UNION
  SELECT seller_account_id FROM purchases
    WHERE entry.subject_kind = 'purchase' AND id = entry.subject_id AND entry.at >= paid_at
      AND entry.action NOT IN ('purchase.refund_retry_asked', 'purchase.refund_paid_otherwise')
  UNION
  SELECT account_id FROM saved_searches
    WHERE entry.subject_kind = 'saved_search' AND id = entry.subject_id
$$;
