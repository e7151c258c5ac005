CREATE TABLE "chargeback_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chargeback_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"account_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"amount_cents" integer DEFAULT 0 NOT NULL,
	"evidence" jsonb,
	"provider_id" text,
	"refusal" text,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"key_generation" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "chargeback_steps_kind" CHECK ("chargeback_steps"."kind" in ('send_draft', 'submit_evidence', 'accept_loss', 'reverse_transfer', 'write_off')),
	CONSTRAINT "chargeback_steps_state" CHECK ("chargeback_steps"."state" in ('owed', 'done', 'refused')),
	CONSTRAINT "chargeback_steps_amount_cents" CHECK ("chargeback_steps"."amount_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "chargebacks" DROP CONSTRAINT "chargebacks_debt_cents";--> statement-breakpoint
ALTER TABLE "chargebacks" ADD COLUMN "claimed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD COLUMN "evidence" jsonb;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD COLUMN "evidence_saved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD COLUMN "evidence_submitted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refund_failure_reason" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refund_trying_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refund_retry_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refund_paid_reference" text;--> statement-breakpoint
ALTER TABLE "chargeback_steps" ADD CONSTRAINT "chargeback_steps_chargeback_id_chargebacks_id_fk" FOREIGN KEY ("chargeback_id") REFERENCES "public"."chargebacks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargeback_steps" ADD CONSTRAINT "chargeback_steps_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chargeback_steps_chargeback" ON "chargeback_steps" USING btree ("chargeback_id","id");--> statement-breakpoint
CREATE INDEX "chargeback_steps_due" ON "chargeback_steps" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "chargeback_steps_one_owed" ON "chargeback_steps" USING btree ("chargeback_id") WHERE state = 'owed';--> statement-breakpoint
CREATE INDEX "purchases_refund_owed" ON "purchases" USING btree ("refunded_at","id") WHERE state = 'refunded' and refund_paid_at is null;--> statement-breakpoint
CREATE INDEX "purchases_refund_paid_otherwise" ON "purchases" USING btree ("refunded_at","id") WHERE refund_paid_reference is not null;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_debt_cents" CHECK ("chargebacks"."debt_cents" >= "chargebacks"."recovered_cents" + "chargebacks"."written_off_cents" + "chargebacks"."claimed_cents" and "chargebacks"."recovered_cents" >= 0 and "chargebacks"."written_off_cents" >= 0 and "chargebacks"."claimed_cents" >= 0);--> statement-breakpoint
-- How the platform answers a bank, and what the seller owes and pays, concerns no buyer.
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
$$;
