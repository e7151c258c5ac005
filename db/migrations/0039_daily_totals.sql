CREATE TABLE "daily_totals" (
	"seller_account_id" uuid NOT NULL,
	"seller_agent_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"posting" text NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "daily_totals_pk" PRIMARY KEY("seller_account_id","seller_agent_id","listing_id","currency","day","posting","account")
);
--> statement-breakpoint
CREATE INDEX "purchases_sold_by_agent" ON "purchases" USING btree ("seller_agent_id","id") WHERE paid_at is not null;
--> statement-breakpoint
-- Adds up what a statement writes into the ledger, by sale and day. The name of its trigger comes after
-- that of seller_totals: whoever takes a row here holds the seller's there already, so none waits in a circle.
CREATE FUNCTION add_to_daily_totals() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.daily_totals AS totals (seller_account_id, seller_agent_id, listing_id, currency,
      day, posting, account, amount_cents)
    SELECT purchases.seller_account_id, purchases.seller_agent_id, purchases.listing_id,
        entered.currency, (entered.created_at AT TIME ZONE 'UTC')::date, entered.posting,
        entered.account, sum(entered.amount_cents)
      FROM entered JOIN public.purchases ON purchases.id = entered.purchase_id
      GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (seller_account_id, seller_agent_id, listing_id, currency, day, posting, account)
      DO UPDATE SET amount_cents = totals.amount_cents + excluded.amount_cents;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- From here on to the end of the migration nobody writes into the ledger: the sums below miss nothing.
CREATE TRIGGER ledger_entries_totals_daily AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_daily_totals();
--> statement-breakpoint
INSERT INTO daily_totals (seller_account_id, seller_agent_id, listing_id, currency, day, posting, account,
    amount_cents)
  SELECT purchases.seller_account_id, purchases.seller_agent_id, purchases.listing_id, entry.currency,
      (entry.created_at AT TIME ZONE 'UTC')::date, entry.posting, entry.account, sum(entry.amount_cents)
    FROM ledger_entries AS entry JOIN purchases ON purchases.id = entry.purchase_id
    GROUP BY 1, 2, 3, 4, 5, 6, 7;
--> statement-breakpoint
CREATE FUNCTION refuse_daily_totals_change() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'daily_totals follows ledger_entries: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
-- Deeper than 0 is the ledger's own trigger.
CREATE TRIGGER daily_totals_follow BEFORE INSERT OR UPDATE OR DELETE ON "daily_totals"
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_daily_totals_change();
--> statement-breakpoint
CREATE TRIGGER daily_totals_no_truncate BEFORE TRUNCATE ON "daily_totals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_daily_totals_change();
