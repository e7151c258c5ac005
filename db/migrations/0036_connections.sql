CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"grant_id" text NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"client_host" text NOT NULL,
	"is_registered_dynamically" boolean NOT NULL,
	"scopes" text[] NOT NULL,
	"granted_scopes" text[] NOT NULL,
	"api_key_id" uuid,
	"agent_id" uuid,
	"consent_count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"consented_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "connections_grant_id" UNIQUE("grant_id"),
	CONSTRAINT "connections_api_key_id" UNIQUE("api_key_id"),
	CONSTRAINT "connections_agent_id" UNIQUE("agent_id"),
	CONSTRAINT "connections_scopes" CHECK ("connections"."scopes" <@ "connections"."granted_scopes" and cardinality("connections"."scopes") > 0),
	CONSTRAINT "connections_granted_scopes" CHECK ("connections"."granted_scopes" <@ array['read', 'purchase', 'bid', 'message', 'sell']),
	CONSTRAINT "connections_act_as_somebody" CHECK ("connections"."api_key_id" is not null or "connections"."agent_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "payment_method_id" text;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_account" ON "connections" USING btree ("account_id","id");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- What is done to a connection concerns the account that it acts for.
CREATE OR REPLACE FUNCTION public.audit_readers_of(entry audit_log) RETURNS SETOF uuid LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN entry.actor_kind IN ('owner', 'operator', 'admin') THEN entry.actor_id::uuid END
    WHERE entry.actor_kind IN ('owner', 'operator', 'admin')
  UNION
  SELECT entry.subject_id WHERE entry.subject_kind = 'account'
  UNION
  SELECT account_id FROM api_keys WHERE entry.subject_kind = 'api_key' AND id = entry.subject_id
  UNION
  SELECT account_id FROM connections
    WHERE entry.subject_kind = 'connection' AND id = entry.subject_id
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
