-- The ledger is append-only, balanced per posting, and no account of a purchase is overdrawn.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_entries is append-only: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  SELECT posting INTO wrong FROM ledger_entries WHERE purchase_id = NEW.purchase_id
    GROUP BY posting HAVING sum(amount_cents) <> 0 LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'posting % of purchase % does not sum to zero', wrong, NEW.purchase_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  SELECT account INTO wrong FROM ledger_entries
    WHERE purchase_id = NEW.purchase_id AND account <> 'buyer'
    GROUP BY account HAVING sum(amount_cents) < 0 LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'account % of purchase % is overdrawn', wrong, NEW.purchase_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_not_overdrawn';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Deferred: a posting's entries come one by one and have to balance when the transaction commits.
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON "ledger_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
--> statement-breakpoint
CREATE FUNCTION refuse_purchase_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a purchase is never deleted' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER purchases_never_deleted BEFORE DELETE ON "purchases"
  FOR EACH ROW EXECUTE FUNCTION refuse_purchase_deletion();
--> statement-breakpoint
CREATE TRIGGER purchases_no_truncate BEFORE TRUNCATE ON "purchases"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_purchase_deletion();
