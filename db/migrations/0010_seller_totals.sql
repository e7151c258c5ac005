CREATE TABLE "seller_totals" (
	"seller_account_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"posting" text NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "seller_totals_seller_account_id_currency_posting_account_pk" PRIMARY KEY("seller_account_id","currency","posting","account")
);
--> statement-breakpoint
CREATE INDEX "purchases_sold" ON "purchases" USING btree ("seller_account_id","id") WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX "purchases_seller_disputed" ON "purchases" USING btree ("seller_account_id") WHERE state = 'disputed';--> statement-breakpoint
-- Adds up what a statement writes into the ledger. The rows are taken in one order, after the lock of
-- the purchase and before that of events (at the commit): nobody waits for each other in a circle.
CREATE FUNCTION add_to_seller_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seller_totals AS totals
      (seller_account_id, currency, posting, account, amount_cents)
    SELECT purchases.seller_account_id, entered.currency, entered.posting, entered.account,
        sum(entered.amount_cents)
      FROM entered JOIN purchases ON purchases.id = entered.purchase_id
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (seller_account_id, currency, posting, account)
      DO UPDATE SET amount_cents = totals.amount_cents + excluded.amount_cents;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- From here on to the end of the migration nobody writes into the ledger: the sums below miss nothing.
CREATE TRIGGER ledger_entries_totals AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_seller_totals();
--> statement-breakpoint
INSERT INTO seller_totals (seller_account_id, currency, posting, account, amount_cents)
  SELECT purchases.seller_account_id, entry.currency, entry.posting, entry.account,
      sum(entry.amount_cents)
    FROM ledger_entries AS entry JOIN purchases ON purchases.id = entry.purchase_id
    GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
CREATE FUNCTION refuse_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'seller_totals follows ledger_entries: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- Deeper than 0 is the ledger's own trigger.
CREATE TRIGGER seller_totals_follow BEFORE INSERT OR UPDATE OR DELETE ON "seller_totals"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_totals_change();
--> statement-breakpoint
CREATE TRIGGER seller_totals_no_truncate BEFORE TRUNCATE ON "seller_totals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_totals_change();
