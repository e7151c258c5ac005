CREATE TABLE "provider_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"movement" text NOT NULL,
	"provider_type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"net_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"source_id" text,
	"object_id" text NOT NULL,
	"payout_account_id" text,
	"purchase_id" uuid,
	"is_fee_posted" boolean DEFAULT false NOT NULL,
	"is_judged" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliation_findings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"category" text NOT NULL,
	"day" date NOT NULL,
	"purchase_id" uuid,
	"reference" text NOT NULL,
	"currency" text NOT NULL,
	"expected_cents" bigint NOT NULL,
	"found_cents" bigint NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid,
	"closed_reason" text,
	CONSTRAINT "reconciliation_findings_closed" CHECK (("reconciliation_findings"."closed_at" is null) = ("reconciliation_findings"."closed_reason" is null) and ("reconciliation_findings"."closed_at" is null) = ("reconciliation_findings"."closed_by" is null))
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"cursor" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"failure" text,
	"transactions" integer DEFAULT 0 NOT NULL,
	"findings" integer DEFAULT 0 NOT NULL,
	"sums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"differences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "reconciliation_runs_state" CHECK ("reconciliation_runs"."state" in ('due', 'running', 'failed', 'done')),
	CONSTRAINT "reconciliation_runs_holder" CHECK (("reconciliation_runs"."state" = 'running') = ("reconciliation_runs"."holder" is not null) and ("reconciliation_runs"."holder" is null) = ("reconciliation_runs"."lease_until" is null))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_posting";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account";--> statement-breakpoint
CREATE INDEX "provider_transactions_purchase" ON "provider_transactions" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "provider_transactions_created_at" ON "provider_transactions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "provider_transactions_unjudged" ON "provider_transactions" USING btree ("created_at") WHERE not is_judged;--> statement-breakpoint
CREATE INDEX "provider_transactions_fee_due" ON "provider_transactions" USING btree ("purchase_id","id") WHERE not is_fee_posted and fee_cents <> 0 and purchase_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_findings_once" ON "reconciliation_findings" USING btree ("key") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "reconciliation_findings_open" ON "reconciliation_findings" USING btree ("first_seen_at") WHERE resolved_at is null and closed_at is null;--> statement-breakpoint
CREATE INDEX "reconciliation_findings_day" ON "reconciliation_findings" USING btree ("day","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_runs_day" ON "reconciliation_runs" USING btree ("day");--> statement-breakpoint
CREATE INDEX "reconciliation_runs_due" ON "reconciliation_runs" USING btree ("due_at") WHERE state in ('due', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_runs_one_running" ON "reconciliation_runs" USING btree ("state") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "ledger_entries_created_at" ON "ledger_entries" USING brin ("created_at") WITH (autosummarize=true);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_posting" CHECK ("ledger_entries"."posting" in ('captured', 'released', 'transferred', 'refund_owed', 'refund_paid', 'refund_failed', 'refund_paid_otherwise', 'charged_back', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_closed', 'chargeback_lost', 'fee_returned', 'payable_kept', 'transfer_reversed', 'set_off', 'written_off', 'provider_fee'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account" CHECK ("ledger_entries"."account" in ('buyer', 'escrow', 'seller_payable', 'seller_paid', 'platform_fee', 'refund_payable', 'bank', 'platform_funds', 'platform_loss', 'platform_outside', 'provider_fees'));
--> statement-breakpoint
-- A fee that the provider gives back may be read before the one that it gives back.
CREATE OR REPLACE FUNCTION public.check_ledger_balance() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  wrong text;
BEGIN
  SELECT posting INTO wrong FROM ledger_entries WHERE purchase_id = NEW.purchase_id
    GROUP BY posting, reference HAVING sum(amount_cents) <> 0 LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'posting % of purchase % does not sum to zero', wrong, NEW.purchase_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  SELECT account INTO wrong FROM ledger_entries
    WHERE purchase_id = NEW.purchase_id AND account NOT IN
      ('buyer', 'platform_funds', 'platform_loss', 'platform_outside', 'provider_fees')
    GROUP BY account HAVING sum(amount_cents) < 0 LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'account % of purchase % is overdrawn', wrong, NEW.purchase_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_not_overdrawn';
  END IF;
  RETURN NULL;
END
$$;
