CREATE TABLE "chargebacks" (
	"id" text PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"seller_account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"provider_status" text NOT NULL,
	"reason" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"evidence_due_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"debt_cents" integer DEFAULT 0 NOT NULL,
	"recovered_cents" integer DEFAULT 0 NOT NULL,
	"written_off_cents" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "chargebacks_state" CHECK ("chargebacks"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "chargebacks_debt_cents" CHECK ("chargebacks"."debt_cents" >= "chargebacks"."recovered_cents" + "chargebacks"."written_off_cents" and "chargebacks"."recovered_cents" >= 0 and "chargebacks"."written_off_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_once";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_posting";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refund_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refund_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "chargeback" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "chargeback_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "set_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "set_off_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_seller_account_id_accounts_id_fk" FOREIGN KEY ("seller_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chargebacks_purchase" ON "chargebacks" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "chargebacks_open" ON "chargebacks" USING btree ("opened_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "chargebacks_debt" ON "chargebacks" USING btree ("seller_account_id") WHERE debt_cents > recovered_cents + written_off_cents;--> statement-breakpoint
CREATE INDEX "purchases_refund_failed" ON "purchases" USING btree ("refund_failed_at") WHERE refund_failed_at is not null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_once" UNIQUE("purchase_id","posting","reference","account");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_posting" CHECK ("ledger_entries"."posting" in ('captured', 'released', 'transferred', 'refund_owed', 'refund_paid', 'refund_failed', 'refund_paid_otherwise', 'charged_back', 'dispute_withdrawn', 'dispute_reinstated', 'dispute_closed', 'chargeback_lost', 'fee_returned', 'payable_kept', 'transfer_reversed', 'set_off', 'written_off'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account" CHECK ("ledger_entries"."account" in ('buyer', 'escrow', 'seller_payable', 'seller_paid', 'platform_fee', 'refund_payable', 'bank', 'platform_funds', 'platform_loss', 'platform_outside'));--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_chargeback" CHECK ("purchases"."chargeback" in ('open', 'won', 'lost'));--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_set_off_cents" CHECK ("purchases"."set_off_cents" between 0 and "purchases"."price_cents" - "purchases"."fee_cents");
--> statement-breakpoint
-- A posting may happen once for each thing of the provider that it is of: each sums to zero for itself.
-- The platform's own accounts may be overdrawn: what it has laid out, lost or paid from elsewhere.
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
    WHERE purchase_id = NEW.purchase_id
      AND account NOT IN ('buyer', 'platform_funds', 'platform_loss', 'platform_outside')
    GROUP BY account HAVING sum(amount_cents) < 0 LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'account % of purchase % is overdrawn', wrong, NEW.purchase_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_not_overdrawn';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What the seller owes and pays concerns no buyer.
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
      'purchase.debt_set_off', 'purchase.debt_written_off')
  UNION
  SELECT seller_account_id FROM purchases
    WHERE entry.subject_kind = 'purchase' AND id = entry.subject_id AND entry.at >= paid_at
$$;
