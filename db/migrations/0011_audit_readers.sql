CREATE TABLE "audit_readers" (
	"account_id" uuid NOT NULL,
	"audit_id" uuid NOT NULL,
	CONSTRAINT "audit_readers_account_id_audit_id_pk" PRIMARY KEY("account_id","audit_id")
);
--> statement-breakpoint
-- Whom an audit row concerns: who acted, and whose the subject is. A purchase concerns its buyer, who is
-- not told of the seller's transfer, and from its payment on its seller.
CREATE FUNCTION audit_readers_of(entry audit_log) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
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
    AND entry.action <> 'purchase.transferred'
  UNION
  SELECT seller_account_id FROM purchases
    WHERE entry.subject_kind = 'purchase' AND id = entry.subject_id AND entry.at >= paid_at
$$;
--> statement-breakpoint
-- An agent that waits for its owner's decision is held until the row is there: either its owner is known
-- here, or the decision finds the row.
CREATE FUNCTION note_audit_readers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.subject_kind = 'agent' THEN
    PERFORM 1 FROM agents WHERE id = NEW.subject_id AND account_id IS NULL FOR SHARE;
  END IF;
  INSERT INTO audit_readers (account_id, audit_id) SELECT reader, NEW.id
    FROM audit_readers_of(NEW) AS reader;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_readers AFTER INSERT ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION note_audit_readers();
--> statement-breakpoint
-- What an agent did and what was done to it before it had an owner concerns the owner, too.
CREATE FUNCTION hand_audit_to_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_readers (account_id, audit_id) SELECT NEW.account_id, id FROM audit_log
    WHERE (actor_kind = 'agent' AND actor_id = NEW.id::text)
      OR (subject_kind = 'agent' AND subject_id = NEW.id)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER agents_hand_audit AFTER UPDATE OF "account_id" ON "agents"
  FOR EACH ROW WHEN (OLD.account_id IS NULL AND NEW.account_id IS NOT NULL)
  EXECUTE FUNCTION hand_audit_to_owner();
--> statement-breakpoint
-- The triggers above keep new rows out until the migration ends: no row is missed, and none comes twice.
INSERT INTO audit_readers (account_id, audit_id)
  SELECT reader, entry.id FROM audit_log AS entry, audit_readers_of(entry) AS reader;
