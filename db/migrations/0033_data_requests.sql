CREATE TABLE "data_request_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"note" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"removed_reason" text,
	CONSTRAINT "data_request_answers_listing" UNIQUE("request_id","listing_id"),
	CONSTRAINT "data_request_answers_position" UNIQUE("request_id","position"),
	CONSTRAINT "data_request_answers_state" CHECK ("data_request_answers"."state" in ('pending', 'accepted', 'rejected', 'withdrawn', 'removed')),
	CONSTRAINT "data_request_answers_decided" CHECK (("data_request_answers"."state" = 'pending') = ("data_request_answers"."decided_at" is null)),
	CONSTRAINT "data_request_answers_removed" CHECK (("data_request_answers"."state" = 'removed') = ("data_request_answers"."removed_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "data_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text,
	"columns" text[] DEFAULT '{}' NOT NULL,
	"column_names" text[] DEFAULT '{}' NOT NULL,
	"formats" text[] DEFAULT '{}' NOT NULL,
	"min_rows" bigint,
	"period" text,
	"place" text,
	"budget_cents" integer,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"removed_reason" text,
	"answers_received" integer DEFAULT 0 NOT NULL,
	"changes_since" timestamp (3) with time zone,
	"changes_count" integer DEFAULT 0 NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"mailed_position" integer DEFAULT 0 NOT NULL,
	"mail_position" integer,
	"mail_due_at" timestamp (3) with time zone,
	"mail_queued_at" timestamp (3) with time zone,
	"search_vector" "tsvector" GENERATED ALWAYS AS (listing_search_vector("title", array_remove(array["period", "place"], null), "column_names", "description")) STORED NOT NULL,
	CONSTRAINT "data_requests_state" CHECK ("data_requests"."state" in ('open', 'fulfilled', 'closed', 'expired', 'removed')),
	CONSTRAINT "data_requests_ended" CHECK (("data_requests"."state" = 'open') = ("data_requests"."ended_at" is null)),
	CONSTRAINT "data_requests_removed" CHECK (("data_requests"."state" = 'removed') = ("data_requests"."removed_reason" is not null)),
	CONSTRAINT "data_requests_mail_has_due_time" CHECK (("data_requests"."mail_position" is null) = ("data_requests"."mail_due_at" is null))
);
--> statement-breakpoint
ALTER TABLE "data_request_answers" ADD CONSTRAINT "data_request_answers_request_id_data_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."data_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_request_answers" ADD CONSTRAINT "data_request_answers_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_request_answers" ADD CONSTRAINT "data_request_answers_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_request_answers_agent" ON "data_request_answers" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "data_requests_search_vector" ON "data_requests" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "data_requests_newest" ON "data_requests" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "data_requests_expiring" ON "data_requests" USING btree ("expires_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "data_requests_account" ON "data_requests" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "data_requests_mail_due" ON "data_requests" USING btree ("mail_due_at") WHERE mail_due_at is not null;
--> statement-breakpoint
-- What is done to a request concerns its poster; what is done to an answer, its seller too.
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
  SELECT account_id FROM data_requests
    WHERE entry.subject_kind = 'data_request' AND id = entry.subject_id
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL AND id = (
    SELECT agent_id FROM data_request_answers WHERE entry.subject_kind = 'data_request'
      AND request_id = entry.subject_id AND id::text = entry.detail ->> 'answer_id')
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
