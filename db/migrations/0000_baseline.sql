-- The whole schema, as `pg_dump --schema-only` writes it. Nothing was released before it, so there is no way up to it.
-- Functions name tables that follow them.
SET LOCAL check_function_bodies = false;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE FUNCTION public.add_storage_usage(of_scope text, of_id uuid, bytes_added bigint, files_added bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  INSERT INTO storage_usage (scope, scope_id, bytes, files) VALUES (of_scope, of_id, 0, 0)
    ON CONFLICT (scope, scope_id) DO NOTHING;
  UPDATE storage_usage SET bytes = bytes + bytes_added, files = files + files_added
    WHERE scope = of_scope AND scope_id = of_id;
$$;

CREATE FUNCTION public.add_to_daily_totals() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.add_to_seller_totals() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.add_to_storage_usage() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  bytes_added bigint := CASE WHEN NEW.purged_at IS NULL THEN NEW.held_bytes ELSE 0 END;
  files_added bigint := CASE WHEN NEW.purged_at IS NULL THEN NEW.held_files ELSE 0 END;
  seller record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    bytes_added := bytes_added - CASE WHEN OLD.purged_at IS NULL THEN OLD.held_bytes ELSE 0 END;
    files_added := files_added - CASE WHEN OLD.purged_at IS NULL THEN OLD.held_files ELSE 0 END;
  END IF;
  SELECT agents.id, agents.account_id INTO seller
    FROM listings JOIN agents ON agents.id = listings.agent_id WHERE listings.id = NEW.listing_id;
  PERFORM add_storage_usage('deployment', '00000000-0000-0000-0000-000000000000', bytes_added, files_added);
  IF seller.account_id IS NOT NULL THEN
    PERFORM add_storage_usage('account', seller.account_id, bytes_added, files_added);
  END IF;
  PERFORM add_storage_usage('agent', seller.id, bytes_added, files_added);
  RETURN NULL;
END
$$;

CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    detail jsonb NOT NULL
);

CREATE FUNCTION public.audit_readers_of(entry public.audit_log) RETURNS SETOF uuid
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
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
  SELECT buyer_account_id FROM private_offers
    WHERE entry.subject_kind = 'private_offer' AND id = entry.subject_id
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL AND id = (
    SELECT seller_agent_id FROM private_offers
      WHERE entry.subject_kind = 'private_offer' AND id = entry.subject_id)
  UNION
  SELECT account_id FROM data_requests
    WHERE entry.subject_kind = 'data_request' AND id = entry.subject_id
  UNION
  SELECT account_id FROM collections
    WHERE entry.subject_kind = 'collection' AND id = entry.subject_id
  UNION
  SELECT account_id FROM agents WHERE account_id IS NOT NULL AND id = (
    SELECT agent_id FROM data_request_answers WHERE entry.subject_kind = 'data_request'
      AND request_id = entry.subject_id AND id::text = entry.detail ->> 'answer_id')
  UNION
  SELECT account_id FROM purses WHERE entry.subject_kind = 'purse' AND id = entry.subject_id
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
  UNION
  SELECT account_id FROM reviews WHERE entry.subject_kind = 'review' AND id = entry.subject_id
$$;

CREATE FUNCTION public.await_number() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO event_arrivals (event_id) SELECT id FROM written WHERE position IS NULL;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.check_ledger_balance() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  wrong text;
BEGIN
  IF NEW.purse_id IS NOT NULL THEN
    SELECT posting INTO wrong FROM ledger_entries WHERE purse_id = NEW.purse_id
      GROUP BY posting, reference HAVING sum(amount_cents) <> 0 LIMIT 1;
    IF wrong IS NOT NULL THEN
      RAISE EXCEPTION 'posting % of purse % does not sum to zero', wrong, NEW.purse_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
    END IF;
    SELECT account INTO wrong FROM ledger_entries
      WHERE purse_id = NEW.purse_id AND account NOT IN
        ('buyer', 'platform_funds', 'platform_loss', 'platform_outside', 'provider_fees')
      GROUP BY account HAVING sum(amount_cents) < 0 LIMIT 1;
    IF wrong IS NOT NULL THEN
      RAISE EXCEPTION 'account % of purse % is overdrawn', wrong, NEW.purse_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_not_overdrawn';
    END IF;
    RETURN NULL;
  END IF;
  SELECT posting INTO wrong FROM ledger_entries WHERE purchase_id = NEW.purchase_id
    GROUP BY posting, reference HAVING sum(amount_cents) <> 0 LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'posting % of purchase % does not sum to zero', wrong, NEW.purchase_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  -- What a shared charge allots to a purchase is in the purse's entries.
  SELECT account INTO wrong FROM ledger_entries
    WHERE purchase_id = NEW.purchase_id AND account NOT IN
      ('buyer', 'platform_funds', 'platform_loss', 'platform_outside', 'provider_fees', 'allotted')
    GROUP BY account HAVING sum(amount_cents) < 0 LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'account % of purchase % is overdrawn', wrong, NEW.purchase_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_not_overdrawn';
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.column_facts(columns json) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT coalesce(array_agg(DISTINCT owner || ':' || meaning), '{}')
  FROM json_array_elements(columns) WITH ORDINALITY AS given (c, position),
    unnest(ARRAY[c ->> 'type', c ->> 'semantic_type', lower(c ->> 'unit')]) AS meaning,
    unnest(ARRAY['', regexp_replace(lower(c ->> 'name'), '([\\:])', '\\\1', 'g')]) AS owner
  WHERE position <= 1000 AND meaning IS NOT NULL
$$;

CREATE FUNCTION public.follow_review() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  before integer := 0;
  now_shown integer := CASE WHEN NEW.is_shown THEN NEW.stars ELSE 0 END;
BEGIN
  IF TG_OP = 'INSERT' OR NEW.revision > OLD.revision THEN
    INSERT INTO review_revisions (review_id, part, revision, stars, text, at) VALUES
      (NEW.id, 'review', NEW.revision, NEW.stars, NEW.text, coalesce(NEW.edited_at, NEW.posted_at));
  END IF;
  IF NEW.answer_revision > (CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE OLD.answer_revision END) THEN
    INSERT INTO review_revisions (review_id, part, revision, text, at) VALUES (NEW.id, 'answer',
      NEW.answer_revision, NEW.answer, coalesce(NEW.answer_edited_at, NEW.answered_at));
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.is_shown THEN
    before := OLD.stars;
  END IF;
  IF before <> now_shown THEN
    INSERT INTO listing_ratings (listing_id) VALUES (NEW.listing_id) ON CONFLICT DO NOTHING;
    UPDATE listing_ratings SET
        stars1 = stars1 + (now_shown = 1)::integer - (before = 1)::integer,
        stars2 = stars2 + (now_shown = 2)::integer - (before = 2)::integer,
        stars3 = stars3 + (now_shown = 3)::integer - (before = 3)::integer,
        stars4 = stars4 + (now_shown = 4)::integer - (before = 4)::integer,
        stars5 = stars5 + (now_shown = 5)::integer - (before = 5)::integer
      WHERE listing_id = NEW.listing_id;
  END IF;
  PERFORM tell('listing', NEW.listing_id::text);
  RETURN NULL;
END
$$;

CREATE FUNCTION public.guard_review() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM purchases WHERE id = NEW.purchase_id AND account_id = NEW.account_id
      AND listing_id = NEW.listing_id AND version = NEW.version
      AND seller_agent_id = NEW.seller_agent_id AND seller_account_id <> NEW.account_id
      AND state = 'released' AND chargeback IS DISTINCT FROM 'open'
      AND chargeback IS DISTINCT FROM 'lost' FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'review % is of no confirmed purchase of its author', NEW.id
        USING ERRCODE = 'restrict_violation';
    END IF;
    NEW.revision := 1;
    NEW.answer_revision := 0;
  ELSE
    IF (NEW.id, NEW.purchase_id, NEW.listing_id, NEW.version, NEW.account_id, NEW.seller_agent_id)
      IS DISTINCT FROM
      (OLD.id, OLD.purchase_id, OLD.listing_id, OLD.version, OLD.account_id, OLD.seller_agent_id)
    THEN
      RAISE EXCEPTION 'what review % is of never changes', OLD.id
        USING ERRCODE = 'restrict_violation';
    END IF;
    NEW.revision := OLD.revision;
    NEW.answer_revision := OLD.answer_revision;
    IF (NEW.stars, NEW.text) IS DISTINCT FROM (OLD.stars, OLD.text)
      OR (OLD.state = 'withdrawn' AND NEW.state = 'posted') THEN
      NEW.revision := OLD.revision + 1;
    END IF;
  END IF;
  IF NEW.answer IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.answer IS DISTINCT FROM OLD.answer) THEN
    NEW.answer_revision := NEW.answer_revision + 1;
  END IF;
  NEW.is_shown := review_counts(NEW.state, NEW.purchase_id, NEW.account_id);
  RETURN NEW;
END
$$;

CREATE FUNCTION public.hand_audit_to_owner() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO audit_readers (account_id, audit_id) SELECT NEW.account_id, id FROM audit_log
    WHERE (actor_kind = 'agent' AND actor_id = NEW.id::text)
      OR (subject_kind = 'agent' AND subject_id = NEW.id)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.listing_search_vector(title text, tags text[], column_names text[], description text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT setweight(to_tsvector('pg_catalog.english', title), 'A')
    || setweight(to_tsvector('pg_catalog.english', public.split_identifiers(tags)), 'B')
    || setweight(to_tsvector('pg_catalog.english', public.split_identifiers(column_names)), 'B')
    || setweight(to_tsvector('pg_catalog.english', description), 'C')
$$;

CREATE FUNCTION public.listing_words() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  said text := concat_ws(' ', NEW.citation, NEW.collection_method, NEW.source_url,
    (SELECT string_agg(value, ' ') FROM jsonb_each_text(NEW.column_descriptions)));
BEGIN
  -- These words weigh as those of the description do.
  NEW.search_vector := public.listing_search_vector(
    NEW.title, NEW.tags, NEW.column_names, NEW.description);
  IF said <> '' THEN
    NEW.search_vector := NEW.search_vector
      || setweight(to_tsvector('pg_catalog.english', said), 'C');
  END IF;
  RETURN NEW;
END
$$;

CREATE FUNCTION public.note_audit_readers() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF NEW.subject_kind = 'agent' THEN
    PERFORM 1 FROM agents WHERE id = NEW.subject_id AND account_id IS NULL FOR SHARE;
  END IF;
  INSERT INTO audit_readers (account_id, audit_id) SELECT reader, NEW.id
    FROM audit_readers_of(NEW) AS reader;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.notify_bundle() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM tell('listing', listing_id::text) FROM bundle_items WHERE bundle_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.notify_bundle_item() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM tell('listing', NEW.listing_id::text);
  RETURN NULL;
END
$$;

CREATE FUNCTION public.notify_listing() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM tell('listing', NEW.id::text);
  IF NEW.status = 'active' AND NEW.sha256 IS NOT NULL THEN
    PERFORM tell('listing', 'file:' || NEW.sha256);
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.status = 'active' AND OLD.sha256 IS NOT NULL THEN
    PERFORM tell('listing', 'file:' || OLD.sha256);
  END IF;
  -- The pages of the other datasets in its bundles state what a bundle saves.
  IF TG_OP = 'UPDATE' AND (OLD.status, OLD.price_cents, OLD.pricing_type)
      IS DISTINCT FROM (NEW.status, NEW.price_cents, NEW.pricing_type) THEN
    PERFORM tell('listing', others.listing_id::text)
      FROM bundle_items AS own
      JOIN bundles ON bundles.id = own.bundle_id AND bundles.ended_at IS NULL
      JOIN bundle_items AS others ON others.bundle_id = own.bundle_id
      WHERE own.listing_id = NEW.id AND others.listing_id <> NEW.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.notify_outbox() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  PERFORM tell('outbox', '');
  RETURN NULL;
END
$$;

CREATE FUNCTION public.number_event() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM events WHERE id = NEW.id AND position IS NULL) THEN
    PERFORM number_events(NULL);
    PERFORM send_notices(NULL);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.number_events(rows_max integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  done_to xid8 := told_to(current_setting('market.events_numbered', true));
  not_yet xid8[] := told_not_yet(current_setting('market.events_numbered', true));
  next_told text := told_by_now();
  handled integer;
BEGIN
  IF NOT EXISTS (SELECT FROM event_arrivals WHERE tx >= done_to)
    AND NOT EXISTS (SELECT FROM event_arrivals WHERE tx = ANY (not_yet)) THEN
    PERFORM set_config('market.events_numbered', next_told, false);
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('event_positions', 0));
  next_told := told_by_now();
  WITH waiting AS (
    SELECT tx, seq FROM event_arrivals WHERE tx = ANY (not_yet) AND tx < done_to
    UNION ALL
    SELECT tx, seq FROM event_arrivals WHERE tx >= done_to
  ), next AS MATERIALIZED (
    SELECT tx, seq FROM waiting ORDER BY seq LIMIT rows_max
  ), taken AS (
    DELETE FROM event_arrivals USING next
      WHERE event_arrivals.tx = next.tx AND event_arrivals.seq = next.seq
      RETURNING event_arrivals.seq, event_arrivals.event_id
  ), numbered AS MATERIALIZED (
    SELECT event_id, nextval('event_positions') AS number
      FROM (SELECT event_id FROM taken ORDER BY seq) AS in_order
  ), shown AS (
    UPDATE events SET position = numbered.number FROM numbered WHERE events.id = numbered.event_id
      RETURNING principal_kind, principal_id
  ), told AS (
    INSERT INTO notices (channel, key)
      SELECT DISTINCT 'event', principal_kind || ':' || principal_id FROM shown ON CONFLICT DO NOTHING
  )
  SELECT count(*) INTO handled FROM taken;
  IF handled < rows_max THEN
    PERFORM set_config('market.events_numbered', next_told, false);
  END IF;
  RETURN handled;
END
$$;

CREATE FUNCTION public.refuse_daily_totals_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'daily_totals follows ledger_entries: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION public.refuse_dispute_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'dispute_statements is append-only: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END;
$$;

CREATE FUNCTION public.refuse_ledger_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'ledger_entries is append-only: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION public.refuse_listing_history_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'listing_changes is append-only: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION public.refuse_purchase_deletion() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'a purchase is never deleted' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION public.refuse_review_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION '% follows reviews: % refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION public.refuse_totals_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'seller_totals follows ledger_entries: % refused', TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION public.renew_draft() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  NEW.draft_warned_at := NULL;
  RETURN NEW;
END
$$;

CREATE FUNCTION public.review_counts(review_state text, purchase uuid, author uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT review_state = 'posted'
    AND EXISTS (SELECT FROM purchases WHERE id = purchase AND state = 'released'
      AND chargeback IS DISTINCT FROM 'open' AND chargeback IS DISTINCT FROM 'lost')
    AND EXISTS (SELECT FROM accounts WHERE id = author AND suspended_at IS NULL)
$$;

CREATE FUNCTION public.send_notices(rows_max integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  done_to xid8 := told_to(current_setting('market.notices_told', true));
  not_yet xid8[] := told_not_yet(current_setting('market.notices_told', true));
  next_told text := told_by_now();
  handled integer := 0;
  told record;
BEGIN
  IF NOT EXISTS (SELECT FROM notices WHERE tx >= done_to)
    AND NOT EXISTS (SELECT FROM notices WHERE tx = ANY (not_yet)) THEN
    PERFORM set_config('market.notices_told', next_told, false);
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('notices', 0));
  next_told := told_by_now();
  FOR told IN
    WITH next AS MATERIALIZED (
      SELECT tx, channel, key FROM notices WHERE tx = ANY (not_yet) AND tx < done_to
      UNION ALL
      (SELECT tx, channel, key FROM notices WHERE tx >= done_to ORDER BY tx LIMIT rows_max)
      LIMIT rows_max
    ), taken AS (
      DELETE FROM notices USING next WHERE notices.tx = next.tx AND notices.channel = next.channel
        AND notices.key = next.key RETURNING notices.channel, notices.key
    )
    SELECT taken.channel, taken.key, count(*)::integer AS times FROM taken GROUP BY 1, 2
  LOOP
    PERFORM pg_notify(told.channel, told.key);
    handled := handled + told.times;
  END LOOP;
  IF handled < rows_max THEN
    PERFORM set_config('market.notices_told', next_told, false);
  END IF;
  RETURN handled;
END
$$;

CREATE FUNCTION public.split_identifiers(names text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT coalesce(string_agg(regexp_replace(name, '[_.-]+', ' ', 'g'), ' '), '')
  FROM unnest(names) AS name
$$;

CREATE FUNCTION public.tell(told_channel text, told_key text) RETURNS void
    LANGUAGE plpgsql STRICT
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  IF current_setting('market.notices', true) = 'after' THEN
    INSERT INTO notices (channel, key) VALUES (told_channel, told_key) ON CONFLICT DO NOTHING;
  ELSE
    PERFORM pg_notify(told_channel, told_key);
  END IF;
END
$$;

CREATE FUNCTION public.tell_commits(rows_max integer, OUT has_more boolean, OUT has_arrivals boolean) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
DECLARE
  done_to xid8 := told_to(current_setting('market.events_numbered', true));
  not_yet xid8[] := told_not_yet(current_setting('market.events_numbered', true));
  next_told text;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  has_more := send_notices(rows_max) = rows_max;
  next_told := told_by_now();
  -- The latest first: another session numbers them, and does not tell this one how far it is.
  PERFORM FROM event_arrivals WHERE tx >= done_to ORDER BY tx DESC, seq DESC LIMIT 1;
  has_arrivals := FOUND OR EXISTS (SELECT FROM event_arrivals WHERE tx = ANY (not_yet));
  IF NOT has_arrivals THEN
    PERFORM set_config('market.events_numbered', next_told, false);
  END IF;
END
$$;

CREATE FUNCTION public.told_by_now() RETURNS text
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT pg_snapshot_xmax(pg_current_snapshot()) || ':' || array_to_string(
    ARRAY(SELECT pg_snapshot_xip(pg_current_snapshot())) || pg_current_xact_id_if_assigned(), ',')
$$;

CREATE FUNCTION public.told_not_yet(told text) RETURNS xid8[]
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT coalesce(string_to_array(nullif(split_part(told, ':', 2), ''), ','), '{}')::xid8[]
$$;

CREATE FUNCTION public.told_to(told text) RETURNS xid8
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  SELECT coalesce(nullif(split_part(told, ':', 1), ''), '0')::xid8
$$;

CREATE FUNCTION public.weigh_account_reviews() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
DECLARE
  review uuid;
BEGIN
  FOR review IN SELECT id FROM reviews WHERE account_id = NEW.id ORDER BY listing_id, id LOOP
    UPDATE reviews SET is_shown = is_shown WHERE id = review;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE FUNCTION public.weigh_purchase_review() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE reviews SET is_shown = is_shown WHERE purchase_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TABLE public.acceptances (
    purchase_id uuid NOT NULL,
    terms jsonb NOT NULL,
    probes integer NOT NULL,
    results jsonb,
    due_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    trouble text,
    decided_at timestamp(3) with time zone,
    upload_id uuid,
    version integer,
    as_of timestamp(3) with time zone,
    CONSTRAINT acceptances_version CHECK ((((upload_id IS NULL) = (version IS NULL)) AND ((version IS NULL) = (as_of IS NULL))))
);
CREATE TABLE public.access_requests (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    seller_agent_id uuid NOT NULL,
    buyer_account_id uuid NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    questions text[] NOT NULL,
    answers text[] NOT NULL,
    reason text,
    created_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    CONSTRAINT access_requests_decided CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT access_requests_state CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text])))
);

CREATE TABLE public.accounts (
    id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    email text NOT NULL,
    email_verified boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    customer_id text,
    default_payment_method_id text,
    payout_account_id text,
    payouts_enabled_at timestamp(3) with time zone,
    payout_check_due_at timestamp(3) with time zone,
    suspended_at timestamp(3) with time zone,
    suspended_reason text,
    muted_mails text[] DEFAULT '{}'::text[] NOT NULL,
    closed_at timestamp(3) with time zone,
    closing_mail_to text,
    exported_at timestamp(3) with time zone,
    terms_version text,
    terms_accepted_at timestamp(3) with time zone,
    identity_checked_at timestamp(3) with time zone,
    CONSTRAINT accounts_payouts_need_an_account CHECK (((payouts_enabled_at IS NULL) OR (payout_account_id IS NOT NULL))),
    CONSTRAINT accounts_suspended_has_reason CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL)))
);

CREATE TABLE public.agents (
    id uuid NOT NULL,
    agent_name text NOT NULL,
    owner_email text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    account_id uuid,
    registered_from_hash text NOT NULL,
    registered_at timestamp(3) with time zone NOT NULL,
    token_expires_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    suspended_at timestamp(3) with time zone,
    suspended_reason text,
    suspended_by text,
    registered_name text,
    deleted_at timestamp(3) with time zone,
    asked_name text,
    about text,
    websites text[] DEFAULT '{}'::text[] NOT NULL,
    logo_id uuid,
    hidden_parts text[] DEFAULT '{}'::text[] NOT NULL,
    hidden_name text,
    CONSTRAINT agents_deleted_is_revoked CHECK (((deleted_at IS NULL) OR (state = 'revoked'::text))),
    CONSTRAINT agents_state CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text, 'rejected'::text, 'revoked'::text]))),
    CONSTRAINT agents_suspended_has_reason CHECK ((((suspended_at IS NULL) = (suspended_reason IS NULL)) AND ((suspended_at IS NULL) = (suspended_by IS NULL)))),
    CONSTRAINT agents_verified_has_owner CHECK (((state <> 'verified'::text) OR (account_id IS NOT NULL)))
);

CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    secret_hash text NOT NULL,
    scopes text[] NOT NULL,
    max_per_purchase_cents integer,
    budget_cents integer,
    budget_period text,
    categories text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    confirm_above_cents integer,
    payment_method_id text,
    is_built_in boolean DEFAULT false NOT NULL,
    CONSTRAINT api_keys_budget_cents CHECK ((budget_cents > 0)),
    CONSTRAINT api_keys_budget_has_period CHECK (((budget_cents IS NULL) = (budget_period IS NULL))),
    CONSTRAINT api_keys_budget_period CHECK ((budget_period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'total'::text]))),
    CONSTRAINT api_keys_confirm_above_cents CHECK ((confirm_above_cents >= 0)),
    CONSTRAINT api_keys_max_per_purchase_cents CHECK ((max_per_purchase_cents > 0)),
    CONSTRAINT api_keys_scopes CHECK (((scopes <@ ARRAY['purchase'::text, 'bid'::text, 'message'::text, 'read'::text]) AND (cardinality(scopes) > 0)))
);

CREATE TABLE public.approvals (
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    code_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    mailed_at timestamp(3) with time zone
);

CREATE TABLE public.auction_awards (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    account_id uuid NOT NULL,
    bid_id uuid NOT NULL,
    rank integer NOT NULL,
    price_cents integer NOT NULL,
    state text NOT NULL,
    purchase_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    declined_at timestamp(3) with time zone,
    CONSTRAINT auction_awards_charged_has_purchase CHECK (((state <> ALL (ARRAY['charging'::text, 'paid'::text])) OR (purchase_id IS NOT NULL))),
    CONSTRAINT auction_awards_declined_has_lapsed CHECK (((declined_at IS NULL) OR (state = 'lapsed'::text))),
    CONSTRAINT auction_awards_offer_has_due_time CHECK (((state <> ALL (ARRAY['unpaid'::text, 'offered'::text])) OR (due_at IS NOT NULL))),
    CONSTRAINT auction_awards_price_cents CHECK (((price_cents >= 1) AND (price_cents <= 99999999))),
    CONSTRAINT auction_awards_state CHECK ((state = ANY (ARRAY['won'::text, 'charging'::text, 'unpaid'::text, 'offered'::text, 'paid'::text, 'lapsed'::text])))
);

CREATE TABLE public.auctions (
    listing_id uuid NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    announced_ends_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    hard_ends_at timestamp(3) with time zone NOT NULL,
    start_price_cents integer NOT NULL,
    reserve_price_cents integer,
    licenses integer NOT NULL,
    current_price_cents integer NOT NULL,
    next_minimum_cents integer NOT NULL,
    reserve_met boolean DEFAULT false NOT NULL,
    bid_count integer DEFAULT 0 NOT NULL,
    last_position integer DEFAULT 0 NOT NULL,
    bidder_count integer DEFAULT 0 NOT NULL,
    closed_at timestamp(3) with time zone,
    outcome text,
    CONSTRAINT auctions_licenses CHECK (((licenses >= 1) AND (licenses <= 1000))),
    CONSTRAINT auctions_outcome CHECK ((outcome = ANY (ARRAY['sold'::text, 'not_sold'::text]))),
    CONSTRAINT auctions_outcome_after_close CHECK (((outcome IS NULL) OR (closed_at IS NOT NULL))),
    CONSTRAINT auctions_price_at_least_start CHECK ((current_price_cents >= start_price_cents)),
    CONSTRAINT auctions_reserve_price_cents CHECK (((reserve_price_cents >= start_price_cents) AND (reserve_price_cents <= 99999999))),
    CONSTRAINT auctions_start_price_cents CHECK (((start_price_cents >= 1) AND (start_price_cents <= 99999999))),
    CONSTRAINT auctions_times CHECK (((starts_at < announced_ends_at) AND (announced_ends_at <= ends_at) AND (ends_at <= hard_ends_at)))
);

CREATE TABLE public.audit_readers (
    account_id uuid NOT NULL,
    audit_id uuid NOT NULL
);

CREATE TABLE public.bids (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    payment_method_id text NOT NULL,
    bidder_number integer NOT NULL,
    max_cents integer NOT NULL,
    "position" integer NOT NULL,
    price_after_cents integer NOT NULL,
    is_current boolean NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    retracted_at timestamp(3) with time zone,
    retraction_reason text,
    acceptance jsonb,
    CONSTRAINT bids_max_cents CHECK (((max_cents >= 1) AND (max_cents <= 99999999))),
    CONSTRAINT bids_retracted_has_reason CHECK (((retracted_at IS NULL) = (retraction_reason IS NULL))),
    CONSTRAINT bids_retracted_is_not_current CHECK (((retracted_at IS NULL) OR (NOT is_current)))
);

CREATE TABLE public.bounties (
    request_id uuid NOT NULL,
    purse_id uuid NOT NULL,
    mode text NOT NULL,
    prize_cents integer NOT NULL,
    winners integer NOT NULL,
    awarded integer DEFAULT 0 NOT NULL,
    terms jsonb NOT NULL,
    probes integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    end_cause text,
    CONSTRAINT bounties_awarded CHECK (((awarded >= 0) AND (awarded <= winners))),
    CONSTRAINT bounties_ended CHECK (((ended_at IS NULL) = (end_cause IS NULL))),
    CONSTRAINT bounties_mode CHECK ((mode = ANY (ARRAY['first_to_pass'::text, 'lowest_price'::text]))),
    CONSTRAINT bounties_prize_cents CHECK (((prize_cents >= 1) AND (prize_cents <= 99999999)))
);

CREATE TABLE public.bounty_deliveries (
    answer_id uuid NOT NULL,
    request_id uuid NOT NULL,
    "position" integer NOT NULL,
    upload_id uuid NOT NULL,
    version integer NOT NULL,
    sha256 text NOT NULL,
    price_cents integer NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    results jsonb,
    created_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    trouble text,
    evaluated_at timestamp(3) with time zone,
    purchase_id uuid,
    CONSTRAINT bounty_deliveries_due CHECK (((state = 'pending'::text) = (due_at IS NOT NULL))),
    CONSTRAINT bounty_deliveries_price_cents CHECK (((price_cents >= 1) AND (price_cents <= 99999999))),
    CONSTRAINT bounty_deliveries_state CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'failed'::text, 'undecided'::text, 'won'::text, 'lost'::text]))),
    CONSTRAINT bounty_deliveries_won CHECK (((state = 'won'::text) = (purchase_id IS NOT NULL)))
);

CREATE TABLE public.bucket_deliveries (
    id uuid NOT NULL,
    target_id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    due_at timestamp(3) with time zone,
    claims integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    upload_id text,
    bytes_done bigint DEFAULT 0 NOT NULL,
    bytes_total bigint,
    error_code text,
    error_detail text,
    created_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    CONSTRAINT bucket_deliveries_ended CHECK (((state = ANY (ARRAY['waiting'::text, 'running'::text])) = (ended_at IS NULL))),
    CONSTRAINT bucket_deliveries_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE public.chargeback_steps (
    id uuid NOT NULL,
    chargeback_id text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    account_id uuid NOT NULL,
    reason text NOT NULL,
    amount_cents integer DEFAULT 0 NOT NULL,
    evidence jsonb,
    provider_id text,
    refusal text,
    due_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    key_generation integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    CONSTRAINT chargeback_steps_amount_cents CHECK ((amount_cents >= 0)),
    CONSTRAINT chargeback_steps_kind CHECK ((kind = ANY (ARRAY['send_draft'::text, 'submit_evidence'::text, 'accept_loss'::text, 'reverse_transfer'::text, 'write_off'::text]))),
    CONSTRAINT chargeback_steps_state CHECK ((state = ANY (ARRAY['owed'::text, 'done'::text, 'refused'::text])))
);

CREATE TABLE public.chargebacks (
    id text NOT NULL,
    purchase_id uuid NOT NULL,
    seller_account_id uuid NOT NULL,
    state text NOT NULL,
    provider_status text NOT NULL,
    reason text NOT NULL,
    amount_cents integer NOT NULL,
    currency text NOT NULL,
    opened_at timestamp(3) with time zone NOT NULL,
    evidence_due_at timestamp(3) with time zone,
    closed_at timestamp(3) with time zone,
    debt_cents integer DEFAULT 0 NOT NULL,
    recovered_cents integer DEFAULT 0 NOT NULL,
    written_off_cents integer DEFAULT 0 NOT NULL,
    claimed_cents integer DEFAULT 0 NOT NULL,
    evidence jsonb,
    evidence_saved_at timestamp(3) with time zone,
    evidence_submitted_at timestamp(3) with time zone,
    reminded_at timestamp(3) with time zone,
    CONSTRAINT chargebacks_debt_cents CHECK (((debt_cents >= ((recovered_cents + written_off_cents) + claimed_cents)) AND (recovered_cents >= 0) AND (written_off_cents >= 0) AND (claimed_cents >= 0))),
    CONSTRAINT chargebacks_state CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

CREATE TABLE public.collection_items (
    collection_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    "position" integer NOT NULL,
    added_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.collections (
    id uuid NOT NULL,
    principal_kind text NOT NULL,
    principal_id uuid NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid,
    seller_id uuid,
    title text NOT NULL,
    description text,
    is_public boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    suspended_at timestamp(3) with time zone,
    CONSTRAINT collections_principal_kind CHECK ((principal_kind in ('account', 'agent')))
);

CREATE TABLE public.connections (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    grant_id text NOT NULL,
    client_id text NOT NULL,
    client_name text NOT NULL,
    client_host text NOT NULL,
    is_registered_dynamically boolean NOT NULL,
    scopes text[] NOT NULL,
    granted_scopes text[] NOT NULL,
    api_key_id uuid,
    agent_id uuid,
    consent_count integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    consented_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    CONSTRAINT connections_act_as_somebody CHECK (((api_key_id IS NOT NULL) OR (agent_id IS NOT NULL))),
    CONSTRAINT connections_granted_scopes CHECK ((granted_scopes <@ ARRAY['read'::text, 'purchase'::text, 'bid'::text, 'message'::text, 'sell'::text])),
    CONSTRAINT connections_scopes CHECK (((scopes <@ granted_scopes) AND (cardinality(scopes) > 0)))
);

CREATE TABLE public.contract_checks (
    upload_id uuid NOT NULL,
    terms jsonb NOT NULL,
    results jsonb NOT NULL,
    passed boolean NOT NULL,
    checked_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.bundles (
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    title text NOT NULL,
    description text,
    price_cents integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    suspended_at timestamp(3) with time zone,
    CONSTRAINT bundles_price_cents CHECK (((price_cents >= 1) AND (price_cents <= 99999999)))
);

CREATE TABLE public.bundle_items (
    bundle_id uuid NOT NULL,
    "position" integer NOT NULL,
    listing_id uuid NOT NULL
);

CREATE TABLE public.coupons (
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    code text NOT NULL,
    percent_off integer,
    amount_off_cents integer,
    listing_ids uuid[],
    uses_max integer,
    once_per_buyer boolean NOT NULL,
    expires_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT coupons_amount_off_cents CHECK (((amount_off_cents >= 1) AND (amount_off_cents <= 99999999))),
    CONSTRAINT coupons_discount CHECK (((percent_off IS NULL) <> (amount_off_cents IS NULL))),
    CONSTRAINT coupons_percent_off CHECK (((percent_off >= 1) AND (percent_off <= 99))),
    CONSTRAINT coupons_uses_max CHECK ((uses_max >= 1))
);

CREATE TABLE public.daily_totals (
    seller_account_id uuid NOT NULL,
    seller_agent_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    currency text NOT NULL,
    day date NOT NULL,
    posting text NOT NULL,
    account text NOT NULL,
    amount_cents bigint NOT NULL
);

CREATE TABLE public.data_request_answers (
    id uuid NOT NULL,
    request_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    "position" integer NOT NULL,
    note text,
    state text DEFAULT 'pending'::text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    removed_reason text,
    CONSTRAINT data_request_answers_decided CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    CONSTRAINT data_request_answers_removed CHECK (((state = 'removed'::text) = (removed_reason IS NOT NULL))),
    CONSTRAINT data_request_answers_state CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text, 'removed'::text])))
);

CREATE TABLE public.data_requests (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    category text,
    columns text[] DEFAULT '{}'::text[] NOT NULL,
    column_names text[] DEFAULT '{}'::text[] NOT NULL,
    formats text[] DEFAULT '{}'::text[] NOT NULL,
    min_rows bigint,
    period text,
    place text,
    budget_cents integer,
    expires_at timestamp(3) with time zone NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    removed_reason text,
    answers_received integer DEFAULT 0 NOT NULL,
    changes_since timestamp(3) with time zone,
    changes_count integer DEFAULT 0 NOT NULL,
    mailed_at timestamp(3) with time zone,
    mailed_position integer DEFAULT 0 NOT NULL,
    mail_position integer,
    mail_due_at timestamp(3) with time zone,
    mail_queued_at timestamp(3) with time zone,
    search_vector tsvector GENERATED ALWAYS AS (public.listing_search_vector(title, array_remove(ARRAY[period, place], NULL::text), column_names, description)) STORED NOT NULL,
    CONSTRAINT data_requests_ended CHECK (((state = 'open'::text) = (ended_at IS NULL))),
    CONSTRAINT data_requests_mail_has_due_time CHECK (((mail_position IS NULL) = (mail_due_at IS NULL))),
    CONSTRAINT data_requests_removed CHECK (((state = 'removed'::text) = (removed_reason IS NOT NULL))),
    CONSTRAINT data_requests_state CHECK ((state = ANY (ARRAY['open'::text, 'fulfilled'::text, 'closed'::text, 'expired'::text, 'removed'::text])))
);

CREATE TABLE public.delivery_targets (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    bucket text NOT NULL,
    endpoint text NOT NULL,
    region text NOT NULL,
    prefix text NOT NULL,
    access_key_id text NOT NULL,
    credentials text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    checked_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.dispute_file_notes (
    file_id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.dispute_statements (
    id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    side text NOT NULL,
    text text NOT NULL,
    attachments jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT dispute_statements_side CHECK ((side = ANY (ARRAY['buyer'::text, 'seller'::text])))
);

CREATE TABLE public.draft_warnings (
    agent_id uuid NOT NULL,
    warned_at timestamp(3) with time zone NOT NULL,
    mailed_at timestamp(3) with time zone
);

CREATE TABLE public.embedding_models (
    id integer NOT NULL,
    name text NOT NULL,
    text_version integer NOT NULL,
    dimensions integer,
    created_at timestamp(3) with time zone NOT NULL,
    filled_to uuid,
    filled_at timestamp(3) with time zone
);

ALTER TABLE public.embedding_models ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.embedding_models_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.event_arrivals (
    tx xid8 DEFAULT pg_current_xact_id() NOT NULL,
    seq bigint NOT NULL,
    event_id uuid NOT NULL
);

ALTER TABLE public.event_arrivals ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_arrivals_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.event_cursors (
    name text NOT NULL,
    "position" bigint NOT NULL
);

CREATE SEQUENCE public.event_positions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.events (
    id uuid NOT NULL,
    "position" bigint,
    principal_kind text NOT NULL,
    principal_id uuid NOT NULL,
    type text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    data jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    traceparent text,
    read_at timestamp(3) with time zone,
    CONSTRAINT events_principal_kind CHECK ((principal_kind = ANY (ARRAY['account'::text, 'agent'::text])))
);

CREATE TABLE public.follow_digests (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone
);

CREATE TABLE public.follow_mail_items (
    follow_id uuid NOT NULL,
    news_id uuid NOT NULL,
    digest_id uuid
);

CREATE TABLE public.follow_news (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    collection_id uuid,
    price_cents integer,
    previous_price_cents integer,
    created_at timestamp(3) with time zone NOT NULL,
    after_principal_id uuid,
    done_at timestamp(3) with time zone,
    CONSTRAINT follow_news_kind CHECK ((kind in ('published', 'price_lowered', 'collected'))),
    CONSTRAINT follow_news_collection CHECK (((collection_id is not null) = (kind = 'collected')))
);

CREATE TABLE public.follows (
    id uuid NOT NULL,
    principal_kind text NOT NULL,
    principal_id uuid NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid,
    seller_id uuid,
    listing_id uuid,
    collection_id uuid,
    mail text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    mail_due_at timestamp(3) with time zone,
    CONSTRAINT follows_principal_kind CHECK ((principal_kind in ('account', 'agent'))),
    CONSTRAINT follows_mail CHECK ((mail in ('none', 'daily'))),
    CONSTRAINT follows_one_target CHECK ((num_nonnulls(seller_id, listing_id, collection_id) = 1))
);

CREATE TABLE public.idempotency_keys (
    scope text NOT NULL,
    key text NOT NULL,
    request_hash text NOT NULL,
    status integer NOT NULL,
    body jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.join_columns (
    id integer NOT NULL,
    upload_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    table_name text,
    name text NOT NULL,
    type text NOT NULL,
    meaning text,
    distinct_count bigint NOT NULL,
    share double precision NOT NULL,
    chooser text NOT NULL,
    below bigint NOT NULL,
    key_id text NOT NULL,
    hashes bytea NOT NULL,
    posted bigint[] NOT NULL,
    shown bigint[] NOT NULL,
    value_count bigint NOT NULL,
    are_numbers boolean NOT NULL,
    chars_max integer NOT NULL
);

ALTER TABLE public.join_columns ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.join_columns_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.join_hashes (
    hash bigint NOT NULL,
    column_id integer NOT NULL
);

CREATE TABLE public.join_shown_hashes (
    hash bigint NOT NULL,
    column_id integer NOT NULL
);

CREATE TABLE public.ledger_entries (
    id uuid NOT NULL,
    purchase_id uuid,
    purse_id uuid,
    posting text NOT NULL,
    account text NOT NULL,
    amount_cents bigint NOT NULL,
    currency text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    CONSTRAINT ledger_entries_account CHECK ((account = ANY (ARRAY['buyer'::text, 'escrow'::text, 'seller_payable'::text, 'seller_paid'::text, 'platform_fee'::text, 'refund_payable'::text, 'bank'::text, 'platform_funds'::text, 'platform_loss'::text, 'platform_outside'::text, 'provider_fees'::text, 'allotted'::text]))),
    CONSTRAINT ledger_entries_amount_cents CHECK ((amount_cents <> 0)),
    CONSTRAINT ledger_entries_posting CHECK ((posting = ANY (ARRAY['captured'::text, 'released'::text, 'transferred'::text, 'refund_owed'::text, 'refund_paid'::text, 'refund_failed'::text, 'refund_kept'::text, 'refund_charged_back'::text, 'refunded_at_provider'::text, 'refund_paid_otherwise'::text, 'charged_back'::text, 'dispute_withdrawn'::text, 'dispute_reinstated'::text, 'dispute_closed'::text, 'chargeback_lost'::text, 'fee_returned'::text, 'payable_kept'::text, 'transfer_reversed'::text, 'set_off'::text, 'written_off'::text, 'provider_fee'::text, 'allotted'::text, 'funded'::text]))),
    CONSTRAINT ledger_entries_subject CHECK (((purchase_id IS NULL) <> (purse_id IS NULL)))
);

CREATE TABLE public.listing_changes (
    listing_id uuid NOT NULL,
    "position" integer NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    fields text[] NOT NULL,
    from_price_cents integer,
    price_cents integer,
    CONSTRAINT listing_changes_fields CHECK ((cardinality(fields) > 0)),
    CONSTRAINT listing_changes_price CHECK ((((from_price_cents IS NULL) = (price_cents IS NULL)) AND ((price_cents IS NULL) OR (price_cents <> from_price_cents))))
);

CREATE TABLE public.listing_embedding_signs (
    model_id integer NOT NULL,
    listing_id uuid NOT NULL,
    signs bit varying NOT NULL,
    changed_in xid8 DEFAULT pg_current_xact_id() NOT NULL
);

CREATE TABLE public.listing_embeddings (
    model_id integer NOT NULL,
    listing_id uuid NOT NULL,
    text_hash text NOT NULL,
    vector bytea,
    error_code text,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT listing_embeddings_vector_or_reason CHECK (((vector IS NULL) = (error_code IS NOT NULL)))
);

CREATE TABLE public.listing_ratings (
    listing_id uuid NOT NULL,
    stars1 integer DEFAULT 0 NOT NULL,
    stars2 integer DEFAULT 0 NOT NULL,
    stars3 integer DEFAULT 0 NOT NULL,
    stars4 integer DEFAULT 0 NOT NULL,
    stars5 integer DEFAULT 0 NOT NULL,
    CONSTRAINT listing_ratings_not_negative CHECK ((LEAST(stars1, stars2, stars3, stars4, stars5) >= 0))
);

CREATE TABLE public.listing_visits (
    listing_id uuid NOT NULL,
    day date NOT NULL,
    page_views integer DEFAULT 0 NOT NULL,
    api_reads integer DEFAULT 0 NOT NULL,
    samples integer DEFAULT 0 NOT NULL,
    queries integer DEFAULT 0 NOT NULL,
    downloads integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.listings (
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    status text DEFAULT 'draft'::text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    category text NOT NULL,
    tags text[] NOT NULL,
    license text,
    pricing_type text NOT NULL,
    price_cents integer NOT NULL,
    schema_format text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    published_at timestamp(3) with time zone,
    withdrawn_at timestamp(3) with time zone,
    current_upload_id uuid,
    version integer DEFAULT 0 NOT NULL,
    next_version_opened_at timestamp(3) with time zone,
    next_upload_id uuid,
    format text,
    compression text,
    byte_size bigint,
    sha256 text,
    row_count bigint,
    column_count integer,
    quality_score double precision,
    column_names text[] NOT NULL,
    search_vector tsvector DEFAULT ''::tsvector NOT NULL,
    suspended_at timestamp(3) with time zone,
    suspended_reason text,
    suspended_by text,
    auction_terms jsonb,
    draft_warned_at timestamp(3) with time zone,
    column_facts text[],
    facts_version integer DEFAULT 0 NOT NULL,
    facts_upload_id uuid,
    facts_license text,
    version_published_at timestamp(3) with time zone,
    covers_from date,
    covers_to date,
    bbox double precision[],
    latitudes int4range,
    longitudes int4multirange,
    countries text[],
    languages text[],
    has_personal_data boolean,
    license_id text,
    license_terms text[],
    deleted_at timestamp(3) with time zone,
    file_count integer,
    license_url text,
    source_url text,
    citation text,
    collection_method text,
    update_frequency text,
    column_descriptions jsonb,
    contract jsonb,
    covers_precision text,
    stated_price_cents integer,
    distributions text DEFAULT 'full'::text NOT NULL,
    plans jsonb,
    trial jsonb,
    access_questions text[],
    sample_hidden boolean DEFAULT false NOT NULL,
    CONSTRAINT listings_active_is_published CHECK (((status <> 'active'::text) OR ((published_at IS NOT NULL) AND (current_upload_id IS NOT NULL)))),
    CONSTRAINT listings_deleted_was_never_published CHECK (((deleted_at IS NULL) OR ((status = 'withdrawn'::text) AND (published_at IS NULL)))),
    CONSTRAINT listings_distributions CHECK ((distributions = ANY (ARRAY['full'::text, 'coarse'::text]))),
    CONSTRAINT listings_next_version_is_open CHECK (((next_upload_id IS NULL) OR (next_version_opened_at IS NOT NULL))),
    CONSTRAINT listings_price_cents CHECK (((price_cents >= 0) AND (price_cents <= 99999999))),
    CONSTRAINT listings_quality_score CHECK (((quality_score IS NULL) OR ((quality_score >= (0)::double precision) AND (quality_score <= (1)::double precision)))),
    CONSTRAINT listings_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'sold'::text, 'withdrawn'::text, 'suspended'::text]))),
    CONSTRAINT listings_suspended_has_reason CHECK ((((status = 'suspended'::text) = (suspended_at IS NOT NULL)) AND ((suspended_at IS NULL) = (suspended_reason IS NULL)) AND ((suspended_at IS NULL) = (suspended_by IS NULL))))
);

CREATE TABLE public.listings_to_match (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    version integer NOT NULL,
    published_xid text,
    created_at timestamp(3) with time zone NOT NULL,
    after_search_id uuid,
    changed_at timestamp(3) with time zone
);

CREATE TABLE public.matched_sets (
    account_id uuid NOT NULL,
    upload_id uuid NOT NULL,
    digests text[] NOT NULL
);

CREATE TABLE public.messages (
    id uuid NOT NULL,
    thread_id uuid NOT NULL,
    "position" integer NOT NULL,
    side text NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid,
    agent_id uuid,
    body text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT messages_body_length CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000))),
    CONSTRAINT messages_position_positive CHECK (("position" > 0)),
    CONSTRAINT messages_sender CHECK ((((side = 'buyer'::text) AND (api_key_id IS NOT NULL) AND (agent_id IS NULL)) OR ((side = 'seller'::text) AND (agent_id IS NOT NULL) AND (api_key_id IS NULL))))
);

CREATE UNLOGGED TABLE public.notices (
    tx xid8 DEFAULT pg_current_xact_id() NOT NULL,
    channel text NOT NULL,
    key text NOT NULL,
    written_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.oauth_records (
    kind text NOT NULL,
    id_hash text NOT NULL,
    payload jsonb NOT NULL,
    grant_id text,
    consumed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.outbox (
    id uuid NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    published_at timestamp(3) with time zone,
    settled_at timestamp(3) with time zone,
    traceparent text
);

CREATE TABLE public.payment_events (
    id text NOT NULL,
    type text NOT NULL,
    object_id text,
    created_at timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.payment_methods (
    id text NOT NULL,
    account_id uuid NOT NULL,
    brand text NOT NULL,
    last4 text NOT NULL,
    exp_month integer NOT NULL,
    exp_year integer NOT NULL,
    added_at timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone,
    fingerprint text
);

CREATE TABLE public.payment_setups (
    id text NOT NULL,
    account_id uuid NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    check_due_at timestamp(3) with time zone
);

CREATE TABLE public.payout_reminders (
    account_id uuid NOT NULL,
    reminded_at timestamp(3) with time zone NOT NULL,
    mailed_at timestamp(3) with time zone
);

CREATE TABLE public.private_offer_moves (
    private_offer_id uuid NOT NULL,
    "position" integer NOT NULL,
    side text NOT NULL,
    account_id uuid NOT NULL,
    move text NOT NULL,
    price_cents integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    note text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT private_offer_moves_move CHECK ((move in ('offer', 'counter', 'accept', 'decline', 'withdraw'))),
    CONSTRAINT private_offer_moves_note_length CHECK ((char_length(note) between 1 and 1000)),
    CONSTRAINT private_offer_moves_side CHECK ((side in ('buyer', 'seller')))
);

CREATE TABLE public.private_offers (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    buyer_account_id uuid NOT NULL,
    seller_agent_id uuid NOT NULL,
    started_by_account_id uuid NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    turn text NOT NULL,
    price_cents integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    move_count integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    expiry_due_at timestamp(3) with time zone,
    CONSTRAINT private_offers_price_cents CHECK ((price_cents between 1 and 99999999)),
    CONSTRAINT private_offers_state CHECK ((state in ('open', 'accepted', 'declined', 'withdrawn'))),
    CONSTRAINT private_offers_turn CHECK ((turn in ('buyer', 'seller')))
);

CREATE TABLE public.profiles (
    upload_id uuid NOT NULL,
    profile json NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    facts jsonb,
    charts jsonb
);

CREATE TABLE public.provider_transactions (
    id text NOT NULL,
    movement text NOT NULL,
    provider_type text NOT NULL,
    amount_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    net_cents bigint NOT NULL,
    currency text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    source_id text,
    object_id text NOT NULL,
    payout_account_id text,
    purchase_id uuid,
    is_fee_posted boolean DEFAULT false NOT NULL,
    is_judged boolean DEFAULT false NOT NULL
);

CREATE TABLE public.purchases (
    id uuid NOT NULL,
    state text DEFAULT 'payment_pending'::text NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    upload_id uuid NOT NULL,
    version integer NOT NULL,
    title text NOT NULL,
    seller_agent_id uuid NOT NULL,
    seller_account_id uuid NOT NULL,
    price_cents integer NOT NULL,
    fee_cents integer NOT NULL,
    currency text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    payment_method_id text NOT NULL,
    payment_intent_id text,
    charge_id text,
    failure_code text,
    decline_code text,
    failure_detail text,
    paid_at timestamp(3) with time zone,
    release_due_at timestamp(3) with time zone,
    released_at timestamp(3) with time zone,
    release_cause text,
    disputed_at timestamp(3) with time zone,
    dispute_reason text,
    dispute_detail text,
    resolved_at timestamp(3) with time zone,
    resolution_detail text,
    refunded_at timestamp(3) with time zone,
    refund_cause text,
    transfer_id text,
    transferred_at timestamp(3) with time zone,
    refund_id text,
    refund_paid_at timestamp(3) with time zone,
    settle_due_at timestamp(3) with time zone,
    settle_attempts integer DEFAULT 0 NOT NULL,
    key_generation integer DEFAULT 0 NOT NULL,
    refund_failed_at timestamp(3) with time zone,
    refund_failures integer DEFAULT 0 NOT NULL,
    chargeback text,
    chargeback_at timestamp(3) with time zone,
    charged_back_cents integer DEFAULT 0 NOT NULL,
    set_off_at timestamp(3) with time zone,
    set_off_cents integer DEFAULT 0 NOT NULL,
    kept_cents integer DEFAULT 0 NOT NULL,
    refund_failure_reason text,
    refund_trying_at timestamp(3) with time zone,
    refund_retry_asked_at timestamp(3) with time zone,
    refund_paid_reference text,
    license text,
    action_asked_at timestamp(3) with time zone,
    action_due_at timestamp(3) with time zone,
    action_begun_at timestamp(3) with time zone,
    release_held_until timestamp(3) with time zone,
    acceptance text,
    private_offer_id uuid,
    coupon_id uuid,
    trial_rows integer,
    credited_trial_id uuid,
    credit_cents integer,
    subscription_id uuid,
    period_number integer,
    period_starts_at timestamp(3) with time zone,
    period_ends_at timestamp(3) with time zone,
    delivered_version integer,
    purse_id uuid,
    charged_cents integer,
    CONSTRAINT purchases_chargeback CHECK ((chargeback = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
    CONSTRAINT purchases_disputed_has_reason CHECK (((state <> 'disputed'::text) OR ((disputed_at IS NOT NULL) AND (dispute_reason IS NOT NULL)))),
    CONSTRAINT purchases_escrow_has_due_time CHECK (((state = 'in_escrow'::text) = (release_due_at IS NOT NULL))),
    CONSTRAINT purchases_fee_cents CHECK (((fee_cents >= 0) AND (fee_cents <= price_cents))),
    CONSTRAINT purchases_no_self_purchase CHECK ((account_id <> seller_account_id)),
    CONSTRAINT purchases_paid_has_charge CHECK (((state = ANY (ARRAY['payment_pending'::text, 'payment_failed'::text, 'cancelled'::text, 'expired'::text])) OR ((paid_at IS NOT NULL) AND (charge_id IS NOT NULL)))),
    CONSTRAINT purchases_period CHECK ((((subscription_id IS NULL) = (period_number IS NULL)) AND ((subscription_id IS NULL) = (period_starts_at IS NULL)) AND ((subscription_id IS NULL) = (period_ends_at IS NULL)) AND ((subscription_id IS NOT NULL) OR (delivered_version IS NULL)))),
    CONSTRAINT purchases_shared_charge CHECK ((((purse_id IS NULL) = (charged_cents IS NULL)) AND ((charged_cents IS NULL) OR (charged_cents >= price_cents)))),
    CONSTRAINT purchases_trial CHECK (((trial_rows IS NULL) OR ((trial_rows >= 1) AND (subscription_id IS NULL) AND (purse_id IS NULL) AND (private_offer_id IS NULL) AND (coupon_id IS NULL) AND (acceptance IS NULL) AND (credited_trial_id IS NULL)))),
    CONSTRAINT purchases_credit CHECK ((((credited_trial_id IS NULL) = (credit_cents IS NULL)) AND ((credit_cents IS NULL) OR ((credit_cents >= 1) AND (subscription_id IS NULL) AND (purse_id IS NULL) AND (private_offer_id IS NULL) AND (coupon_id IS NULL))))),
    CONSTRAINT purchases_price_cents CHECK (((price_cents >= 1) AND (price_cents <= 99999999))),
    CONSTRAINT purchases_refund_only_when_refunded CHECK (((refund_paid_at IS NULL) OR (state = 'refunded'::text))),
    CONSTRAINT purchases_refunded_has_cause CHECK ((((state = 'refunded'::text) = (refunded_at IS NOT NULL)) AND ((refunded_at IS NULL) = (refund_cause IS NULL)))),
    CONSTRAINT purchases_released_has_cause CHECK ((((state = 'released'::text) = (released_at IS NOT NULL)) AND ((released_at IS NULL) = (release_cause IS NULL)))),
    CONSTRAINT purchases_set_off_cents CHECK (((set_off_cents >= 0) AND (kept_cents >= 0) AND ((set_off_cents + kept_cents) <= (price_cents - fee_cents)))),
    CONSTRAINT purchases_state CHECK ((state = ANY (ARRAY['payment_pending'::text, 'in_escrow'::text, 'disputed'::text, 'released'::text, 'refunded'::text, 'payment_failed'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT purchases_transfer_only_when_released CHECK (((transferred_at IS NULL) OR ((state = 'released'::text) AND (transfer_id IS NOT NULL)))),
    CONSTRAINT purchases_acceptance CHECK ((acceptance = ANY (ARRAY['pending'::text, 'passed'::text, 'failed'::text, 'undecided'::text]))),
    CONSTRAINT purchases_released_unless_failed CHECK (((state <> 'released'::text) OR (acceptance IS DISTINCT FROM 'failed'::text)))
);

CREATE TABLE public.purses (
    id uuid NOT NULL,
    kind text NOT NULL,
    bundle_id uuid,
    state text DEFAULT 'payment_pending'::text NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    title text NOT NULL,
    price_cents integer NOT NULL,
    allotted_cents integer DEFAULT 0 NOT NULL,
    refund_cents integer DEFAULT 0 NOT NULL,
    currency text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    payment_method_id text NOT NULL,
    payment_intent_id text,
    charge_id text,
    failure_code text,
    decline_code text,
    failure_detail text,
    paid_at timestamp(3) with time zone,
    action_asked_at timestamp(3) with time zone,
    action_due_at timestamp(3) with time zone,
    action_begun_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    refunded_at timestamp(3) with time zone,
    refund_cause text,
    dispute_parts jsonb DEFAULT '{}'::jsonb NOT NULL,
    refund_parts jsonb DEFAULT '{}'::jsonb NOT NULL,
    refund_id text,
    refund_paid_at timestamp(3) with time zone,
    refund_failed_at timestamp(3) with time zone,
    refund_failures integer DEFAULT 0 NOT NULL,
    refund_failure_reason text,
    refund_trying_at timestamp(3) with time zone,
    refund_retry_asked_at timestamp(3) with time zone,
    refund_paid_reference text,
    chargeback text,
    chargeback_at timestamp(3) with time zone,
    charged_back_cents integer DEFAULT 0 NOT NULL,
    settle_due_at timestamp(3) with time zone,
    settle_attempts integer DEFAULT 0 NOT NULL,
    key_generation integer DEFAULT 0 NOT NULL,
    CONSTRAINT purses_bundle CHECK (((kind = 'bundle'::text) = (bundle_id IS NOT NULL))),
    CONSTRAINT purses_cents CHECK (((allotted_cents >= 0) AND (refund_cents >= 0) AND ((allotted_cents + refund_cents) <= price_cents))),
    CONSTRAINT purses_chargeback CHECK ((chargeback = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
    CONSTRAINT purses_kind CHECK ((kind = ANY (ARRAY['bounty'::text, 'bundle'::text]))),
    CONSTRAINT purses_paid_has_charge CHECK (((state = ANY (ARRAY['payment_pending'::text, 'payment_failed'::text, 'cancelled'::text, 'expired'::text])) OR ((paid_at IS NOT NULL) AND (charge_id IS NOT NULL)))),
    CONSTRAINT purses_price_cents CHECK (((price_cents >= 1) AND (price_cents <= 99999999))),
    CONSTRAINT purses_refund_only_when_refunded CHECK (((refund_paid_at IS NULL) OR (state = 'refunded'::text))),
    CONSTRAINT purses_refunded_has_cause CHECK ((((state = 'refunded'::text) = (refunded_at IS NOT NULL)) AND ((refunded_at IS NULL) = (refund_cause IS NULL)))),
    CONSTRAINT purses_state CHECK ((state = ANY (ARRAY['payment_pending'::text, 'in_escrow'::text, 'released'::text, 'refunded'::text, 'payment_failed'::text, 'cancelled'::text, 'expired'::text])))
);

CREATE TABLE public.queue_states (
    queue text NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    measured_at timestamp(3) with time zone,
    trouble text,
    waiting integer DEFAULT 0 NOT NULL,
    waiting_since timestamp(3) with time zone,
    in_flight integer DEFAULT 0 NOT NULL,
    redelivered integer DEFAULT 0 NOT NULL,
    CONSTRAINT queue_states_counts CHECK (((waiting >= 0) AND (in_flight >= 0) AND (redelivered >= 0)))
);

CREATE UNLOGGED TABLE public.rate_windows (
    key text NOT NULL,
    spent integer NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.reconciliation_findings (
    id uuid NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    category text NOT NULL,
    day date NOT NULL,
    purchase_id uuid,
    reference text NOT NULL,
    currency text NOT NULL,
    expected_cents bigint NOT NULL,
    found_cents bigint NOT NULL,
    first_seen_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    resolved_at timestamp(3) with time zone,
    closed_at timestamp(3) with time zone,
    closed_by uuid,
    closed_reason text,
    CONSTRAINT reconciliation_findings_closed CHECK ((((closed_at IS NULL) = (closed_reason IS NULL)) AND ((closed_at IS NULL) = (closed_by IS NULL))))
);

CREATE TABLE public.reconciliation_runs (
    id uuid NOT NULL,
    day date NOT NULL,
    state text DEFAULT 'due'::text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    holder uuid,
    lease_until timestamp(3) with time zone,
    cursor text,
    is_read boolean DEFAULT false NOT NULL,
    started_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    failure text,
    transactions integer DEFAULT 0 NOT NULL,
    findings integer DEFAULT 0 NOT NULL,
    sums jsonb DEFAULT '[]'::jsonb NOT NULL,
    differences jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT reconciliation_runs_holder CHECK ((((state = 'running'::text) = (holder IS NOT NULL)) AND ((holder IS NULL) = (lease_until IS NULL)))),
    CONSTRAINT reconciliation_runs_state CHECK ((state = ANY (ARRAY['due'::text, 'running'::text, 'failed'::text, 'done'::text])))
);

CREATE TABLE public.report_decisions (
    id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    account_id uuid,
    decision text NOT NULL,
    parts text[] DEFAULT '{}'::text[] NOT NULL,
    statement text NOT NULL,
    report_count integer NOT NULL,
    decided_at timestamp(3) with time zone NOT NULL,
    appeal text,
    appealed_at timestamp(3) with time zone,
    appeal_outcome text,
    appeal_statement text,
    appeal_decided_at timestamp(3) with time zone,
    CONSTRAINT report_decisions_appeal CHECK (((appealed_at IS NULL) OR (decision = 'suspended'::text))),
    CONSTRAINT report_decisions_appeal_outcome CHECK ((((appeal_outcome = ANY (ARRAY['upheld'::text, 'rejected'::text])) AND (appealed_at IS NOT NULL) AND (appeal_statement IS NOT NULL) AND (appeal_decided_at IS NOT NULL)) OR (appeal_outcome IS NULL))),
    CONSTRAINT report_decisions_decision CHECK ((decision = ANY (ARRAY['dismissed'::text, 'suspended'::text, 'gone'::text]))),
    CONSTRAINT report_decisions_kind CHECK ((kind = ANY (ARRAY['dataset'::text, 'seller'::text, 'collection'::text, 'bundle'::text, 'request'::text]))),
    CONSTRAINT report_decisions_parts CHECK (((cardinality(parts) > 0) = ((kind = 'seller'::text) AND (decision = 'suspended'::text))))
);

CREATE TABLE public.reports (
    id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    account_id uuid,
    agent_id uuid,
    reason text NOT NULL,
    detail text,
    created_at timestamp(3) with time zone NOT NULL,
    decision_id uuid,
    visitor_email text,
    visitor_name text,
    is_confirmed boolean DEFAULT true NOT NULL,
    CONSTRAINT reports_detail_length CHECK (((char_length(detail) >= 1) AND (char_length(detail) <= 4000))),
    CONSTRAINT reports_kind CHECK ((kind = ANY (ARRAY['dataset'::text, 'seller'::text, 'collection'::text, 'bundle'::text, 'request'::text]))),
    CONSTRAINT reports_reason CHECK ((reason = ANY (ARRAY['illegal_content'::text, 'personal_data'::text, 'infringes_rights'::text, 'misleading'::text, 'malware'::text, 'other'::text]))),
    CONSTRAINT reports_reporter CHECK (((account_id IS NULL) OR ((visitor_email IS NULL) AND (visitor_name IS NULL) AND is_confirmed)))
);

CREATE TABLE public.review_reports (
    id uuid NOT NULL,
    review_id uuid NOT NULL,
    part text NOT NULL,
    account_id uuid NOT NULL,
    reason text NOT NULL,
    detail text,
    created_at timestamp(3) with time zone NOT NULL,
    closed_at timestamp(3) with time zone,
    CONSTRAINT review_reports_detail_length CHECK (((char_length(detail) >= 1) AND (char_length(detail) <= 500))),
    CONSTRAINT review_reports_part CHECK ((part = ANY (ARRAY['review'::text, 'answer'::text]))),
    CONSTRAINT review_reports_reason CHECK ((reason = ANY (ARRAY['spam'::text, 'abusive'::text, 'personal_data'::text, 'not_about_dataset'::text, 'other'::text])))
);

CREATE TABLE public.review_revisions (
    review_id uuid NOT NULL,
    part text NOT NULL,
    revision integer NOT NULL,
    stars integer,
    text text,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.reviews (
    id uuid NOT NULL,
    purchase_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    version integer NOT NULL,
    account_id uuid NOT NULL,
    seller_agent_id uuid NOT NULL,
    state text DEFAULT 'posted'::text NOT NULL,
    is_shown boolean DEFAULT false NOT NULL,
    stars integer NOT NULL,
    text text,
    revision integer DEFAULT 1 NOT NULL,
    posted_at timestamp(3) with time zone NOT NULL,
    edited_at timestamp(3) with time zone,
    withdrawn_at timestamp(3) with time zone,
    removed_at timestamp(3) with time zone,
    removed_reason text,
    answer text,
    answer_revision integer DEFAULT 0 NOT NULL,
    answered_at timestamp(3) with time zone,
    answer_edited_at timestamp(3) with time zone,
    answer_removed_at timestamp(3) with time zone,
    answer_removed_reason text,
    CONSTRAINT reviews_answer_has_time CHECK (((answer IS NULL) = (answered_at IS NULL))),
    CONSTRAINT reviews_answer_length CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 2000))),
    CONSTRAINT reviews_removed_answer_has_reason CHECK ((((answer_removed_at IS NULL) = (answer_removed_reason IS NULL)) AND ((answer_removed_at IS NULL) OR (answer IS NOT NULL)))),
    CONSTRAINT reviews_removed_has_reason CHECK ((((state = 'removed'::text) = (removed_at IS NOT NULL)) AND ((removed_at IS NULL) = (removed_reason IS NULL)))),
    CONSTRAINT reviews_stars CHECK (((stars >= 1) AND (stars <= 5))),
    CONSTRAINT reviews_state CHECK ((state = ANY (ARRAY['posted'::text, 'withdrawn'::text, 'removed'::text]))),
    CONSTRAINT reviews_text_length CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000))),
    CONSTRAINT reviews_withdrawn_has_time CHECK (((state <> 'withdrawn'::text) OR (withdrawn_at IS NOT NULL)))
);

CREATE TABLE public.saved_search_matches (
    id uuid NOT NULL,
    search_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    version integer NOT NULL,
    matched_at timestamp(3) with time zone NOT NULL,
    mail_owed boolean NOT NULL,
    digest_id uuid
);

CREATE TABLE public.saved_search_terms (
    term text NOT NULL,
    search_id uuid NOT NULL
);

CREATE TABLE public.saved_searches (
    id uuid NOT NULL,
    principal_kind text NOT NULL,
    principal_id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    parameters jsonb NOT NULL,
    words tsquery,
    compiled_at timestamp(3) with time zone NOT NULL,
    mail text NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    saved_snapshot text NOT NULL,
    last_matched_at timestamp(3) with time zone,
    match_day date,
    matches_of_day integer DEFAULT 0 NOT NULL,
    paused_at timestamp(3) with time zone,
    paused_reason text,
    paused_detail text,
    mail_due_at timestamp(3) with time zone,
    api_key_id uuid,
    filters jsonb,
    CONSTRAINT saved_searches_mail CHECK ((mail = ANY (ARRAY['none'::text, 'immediately'::text, 'daily'::text, 'weekly'::text]))),
    CONSTRAINT saved_searches_paused_has_reason CHECK (((paused_at IS NULL) = (paused_reason IS NULL))),
    CONSTRAINT saved_searches_principal_kind CHECK ((principal_kind = ANY (ARRAY['account'::text, 'agent'::text])))
)
WITH (fillfactor='80');

CREATE TABLE public.search_digests (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone
);

CREATE TABLE public.search_words (
    word text NOT NULL
);

CREATE TABLE public.seller_logos (
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.seller_totals (
    seller_account_id uuid NOT NULL,
    currency text NOT NULL,
    posting text NOT NULL,
    account text NOT NULL,
    amount_cents bigint NOT NULL
);

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    device text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.shown_secrets (
    subject_id uuid NOT NULL,
    account_id uuid NOT NULL,
    sealed text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.storage_usage (
    scope text NOT NULL,
    scope_id uuid NOT NULL,
    bytes bigint NOT NULL,
    files bigint NOT NULL,
    CONSTRAINT storage_usage_not_negative CHECK (((bytes >= 0) AND (files >= 0)))
);

CREATE TABLE public.subscriber_checks (
    listing_id uuid NOT NULL,
    after_id uuid,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.subscriptions (
    id uuid NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    renewal text DEFAULT 'on'::text NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    title text NOT NULL,
    seller_agent_id uuid NOT NULL,
    seller_account_id uuid NOT NULL,
    "interval" text NOT NULL,
    price_cents integer NOT NULL,
    currency text NOT NULL,
    next_price_cents integer,
    next_price_at timestamp(3) with time zone,
    payment_method_id text NOT NULL,
    period_number integer NOT NULL,
    period_starts_at timestamp(3) with time zone NOT NULL,
    period_ends_at timestamp(3) with time zone NOT NULL,
    anchor_day integer NOT NULL,
    trial_ends_at timestamp(3) with time zone,
    failures integer DEFAULT 0 NOT NULL,
    failure_detail text,
    next_step_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    end_cause text,
    acceptance jsonb,
    reminded_period integer,
    plan_ending_at timestamp(3) with time zone,
    CONSTRAINT subscriptions_ended CHECK ((((state = 'ended'::text) = (ended_at IS NOT NULL)) AND ((ended_at IS NULL) = (end_cause IS NULL)) AND ((ended_at IS NULL) OR (next_step_at IS NULL)))),
    CONSTRAINT subscriptions_interval CHECK (("interval" = ANY (ARRAY['month'::text, 'year'::text]))),
    CONSTRAINT subscriptions_next_price CHECK (((next_price_cents IS NULL) = (next_price_at IS NULL))),
    CONSTRAINT subscriptions_no_self CHECK ((account_id <> seller_account_id)),
    CONSTRAINT subscriptions_period CHECK ((period_ends_at > period_starts_at)),
    CONSTRAINT subscriptions_price_cents CHECK (((price_cents >= 1) AND (price_cents <= 99999999))),
    CONSTRAINT subscriptions_renewal CHECK ((renewal = ANY (ARRAY['on'::text, 'paused'::text, 'off'::text]))),
    CONSTRAINT subscriptions_state CHECK ((state = ANY (ARRAY['pending'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'ended'::text])))
);

CREATE TABLE public.thread_sides (
    thread_id uuid NOT NULL,
    side text NOT NULL,
    read_position integer DEFAULT 0 NOT NULL,
    mailed_at timestamp(3) with time zone,
    mail_position integer,
    mail_due_at timestamp(3) with time zone,
    mail_queued_at timestamp(3) with time zone,
    CONSTRAINT thread_sides_mail_has_due_time CHECK (((mail_position IS NULL) = (mail_due_at IS NULL))),
    CONSTRAINT thread_sides_read_position CHECK ((read_position >= 0)),
    CONSTRAINT thread_sides_side CHECK ((side = ANY (ARRAY['buyer'::text, 'seller'::text])))
);

CREATE TABLE public.threads (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    buyer_account_id uuid NOT NULL,
    seller_agent_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_message_at timestamp(3) with time zone NOT NULL,
    message_count integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.trial_files (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    upload_id uuid NOT NULL,
    rows integer NOT NULL,
    state text DEFAULT 'preparing'::text NOT NULL,
    due_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    error_code text,
    error_detail text,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT trial_files_due CHECK (((state = 'preparing'::text) = (due_at IS NOT NULL))),
    CONSTRAINT trial_files_failed_has_reason CHECK (((state <> 'failed'::text) OR ((error_code IS NOT NULL) AND (error_detail IS NOT NULL)))),
    CONSTRAINT trial_files_rows CHECK ((rows >= 1)),
    CONSTRAINT trial_files_state CHECK ((state = ANY (ARRAY['preparing'::text, 'ready'::text, 'failed'::text, 'superseded'::text])))
);

CREATE TABLE public.twin_jobs (
    upload_id uuid NOT NULL,
    due_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    positions integer DEFAULT 0 NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT twin_jobs_positions CHECK ((positions >= 0))
);

CREATE TABLE public.twins (
    upload_id uuid NOT NULL,
    "position" integer NOT NULL,
    table_name text,
    is_default boolean NOT NULL,
    object_key text,
    is_source boolean DEFAULT false NOT NULL,
    byte_size bigint,
    sha256 text,
    row_count bigint,
    columns jsonb,
    error_code text,
    error_detail text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT twins_is_whole_or_has_reason CHECK (((error_code IS NULL) = ((object_key IS NOT NULL) AND (byte_size IS NOT NULL) AND (sha256 IS NOT NULL) AND (row_count IS NOT NULL) AND (columns IS NOT NULL))))
);

CREATE TABLE public.unmet_searches (
    words text NOT NULL,
    day date NOT NULL,
    searches integer DEFAULT 0 NOT NULL,
    marks integer DEFAULT 0 NOT NULL,
    callers smallint GENERATED ALWAYS AS (bit_count((marks)::bit(16))) STORED NOT NULL
);

CREATE TABLE public.upload_file_part_checksums (
    upload_id uuid NOT NULL,
    "position" integer NOT NULL,
    part_number integer NOT NULL,
    md5 text NOT NULL,
    CONSTRAINT upload_file_part_checksums_md5 CHECK ((md5 ~ '^[0-9a-f]{32}$'::text))
);

CREATE TABLE public.upload_files (
    upload_id uuid NOT NULL,
    "position" integer NOT NULL,
    path text NOT NULL,
    byte_size bigint NOT NULL,
    storage_path text NOT NULL,
    is_reused boolean DEFAULT false NOT NULL,
    stated_sha256 text,
    object_etag text,
    sha256 text,
    multipart_id text,
    part_bytes bigint,
    CONSTRAINT upload_files_byte_size CHECK ((byte_size >= 0)),
    CONSTRAINT upload_files_parts CHECK (((multipart_id IS NULL) = (part_bytes IS NULL))),
    CONSTRAINT upload_files_position CHECK (("position" >= 0))
);

CREATE TABLE public.upload_imports (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    kind text NOT NULL,
    source text NOT NULL,
    shown_address text NOT NULL,
    stated_sha256 text,
    state text DEFAULT 'waiting'::text NOT NULL,
    due_at timestamp(3) with time zone,
    claims integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    validator text,
    bytes_done bigint DEFAULT 0 NOT NULL,
    bytes_total bigint,
    files_done integer DEFAULT 0 NOT NULL,
    files_total integer,
    error_code text,
    error_detail text,
    created_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    CONSTRAINT upload_imports_ended CHECK (((state = ANY (ARRAY['waiting'::text, 'running'::text])) = (ended_at IS NULL))),
    CONSTRAINT upload_imports_kind CHECK ((kind = ANY (ARRAY['file'::text, 'croissant'::text]))),
    CONSTRAINT upload_imports_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE public.upload_part_checksums (
    upload_id uuid NOT NULL,
    part_number integer NOT NULL,
    md5 text NOT NULL,
    CONSTRAINT upload_part_checksums_md5 CHECK ((md5 ~ '^[0-9a-f]{32}$'::text))
);

CREATE TABLE public.uploads (
    id uuid NOT NULL,
    listing_id uuid NOT NULL,
    state text DEFAULT 'issued'::text NOT NULL,
    storage_path text NOT NULL,
    multipart_id text,
    parts_expected integer,
    issued_at timestamp(3) with time zone NOT NULL,
    attached_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    version integer,
    published_at timestamp(3) with time zone,
    purged_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    heartbeat_at timestamp(3) with time zone,
    progress jsonb,
    byte_size bigint,
    object_etag text,
    sha256 text,
    format text,
    compression text,
    sample_path text,
    error_code text,
    error_detail text,
    byte_size_max bigint,
    held_bytes bigint DEFAULT 0 NOT NULL,
    look_due_at timestamp(3) with time zone,
    service_failures integer DEFAULT 0 NOT NULL,
    retry_at timestamp(3) with time zone,
    held_files integer DEFAULT 1 NOT NULL,
    file_count integer,
    part_bytes bigint,
    announced_bytes bigint,
    urls_end_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT uploads_attached_has_object CHECK (((state = ANY (ARRAY['issued'::text, 'superseded'::text])) OR ((object_etag IS NOT NULL) AND (byte_size IS NOT NULL)))),
    CONSTRAINT uploads_generated_has_result CHECK (((state <> 'generated'::text) OR ((sample_path IS NOT NULL) AND (sha256 IS NOT NULL)))),
    CONSTRAINT uploads_held_bytes CHECK ((held_bytes >= 0)),
    CONSTRAINT uploads_no_sample_has_reason CHECK (((state <> 'no_sample'::text) OR (error_code IS NOT NULL))),
    CONSTRAINT uploads_state CHECK ((state = ANY (ARRAY['issued'::text, 'attached'::text, 'generated'::text, 'no_sample'::text, 'superseded'::text, 'trial'::text])))
);

CREATE TABLE public.version_changes (
    upload_id uuid NOT NULL,
    from_upload_id uuid NOT NULL,
    changes json NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.waiting_purchases (
    id uuid NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    listing_id uuid,
    upload_id uuid,
    version integer,
    bundle_id uuid,
    bundled jsonb,
    plan text,
    title text NOT NULL,
    license text,
    price_cents integer NOT NULL,
    currency text NOT NULL,
    payment_method_id text NOT NULL,
    allow_duplicate boolean NOT NULL,
    acceptance jsonb,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    purchase_id uuid,
    private_offer_id uuid,
    coupon text,
    is_trial boolean DEFAULT false NOT NULL,
    purse_id uuid,
    CONSTRAINT waiting_purchases_approved CHECK ((num_nonnulls(purchase_id, purse_id) = CASE WHEN (state = 'approved'::text) THEN 1 ELSE 0 END)),
    CONSTRAINT waiting_purchases_ended CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
    CONSTRAINT waiting_purchases_expires CHECK ((expires_at > created_at)),
    CONSTRAINT waiting_purchases_of CHECK (((num_nonnulls(listing_id, upload_id, version) = CASE WHEN (bundle_id IS NULL) THEN 3 ELSE 0 END) AND ((bundle_id IS NULL) = (bundled IS NULL)))),
    CONSTRAINT waiting_purchases_price_cents CHECK (((price_cents >= 1) AND (price_cents <= 99999999))),
    CONSTRAINT waiting_purchases_state CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text, 'cancelled'::text, 'superseded'::text, 'expired'::text])))
);

CREATE TABLE public.webhook_deliveries (
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    "position" bigint NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    last_attempt_at timestamp(3) with time zone,
    last_status integer,
    last_error text,
    last_response text,
    ended_at timestamp(3) with time zone,
    CONSTRAINT webhook_deliveries_pending_is_due CHECK ((((state = 'pending'::text) = (due_at IS NOT NULL)) AND ((state = 'pending'::text) = (ended_at IS NULL)))),
    CONSTRAINT webhook_deliveries_state CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE public.webhook_endpoints (
    id uuid NOT NULL,
    principal_kind text NOT NULL,
    principal_id uuid NOT NULL,
    api_key_id uuid,
    url text NOT NULL,
    description text,
    types text[] NOT NULL,
    secret_generation integer DEFAULT 1 NOT NULL,
    previous_secret_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    failing_since timestamp(3) with time zone,
    disabled_at timestamp(3) with time zone,
    disabled_reason text,
    CONSTRAINT webhook_endpoints_account_has_key CHECK (((principal_kind = 'account'::text) = (api_key_id IS NOT NULL))),
    CONSTRAINT webhook_endpoints_disabled_has_reason CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
    CONSTRAINT webhook_endpoints_principal_kind CHECK ((principal_kind = ANY (ARRAY['account'::text, 'agent'::text])))
);

CREATE TABLE public.worker_heartbeats (
    id uuid NOT NULL,
    roles text[] NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    version text NOT NULL,
    commit text,
    started_at timestamp(3) with time zone NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    is_bus_connected boolean NOT NULL
);

CREATE TABLE public.work_turns (
    work text NOT NULL,
    owner text NOT NULL,
    taken_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.acceptances
    ADD CONSTRAINT acceptances_pkey PRIMARY KEY (purchase_id);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_customer_id UNIQUE (customer_id);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_issuer_subject UNIQUE (issuer, subject);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_payout_account_id UNIQUE (payout_account_id);

ALTER TABLE ONLY public.access_requests
    ADD CONSTRAINT access_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_owner_email_agent_name UNIQUE (owner_email, agent_name);

ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_secret_hash UNIQUE (secret_hash);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_code_hash UNIQUE (code_hash);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auction_awards
    ADD CONSTRAINT auction_awards_once UNIQUE (listing_id, account_id);

ALTER TABLE ONLY public.auction_awards
    ADD CONSTRAINT auction_awards_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auction_awards
    ADD CONSTRAINT auction_awards_purchase_id UNIQUE (purchase_id);

ALTER TABLE ONLY public.auction_awards
    ADD CONSTRAINT auction_awards_rank UNIQUE (listing_id, rank);

ALTER TABLE ONLY public.auctions
    ADD CONSTRAINT auctions_pkey PRIMARY KEY (listing_id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_readers
    ADD CONSTRAINT audit_readers_account_id_audit_id_pk PRIMARY KEY (account_id, audit_id);

ALTER TABLE ONLY public.bids
    ADD CONSTRAINT bids_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bids
    ADD CONSTRAINT bids_position UNIQUE (listing_id, "position");

ALTER TABLE ONLY public.bounties
    ADD CONSTRAINT bounties_pkey PRIMARY KEY (request_id);

ALTER TABLE ONLY public.bounties
    ADD CONSTRAINT bounties_purse UNIQUE (purse_id);

ALTER TABLE ONLY public.bounty_deliveries
    ADD CONSTRAINT bounty_deliveries_file UNIQUE (request_id, sha256);

ALTER TABLE ONLY public.bounty_deliveries
    ADD CONSTRAINT bounty_deliveries_pkey PRIMARY KEY (answer_id);

ALTER TABLE ONLY public.bounty_deliveries
    ADD CONSTRAINT bounty_deliveries_purchase UNIQUE (purchase_id);

ALTER TABLE ONLY public.bucket_deliveries
    ADD CONSTRAINT bucket_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bucket_deliveries
    ADD CONSTRAINT bucket_deliveries_target_purchase UNIQUE (target_id, purchase_id);

ALTER TABLE ONLY public.chargeback_steps
    ADD CONSTRAINT chargeback_steps_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.chargebacks
    ADD CONSTRAINT chargebacks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_agent_id UNIQUE (agent_id);

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_api_key_id UNIQUE (api_key_id);

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_grant_id UNIQUE (grant_id);

ALTER TABLE ONLY public.collection_items
    ADD CONSTRAINT collection_items_collection_id_listing_id_pk PRIMARY KEY (collection_id, listing_id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.contract_checks
    ADD CONSTRAINT contract_checks_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.bundle_items
    ADD CONSTRAINT bundle_items_bundle_id_position_pk PRIMARY KEY (bundle_id, "position");

ALTER TABLE ONLY public.bundle_items
    ADD CONSTRAINT bundle_items_listing UNIQUE (bundle_id, listing_id);

ALTER TABLE ONLY public.bundles
    ADD CONSTRAINT bundles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_code UNIQUE (agent_id, code);

ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.daily_totals
    ADD CONSTRAINT daily_totals_pk PRIMARY KEY (seller_account_id, seller_agent_id, listing_id, currency, day, posting, account);

ALTER TABLE ONLY public.data_request_answers
    ADD CONSTRAINT data_request_answers_listing UNIQUE (request_id, listing_id);

ALTER TABLE ONLY public.data_request_answers
    ADD CONSTRAINT data_request_answers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.data_request_answers
    ADD CONSTRAINT data_request_answers_position UNIQUE (request_id, "position");

ALTER TABLE ONLY public.data_requests
    ADD CONSTRAINT data_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.delivery_targets
    ADD CONSTRAINT delivery_targets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.delivery_targets
    ADD CONSTRAINT delivery_targets_place UNIQUE (account_id, bucket, endpoint, prefix);

ALTER TABLE ONLY public.dispute_file_notes
    ADD CONSTRAINT dispute_file_notes_pkey PRIMARY KEY (file_id);

ALTER TABLE ONLY public.dispute_statements
    ADD CONSTRAINT dispute_statements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.draft_warnings
    ADD CONSTRAINT draft_warnings_pkey PRIMARY KEY (agent_id);

ALTER TABLE ONLY public.embedding_models
    ADD CONSTRAINT embedding_models_name UNIQUE (name, text_version);

ALTER TABLE ONLY public.embedding_models
    ADD CONSTRAINT embedding_models_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_arrivals
    ADD CONSTRAINT event_arrivals_tx_seq_pk PRIMARY KEY (tx, seq);

ALTER TABLE ONLY public.event_cursors
    ADD CONSTRAINT event_cursors_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_position UNIQUE ("position");

ALTER TABLE ONLY public.follow_digests
    ADD CONSTRAINT follow_digests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.follow_mail_items
    ADD CONSTRAINT follow_mail_items_follow_id_news_id_pk PRIMARY KEY (follow_id, news_id);

ALTER TABLE ONLY public.follow_news
    ADD CONSTRAINT follow_news_collected_once UNIQUE (collection_id, listing_id);

ALTER TABLE ONLY public.follow_news
    ADD CONSTRAINT follow_news_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_collection_once UNIQUE (principal_kind, principal_id, collection_id);

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_listing_once UNIQUE (principal_kind, principal_id, listing_id);

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_seller_once UNIQUE (principal_kind, principal_id, seller_id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_scope_key_pk PRIMARY KEY (scope, key);

ALTER TABLE ONLY public.join_columns
    ADD CONSTRAINT join_columns_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.join_hashes
    ADD CONSTRAINT join_hashes_hash_column_id_pk PRIMARY KEY (hash, column_id);

ALTER TABLE ONLY public.join_shown_hashes
    ADD CONSTRAINT join_shown_hashes_hash_column_id_pk PRIMARY KEY (hash, column_id);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_once UNIQUE (purchase_id, posting, reference, account);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_once_of_purse UNIQUE (purse_id, posting, reference, account);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.listing_changes
    ADD CONSTRAINT listing_changes_listing_id_position_pk PRIMARY KEY (listing_id, "position");

ALTER TABLE ONLY public.report_decisions
    ADD CONSTRAINT report_decisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.listing_embedding_signs
    ADD CONSTRAINT listing_embedding_signs_model_id_listing_id_pk PRIMARY KEY (model_id, listing_id);

ALTER TABLE ONLY public.listing_embeddings
    ADD CONSTRAINT listing_embeddings_model_id_listing_id_pk PRIMARY KEY (model_id, listing_id);

ALTER TABLE ONLY public.listing_ratings
    ADD CONSTRAINT listing_ratings_pkey PRIMARY KEY (listing_id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.listing_visits
    ADD CONSTRAINT listing_visits_pk PRIMARY KEY (listing_id, day);

ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.listings_to_match
    ADD CONSTRAINT listings_to_match_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.matched_sets
    ADD CONSTRAINT matched_sets_account_id_upload_id_pk PRIMARY KEY (account_id, upload_id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_position UNIQUE (thread_id, "position");

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_tx_channel_key_pk PRIMARY KEY (tx, channel, key);

ALTER TABLE ONLY public.oauth_records
    ADD CONSTRAINT oauth_records_kind_id_hash_pk PRIMARY KEY (kind, id_hash);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_methods
    ADD CONSTRAINT payment_methods_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payment_setups
    ADD CONSTRAINT payment_setups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.payout_reminders
    ADD CONSTRAINT payout_reminders_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.private_offer_moves
    ADD CONSTRAINT private_offer_moves_private_offer_id_position_pk PRIMARY KEY (private_offer_id, "position");

ALTER TABLE ONLY public.private_offers
    ADD CONSTRAINT private_offers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.provider_transactions
    ADD CONSTRAINT provider_transactions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_transfer_id UNIQUE (transfer_id);

ALTER TABLE ONLY public.purses
    ADD CONSTRAINT purses_payment_intent_id UNIQUE (payment_intent_id);

ALTER TABLE ONLY public.purses
    ADD CONSTRAINT purses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.purses
    ADD CONSTRAINT purses_refund_id UNIQUE (refund_id);

ALTER TABLE ONLY public.queue_states
    ADD CONSTRAINT queue_states_pkey PRIMARY KEY (queue);

ALTER TABLE ONLY public.rate_windows
    ADD CONSTRAINT rate_windows_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.reconciliation_findings
    ADD CONSTRAINT reconciliation_findings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reconciliation_runs
    ADD CONSTRAINT reconciliation_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.review_reports
    ADD CONSTRAINT review_reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.review_revisions
    ADD CONSTRAINT review_revisions_review_id_part_revision_pk PRIMARY KEY (review_id, part, revision);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_one_per_version_and_account UNIQUE (account_id, listing_id, version);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_purchase_id UNIQUE (purchase_id);

ALTER TABLE ONLY public.saved_search_matches
    ADD CONSTRAINT saved_search_matches_once UNIQUE (search_id, listing_id, version);

ALTER TABLE ONLY public.saved_search_matches
    ADD CONSTRAINT saved_search_matches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.saved_search_terms
    ADD CONSTRAINT saved_search_terms_term_search_id_pk PRIMARY KEY (term, search_id);

ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.search_digests
    ADD CONSTRAINT search_digests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.search_words
    ADD CONSTRAINT search_words_pkey PRIMARY KEY (word);

ALTER TABLE ONLY public.seller_logos
    ADD CONSTRAINT seller_logos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.seller_totals
    ADD CONSTRAINT seller_totals_seller_account_id_currency_posting_account_pk PRIMARY KEY (seller_account_id, currency, posting, account);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.shown_secrets
    ADD CONSTRAINT shown_secrets_pkey PRIMARY KEY (subject_id);

ALTER TABLE ONLY public.storage_usage
    ADD CONSTRAINT storage_usage_scope_scope_id_pk PRIMARY KEY (scope, scope_id);

ALTER TABLE ONLY public.subscriber_checks
    ADD CONSTRAINT subscriber_checks_pkey PRIMARY KEY (listing_id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.thread_sides
    ADD CONSTRAINT thread_sides_thread_id_side_pk PRIMARY KEY (thread_id, side);

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_listing_and_buyer UNIQUE (listing_id, buyer_account_id);

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.trial_files
    ADD CONSTRAINT trial_files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.twin_jobs
    ADD CONSTRAINT twin_jobs_pkey PRIMARY KEY (upload_id);

ALTER TABLE ONLY public.twins
    ADD CONSTRAINT twins_upload_id_position_pk PRIMARY KEY (upload_id, "position");

ALTER TABLE ONLY public.unmet_searches
    ADD CONSTRAINT unmet_searches_pk PRIMARY KEY (words, day);

ALTER TABLE ONLY public.upload_file_part_checksums
    ADD CONSTRAINT upload_file_part_checksums_upload_id_position_part_number_pk PRIMARY KEY (upload_id, "position", part_number);

ALTER TABLE ONLY public.upload_files
    ADD CONSTRAINT upload_files_path UNIQUE (upload_id, path);

ALTER TABLE ONLY public.upload_files
    ADD CONSTRAINT upload_files_upload_id_position_pk PRIMARY KEY (upload_id, "position");

ALTER TABLE ONLY public.upload_imports
    ADD CONSTRAINT upload_imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.upload_part_checksums
    ADD CONSTRAINT upload_part_checksums_upload_id_part_number_pk PRIMARY KEY (upload_id, part_number);

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_listing_version UNIQUE (listing_id, version);

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_storage_path UNIQUE (storage_path);

ALTER TABLE ONLY public.version_changes
    ADD CONSTRAINT version_changes_upload_id_from_upload_id_pk PRIMARY KEY (upload_id, from_upload_id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_purchase_id UNIQUE (purchase_id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_purse_id UNIQUE (purse_id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_endpoint_event UNIQUE (endpoint_id, event_id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.work_turns
    ADD CONSTRAINT work_turns_work_owner_pk PRIMARY KEY (work, owner);

ALTER TABLE ONLY public.worker_heartbeats
    ADD CONSTRAINT worker_heartbeats_pkey PRIMARY KEY (id);

CREATE INDEX access_requests_buyer ON public.access_requests USING btree (buyer_account_id, id);

CREATE UNIQUE INDEX access_requests_live ON public.access_requests USING btree (listing_id, buyer_account_id) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text]));

CREATE INDEX access_requests_seller ON public.access_requests USING btree (seller_agent_id, id);

CREATE INDEX acceptances_due ON public.acceptances USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX accounts_email ON public.accounts USING btree (email);

CREATE INDEX accounts_payout_check_due ON public.accounts USING btree (payout_check_due_at) WHERE (payout_check_due_at IS NOT NULL);

CREATE INDEX agents_account_id ON public.agents USING btree (account_id);

CREATE INDEX agents_name_words ON public.agents USING btree (regexp_replace(lower(agent_name), '[^[:alnum:]]+'::text, ' '::text, 'g'::text) text_pattern_ops);

CREATE UNIQUE INDEX agents_owner_email_registered_name ON public.agents USING btree (owner_email, COALESCE(registered_name, agent_name));

CREATE INDEX api_keys_account ON public.api_keys USING btree (account_id, id);

CREATE UNIQUE INDEX api_keys_one_built_in ON public.api_keys USING btree (account_id) WHERE (is_built_in AND (revoked_at IS NULL));

CREATE INDEX approvals_agent_id_created_at ON public.approvals USING btree (agent_id, created_at);

CREATE INDEX auction_awards_account ON public.auction_awards USING btree (account_id, id);

CREATE INDEX auction_awards_open ON public.auction_awards USING btree (due_at, id) WHERE (state = ANY (ARRAY['won'::text, 'charging'::text, 'unpaid'::text, 'offered'::text]));

CREATE INDEX auctions_ends_at ON public.auctions USING btree (ends_at, listing_id) WHERE (closed_at IS NULL);

CREATE INDEX auctions_unsettled ON public.auctions USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (outcome IS NULL));

CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_kind, actor_id, id);

CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_kind, subject_id, id);

CREATE INDEX bids_account ON public.bids USING btree (account_id, id);

CREATE INDEX bids_api_key ON public.bids USING btree (api_key_id) WHERE is_current;

CREATE INDEX bids_bidder ON public.bids USING btree (listing_id, account_id, "position");

CREATE UNIQUE INDEX bids_one_current_per_bidder ON public.bids USING btree (listing_id, account_id) WHERE is_current;

CREATE INDEX bids_ranking ON public.bids USING btree (listing_id, max_cents DESC NULLS LAST, "position") WHERE is_current;

CREATE INDEX bounties_live ON public.bounties USING btree (request_id) WHERE (ended_at IS NULL);

CREATE INDEX bounty_deliveries_due ON public.bounty_deliveries USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX bounty_deliveries_request ON public.bounty_deliveries USING btree (request_id, "position");

CREATE INDEX bucket_deliveries_due ON public.bucket_deliveries USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX bucket_deliveries_failed ON public.bucket_deliveries USING btree (ended_at) WHERE (state = 'failed'::text);

CREATE INDEX bucket_deliveries_purchase ON public.bucket_deliveries USING btree (purchase_id);

CREATE INDEX bucket_deliveries_target ON public.bucket_deliveries USING btree (target_id, id);

CREATE INDEX chargeback_steps_chargeback ON public.chargeback_steps USING btree (chargeback_id, id);

CREATE INDEX chargeback_steps_due ON public.chargeback_steps USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX chargeback_steps_one_owed ON public.chargeback_steps USING btree (chargeback_id) WHERE (state = 'owed'::text);

CREATE INDEX chargebacks_debt ON public.chargebacks USING btree (seller_account_id) WHERE (debt_cents > (recovered_cents + written_off_cents));

CREATE INDEX chargebacks_open ON public.chargebacks USING btree (opened_at) WHERE (state = 'open'::text);

CREATE INDEX chargebacks_purchase ON public.chargebacks USING btree (purchase_id);

CREATE INDEX collection_items_listing ON public.collection_items USING btree (listing_id);

CREATE INDEX collection_items_position ON public.collection_items USING btree (collection_id, "position");

CREATE INDEX collections_account ON public.collections USING btree (account_id, id);

CREATE INDEX collections_principal ON public.collections USING btree (principal_kind, principal_id, id);

CREATE INDEX collections_seller ON public.collections USING btree (seller_id, id) WHERE (seller_id IS NOT NULL);

CREATE INDEX connections_account ON public.connections USING btree (account_id, id);

CREATE INDEX bundle_items_of_listing ON public.bundle_items USING btree (listing_id, bundle_id);

CREATE INDEX bundles_agent ON public.bundles USING btree (agent_id, id);

CREATE INDEX bundles_live ON public.bundles USING btree (id) WHERE (ended_at IS NULL);

CREATE INDEX bundles_live_agent ON public.bundles USING btree (agent_id, id) WHERE (ended_at IS NULL);

CREATE INDEX coupons_agent ON public.coupons USING btree (agent_id, id);

CREATE INDEX data_request_answers_agent ON public.data_request_answers USING btree (agent_id, created_at, id);

CREATE INDEX data_requests_account ON public.data_requests USING btree (account_id, created_at, id);

CREATE INDEX data_requests_expiring ON public.data_requests USING btree (expires_at, id) WHERE (state = 'open'::text);

CREATE INDEX data_requests_mail_due ON public.data_requests USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

CREATE INDEX data_requests_newest ON public.data_requests USING btree (state, created_at, id);

CREATE INDEX data_requests_search_vector ON public.data_requests USING gin (search_vector) WITH (gin_pending_list_limit='128');

CREATE INDEX dispute_file_notes_due ON public.dispute_file_notes USING btree (created_at);

CREATE INDEX dispute_statements_purchase ON public.dispute_statements USING btree (purchase_id, id);

CREATE INDEX events_created_at ON public.events USING btree (created_at);

CREATE INDEX events_principal ON public.events USING btree (principal_kind, principal_id, "position");

CREATE INDEX events_unread ON public.events USING btree (principal_id) WHERE ((principal_kind = 'account'::text) AND (read_at IS NULL));

CREATE INDEX follow_digests_account ON public.follow_digests USING btree (account_id, created_at);

CREATE INDEX follow_digests_created ON public.follow_digests USING btree (created_at);

CREATE INDEX follow_mail_items_digest ON public.follow_mail_items USING btree (digest_id) WHERE (digest_id IS NOT NULL);

CREATE INDEX follow_mail_items_news ON public.follow_mail_items USING btree (news_id);

CREATE INDEX follow_news_created ON public.follow_news USING btree (created_at);

CREATE INDEX follow_news_open ON public.follow_news USING btree (listing_id, id) WHERE (done_at IS NULL);

CREATE INDEX follows_account ON public.follows USING btree (account_id, id);

CREATE INDEX follows_collection ON public.follows USING btree (collection_id, principal_id) WHERE (collection_id IS NOT NULL);

CREATE INDEX follows_listing ON public.follows USING btree (listing_id, principal_id) WHERE (listing_id IS NOT NULL);

CREATE INDEX follows_mail_due ON public.follows USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

CREATE INDEX follows_principal ON public.follows USING btree (principal_kind, principal_id, id);

CREATE INDEX follows_seller ON public.follows USING btree (seller_id, principal_id) WHERE (seller_id IS NOT NULL);

CREATE INDEX idempotency_keys_expires_at ON public.idempotency_keys USING btree (expires_at);

CREATE INDEX join_columns_upload_id ON public.join_columns USING btree (upload_id);

CREATE INDEX ledger_entries_created_at ON public.ledger_entries USING brin (created_at) WITH (autosummarize='true');

CREATE INDEX report_decisions_account ON public.report_decisions USING btree (account_id, id);

CREATE INDEX report_decisions_subject ON public.report_decisions USING btree (subject_id, id);

CREATE INDEX report_decisions_open_appeals ON public.report_decisions USING btree (appealed_at, id) WHERE ((appealed_at IS NOT NULL) AND (appeal_outcome IS NULL));

CREATE INDEX listing_embedding_signs_changed ON public.listing_embedding_signs USING btree (model_id, changed_in);

CREATE INDEX listing_embedding_signs_listing ON public.listing_embedding_signs USING btree (listing_id);

CREATE INDEX listing_embeddings_failed ON public.listing_embeddings USING btree (updated_at) WHERE (error_code IS NOT NULL);

CREATE INDEX listing_embeddings_listing ON public.listing_embeddings USING btree (listing_id);

CREATE INDEX reports_account ON public.reports USING btree (account_id, id);

CREATE INDEX reports_agent ON public.reports USING btree (agent_id, id) WHERE (agent_id IS NOT NULL);

CREATE INDEX reports_decision ON public.reports USING btree (decision_id);

CREATE UNIQUE INDEX reports_one_open_per_account ON public.reports USING btree (account_id, subject_id) WHERE (decision_id IS NULL);

CREATE UNIQUE INDEX reports_one_open_per_visitor ON public.reports USING btree (visitor_email, subject_id) WHERE ((decision_id IS NULL) AND (visitor_email IS NOT NULL));

CREATE INDEX reports_open ON public.reports USING btree (subject_id, created_at) WHERE ((decision_id IS NULL) AND is_confirmed);

CREATE INDEX reports_unconfirmed ON public.reports USING btree (created_at) WHERE (NOT is_confirmed);

CREATE INDEX reports_worded ON public.reports USING btree (decision_id) WHERE ((decision_id IS NOT NULL) AND ((detail IS NOT NULL) OR (visitor_email IS NOT NULL)));

CREATE INDEX listing_visits_day ON public.listing_visits USING btree (day);

CREATE INDEX listings_agent ON public.listings USING btree (agent_id, id);

CREATE INDEX listings_box ON public.listings USING gist (latitudes, longitudes) WHERE ((status = 'active'::text) AND (latitudes IS NOT NULL));

CREATE INDEX listings_bytes ON public.listings USING btree (byte_size, id) WHERE (status = 'active'::text);

CREATE INDEX listings_category ON public.listings USING btree (category, published_at, id) WHERE (status = 'active'::text);

CREATE INDEX listings_column_facts ON public.listings USING gin (column_facts) WITH (gin_pending_list_limit='128') WHERE (status = 'active'::text);

CREATE INDEX listings_column_names ON public.listings USING gin (column_names) WITH (gin_pending_list_limit='128') WHERE (status = 'active'::text);

CREATE INDEX listings_countries ON public.listings USING gin (countries) WITH (gin_pending_list_limit='128') WHERE (status = 'active'::text);

CREATE INDEX listings_covers ON public.listings USING gist (daterange(covers_from, covers_to, '[]'::text)) WHERE ((status = 'active'::text) AND (covers_from IS NOT NULL));

CREATE INDEX listings_drafts_to_warn ON public.listings USING btree (updated_at, id) WHERE ((status = 'draft'::text) AND (draft_warned_at IS NULL));

CREATE INDEX listings_drafts_warned ON public.listings USING btree (draft_warned_at, id) WHERE (draft_warned_at IS NOT NULL);

CREATE INDEX listings_facts_stale ON public.listings USING btree (id) WHERE ((status = 'active'::text) AND ((facts_upload_id IS DISTINCT FROM current_upload_id) OR (facts_license IS DISTINCT FROM license)));

CREATE INDEX listings_facts_version ON public.listings USING btree (facts_version, id) WHERE (status = 'active'::text);

CREATE INDEX listings_languages ON public.listings USING gin (languages) WITH (gin_pending_list_limit='128') WHERE (status = 'active'::text);

CREATE INDEX listings_license_terms ON public.listings USING gin (license_terms) WITH (gin_pending_list_limit='128') WHERE (status = 'active'::text);

CREATE INDEX listings_newest ON public.listings USING btree (published_at, id) WHERE (status = 'active'::text);

CREATE INDEX listings_personal_data ON public.listings USING btree (published_at, id) WHERE ((status = 'active'::text) AND has_personal_data);

CREATE INDEX listings_price ON public.listings USING btree (price_cents, id) WHERE (status = 'active'::text);

CREATE INDEX listings_quality ON public.listings USING btree (COALESCE(quality_score, (0)::double precision), id) WHERE (status = 'active'::text);

CREATE INDEX listings_rows ON public.listings USING btree (row_count, id) WHERE (status = 'active'::text);

CREATE INDEX listings_search_vector ON public.listings USING gin (search_vector) WITH (gin_pending_list_limit='128');

CREATE INDEX listings_sha256 ON public.listings USING btree (sha256, price_cents, id) WHERE (status = 'active'::text);

CREATE INDEX listings_tags ON public.listings USING gin (tags) WITH (gin_pending_list_limit='128') WHERE (status = 'active'::text);

CREATE INDEX listings_updated ON public.listings USING btree (COALESCE(version_published_at, published_at), id) WHERE (status = 'active'::text);

CREATE INDEX listings_without_column_facts ON public.listings USING btree (id) WHERE (column_facts IS NULL);

CREATE INDEX matched_sets_upload_id ON public.matched_sets USING btree (upload_id);

CREATE INDEX messages_account ON public.messages USING btree (account_id, created_at);

CREATE INDEX oauth_records_expires_at ON public.oauth_records USING btree (expires_at);

CREATE INDEX oauth_records_grant ON public.oauth_records USING btree (grant_id, kind);

CREATE INDEX outbox_mails_unsettled ON public.outbox USING btree (published_at) WHERE ((subject = 'jobs.mail'::text) AND (settled_at IS NULL));

CREATE INDEX outbox_published ON public.outbox USING btree (published_at) WHERE (published_at IS NOT NULL);

CREATE INDEX outbox_unpublished ON public.outbox USING btree (id) WHERE (published_at IS NULL);

CREATE INDEX payment_events_received_at ON public.payment_events USING btree (received_at);

CREATE INDEX payment_methods_account ON public.payment_methods USING btree (account_id, added_at);

CREATE INDEX payment_methods_fingerprint ON public.payment_methods USING btree (fingerprint) WHERE (fingerprint IS NOT NULL);

CREATE INDEX payment_setups_check_due ON public.payment_setups USING btree (check_due_at) WHERE (check_due_at IS NOT NULL);

CREATE INDEX provider_transactions_created_at ON public.provider_transactions USING btree (created_at);

CREATE INDEX provider_transactions_fee_due ON public.provider_transactions USING btree (purchase_id, id) WHERE ((NOT is_fee_posted) AND (fee_cents <> 0) AND (purchase_id IS NOT NULL));

CREATE INDEX provider_transactions_purchase ON public.provider_transactions USING btree (purchase_id);

CREATE INDEX provider_transactions_unjudged ON public.provider_transactions USING btree (created_at) WHERE (NOT is_judged);

CREATE INDEX private_offer_moves_account ON public.private_offer_moves USING btree (account_id, created_at);

CREATE INDEX private_offers_buyer ON public.private_offers USING btree (buyer_account_id, id);

CREATE INDEX private_offers_expiring ON public.private_offers USING btree (expiry_due_at) WHERE (expiry_due_at IS NOT NULL);

CREATE INDEX private_offers_listing ON public.private_offers USING btree (listing_id, expires_at) WHERE (state in ('open', 'accepted'));

CREATE INDEX private_offers_seller ON public.private_offers USING btree (seller_agent_id, id);

CREATE INDEX private_offers_started ON public.private_offers USING btree (started_by_account_id, expires_at) WHERE (state in ('open', 'accepted'));

CREATE INDEX purchases_account ON public.purchases USING btree (account_id, id);

CREATE INDEX purchases_api_key ON public.purchases USING btree (api_key_id, created_at);

CREATE INDEX purchases_disputed ON public.purchases USING btree (disputed_at) WHERE (state = 'disputed'::text);

CREATE INDEX purchases_listing ON public.purchases USING btree (listing_id);

CREATE UNIQUE INDEX purchases_one_live_per_buyer_and_file ON public.purchases USING btree (account_id, upload_id) WHERE ((state = ANY (ARRAY['payment_pending'::text, 'in_escrow'::text, 'disputed'::text, 'released'::text])) AND (subscription_id IS NULL));

CREATE UNIQUE INDEX purchases_one_live_credit ON public.purchases USING btree (credited_trial_id) WHERE ((state = ANY (ARRAY['payment_pending'::text, 'in_escrow'::text, 'disputed'::text, 'released'::text])) AND (credited_trial_id IS NOT NULL));

CREATE UNIQUE INDEX purchases_one_live_trial ON public.purchases USING btree (account_id, listing_id, version) WHERE ((state = ANY (ARRAY['payment_pending'::text, 'in_escrow'::text, 'disputed'::text, 'released'::text])) AND (trial_rows IS NOT NULL));

CREATE UNIQUE INDEX purchases_one_live_per_period ON public.purchases USING btree (subscription_id, period_number) WHERE ((state = ANY (ARRAY['payment_pending'::text, 'in_escrow'::text, 'disputed'::text, 'released'::text])) AND (subscription_id IS NOT NULL));

CREATE UNIQUE INDEX purchases_own_payment_intent ON public.purchases USING btree (payment_intent_id) WHERE (purse_id IS NULL);

CREATE INDEX purchases_payment_pending ON public.purchases USING btree (created_at) WHERE (state = 'payment_pending'::text);

CREATE UNIQUE INDEX purchases_refund_id ON public.purchases USING btree (refund_id) WHERE (purse_id IS NULL);

CREATE INDEX purchases_payout_owed ON public.purchases USING btree (released_at) WHERE ((state = 'released'::text) AND (transferred_at IS NULL) AND (price_cents > ((fee_cents + set_off_cents) + kept_cents)));

CREATE INDEX purchases_coupon ON public.purchases USING btree (coupon_id) WHERE (coupon_id IS NOT NULL);

CREATE INDEX purchases_private_offer ON public.purchases USING btree (private_offer_id) WHERE (private_offer_id IS NOT NULL);

CREATE INDEX purchases_purse ON public.purchases USING btree (purse_id, id) WHERE (purse_id IS NOT NULL);

CREATE INDEX purchases_refund_failed ON public.purchases USING btree (refund_failed_at) WHERE (refund_failed_at IS NOT NULL);

CREATE INDEX purchases_refund_owed ON public.purchases USING btree (refunded_at, id) WHERE ((state = 'refunded'::text) AND (refund_paid_at IS NULL));

CREATE INDEX purchases_refund_paid_otherwise ON public.purchases USING btree (refunded_at, id) WHERE (refund_paid_reference IS NOT NULL);

CREATE INDEX purchases_release_due ON public.purchases USING btree (release_due_at) WHERE (state = 'in_escrow'::text);

CREATE INDEX purchases_seller_account ON public.purchases USING btree (seller_account_id, id);

CREATE INDEX purchases_seller_agent ON public.purchases USING btree (seller_agent_id);

CREATE INDEX purchases_seller_disputed ON public.purchases USING btree (seller_account_id) WHERE (state = 'disputed'::text);

CREATE INDEX purchases_settle_due ON public.purchases USING btree (settle_due_at) WHERE (settle_due_at IS NOT NULL);

CREATE INDEX purchases_sold ON public.purchases USING btree (seller_account_id, id) WHERE (paid_at IS NOT NULL);

CREATE INDEX purchases_sold_by_agent ON public.purchases USING btree (seller_agent_id, id, trial_rows) WHERE (paid_at IS NOT NULL);

CREATE INDEX purchases_subscription ON public.purchases USING btree (subscription_id, id) WHERE (subscription_id IS NOT NULL);

CREATE INDEX purchases_troubled_of_agent ON public.purchases USING btree (seller_agent_id, id) WHERE ((disputed_at IS NOT NULL) OR (chargeback IS NOT NULL) OR (refund_cause IS NOT NULL));

CREATE INDEX purses_account ON public.purses USING btree (account_id, id);

CREATE INDEX purses_api_key ON public.purses USING btree (api_key_id, created_at);

CREATE INDEX purses_bundle ON public.purses USING btree (bundle_id) WHERE (bundle_id IS NOT NULL);

CREATE INDEX purses_held ON public.purses USING btree (id) WHERE (state = 'in_escrow'::text);

CREATE INDEX purses_refund_owed ON public.purses USING btree (refunded_at, id) WHERE ((state = 'refunded'::text) AND (refund_paid_at IS NULL));

CREATE INDEX purses_settle_due ON public.purses USING btree (settle_due_at) WHERE (settle_due_at IS NOT NULL);

CREATE INDEX rate_windows_ends_at ON public.rate_windows USING btree (ends_at);

CREATE INDEX reconciliation_findings_day ON public.reconciliation_findings USING btree (day, id);

CREATE UNIQUE INDEX reconciliation_findings_once ON public.reconciliation_findings USING btree (key) WHERE (resolved_at IS NULL);

CREATE INDEX reconciliation_findings_open ON public.reconciliation_findings USING btree (first_seen_at) WHERE ((resolved_at IS NULL) AND (closed_at IS NULL));

CREATE UNIQUE INDEX reconciliation_runs_day ON public.reconciliation_runs USING btree (day);

CREATE INDEX reconciliation_runs_due ON public.reconciliation_runs USING btree (due_at) WHERE (state = ANY (ARRAY['due'::text, 'failed'::text]));

CREATE UNIQUE INDEX reconciliation_runs_one_running ON public.reconciliation_runs USING btree (state) WHERE (state = 'running'::text);

CREATE UNIQUE INDEX review_reports_one_open_per_account ON public.review_reports USING btree (account_id, review_id, part) WHERE (closed_at IS NULL);

CREATE INDEX review_reports_open ON public.review_reports USING btree (review_id, created_at) WHERE (closed_at IS NULL);

CREATE INDEX reviews_author ON public.reviews USING btree (account_id, posted_at, id);

CREATE INDEX reviews_listing ON public.reviews USING btree (listing_id, posted_at, id) WHERE is_shown;

CREATE INDEX reviews_listing_stars ON public.reviews USING btree (listing_id, stars, posted_at, id) WHERE is_shown;

CREATE INDEX reviews_seller ON public.reviews USING btree (seller_agent_id, posted_at, id);

CREATE INDEX saved_search_matches_at ON public.saved_search_matches USING btree (matched_at);

CREATE INDEX saved_search_matches_digest ON public.saved_search_matches USING btree (digest_id) WHERE (digest_id IS NOT NULL);

CREATE INDEX saved_search_matches_mail_owed ON public.saved_search_matches USING btree (search_id) WHERE mail_owed;

CREATE INDEX saved_search_matches_search ON public.saved_search_matches USING btree (search_id, id);

CREATE INDEX saved_search_terms_search ON public.saved_search_terms USING btree (search_id);

CREATE INDEX saved_searches_account ON public.saved_searches USING btree (account_id, id);

CREATE INDEX saved_searches_compiled ON public.saved_searches USING btree (compiled_at);

CREATE INDEX saved_searches_mail_due ON public.saved_searches USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

CREATE INDEX saved_searches_principal ON public.saved_searches USING btree (principal_kind, principal_id, id);

CREATE INDEX search_digests_account ON public.search_digests USING btree (account_id, created_at);

CREATE INDEX search_digests_created ON public.search_digests USING btree (created_at);

CREATE INDEX search_words_trigrams ON public.search_words USING gin (word public.gin_trgm_ops) WITH (gin_pending_list_limit='128');

CREATE INDEX seller_logos_agent ON public.seller_logos USING btree (agent_id);

CREATE INDEX seller_logos_created ON public.seller_logos USING btree (created_at);

CREATE INDEX sessions_account ON public.sessions USING btree (account_id, last_seen_at);

CREATE INDEX sessions_expires_at ON public.sessions USING btree (expires_at);

CREATE INDEX shown_secrets_expires_at ON public.shown_secrets USING btree (expires_at);

CREATE INDEX subscriptions_account ON public.subscriptions USING btree (account_id, id);

CREATE INDEX subscriptions_api_key ON public.subscriptions USING btree (api_key_id) WHERE (state <> 'ended'::text);

CREATE INDEX subscriptions_charging ON public.subscriptions USING btree (id) WHERE ((next_step_at IS NULL) AND (state <> 'ended'::text));

CREATE INDEX subscriptions_listing ON public.subscriptions USING btree (listing_id, id) WHERE (state <> 'ended'::text);

CREATE INDEX subscriptions_next_step ON public.subscriptions USING btree (next_step_at) WHERE (next_step_at IS NOT NULL);

CREATE UNIQUE INDEX subscriptions_one_live_per_buyer_and_listing ON public.subscriptions USING btree (account_id, listing_id) WHERE (state <> 'ended'::text);

CREATE INDEX subscriptions_seller_account ON public.subscriptions USING btree (seller_account_id) WHERE (state <> 'ended'::text);

CREATE INDEX thread_sides_mail_due ON public.thread_sides USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);

CREATE INDEX threads_begun ON public.threads USING btree (buyer_account_id, created_at);

CREATE INDEX threads_buyer ON public.threads USING btree (buyer_account_id, last_message_at, id);

CREATE INDEX threads_seller ON public.threads USING btree (seller_agent_id, last_message_at, id);

CREATE INDEX trial_files_due ON public.trial_files USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX trial_files_listing ON public.trial_files USING btree (listing_id) WHERE (state <> 'superseded'::text);

CREATE UNIQUE INDEX trial_files_one_per_version ON public.trial_files USING btree (upload_id, rows) WHERE (state <> 'superseded'::text);

CREATE INDEX twin_jobs_due ON public.twin_jobs USING btree (due_at, upload_id) WHERE (due_at IS NOT NULL);

CREATE INDEX twins_failed ON public.twins USING btree (created_at) WHERE (error_code = 'twin_failed'::text);

CREATE INDEX unmet_searches_callers ON public.unmet_searches USING btree (callers, day);

CREATE INDEX unmet_searches_day ON public.unmet_searches USING btree (day);

CREATE INDEX upload_files_multipart ON public.upload_files USING btree (multipart_id) WHERE (multipart_id IS NOT NULL);

CREATE INDEX upload_files_sha256 ON public.upload_files USING btree (sha256, upload_id) WHERE (sha256 IS NOT NULL);

CREATE INDEX upload_imports_due ON public.upload_imports USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX upload_imports_ended ON public.upload_imports USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX upload_imports_listing ON public.upload_imports USING btree (listing_id, id);

CREATE INDEX upload_imports_open ON public.upload_imports USING btree (agent_id) WHERE (ended_at IS NULL);

CREATE INDEX uploads_attached ON public.uploads USING btree (attached_at) WHERE (state = 'attached'::text);

CREATE INDEX uploads_failed ON public.uploads USING btree (id) WHERE (error_code IS NOT NULL);

CREATE INDEX uploads_listing_id ON public.uploads USING btree (listing_id, id);

CREATE INDEX uploads_look_due ON public.uploads USING btree (look_due_at) WHERE (look_due_at IS NOT NULL);

CREATE INDEX uploads_postponed ON public.uploads USING btree (attached_at) WHERE ((state = 'attached'::text) AND (service_failures > 0));

CREATE INDEX uploads_sha256 ON public.uploads USING btree (sha256) WHERE (version IS NOT NULL);

CREATE INDEX uploads_unused ON public.uploads USING btree (id) WHERE ((state = ANY (ARRAY['issued'::text, 'superseded'::text])) AND (purged_at IS NULL) AND (version IS NULL));

CREATE INDEX waiting_purchases_account ON public.waiting_purchases USING btree (account_id, id);

CREATE INDEX waiting_purchases_api_key ON public.waiting_purchases USING btree (api_key_id, created_at);

CREATE INDEX waiting_purchases_expiring ON public.waiting_purchases USING btree (expires_at) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX waiting_purchases_one_per_key_and_bundle ON public.waiting_purchases USING btree (api_key_id, bundle_id) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX waiting_purchases_one_per_key_and_listing ON public.waiting_purchases USING btree (api_key_id, listing_id) WHERE (state = 'waiting'::text);

CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (endpoint_id, "position");

CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id);

CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (ended_at) WHERE (state = 'failed'::text);

CREATE INDEX webhook_deliveries_leased ON public.webhook_deliveries USING btree (endpoint_id) WHERE (leased_until IS NOT NULL);

CREATE INDEX webhook_deliveries_next ON public.webhook_deliveries USING btree (endpoint_id, "position") WHERE (state = 'pending'::text);

CREATE INDEX webhook_deliveries_pending ON public.webhook_deliveries USING btree (endpoint_id, subject_id, "position") WHERE (state = 'pending'::text);

CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (id) WHERE (state = 'pending'::text);

CREATE INDEX webhook_endpoints_failing ON public.webhook_endpoints USING btree (failing_since) WHERE (failing_since IS NOT NULL);

CREATE INDEX webhook_endpoints_principal ON public.webhook_endpoints USING btree (principal_kind, principal_id, id);

CREATE INDEX worker_heartbeats_seen_at ON public.worker_heartbeats USING btree (seen_at);

CREATE TRIGGER accounts_weigh_reviews AFTER UPDATE ON public.accounts FOR EACH ROW WHEN (((old.suspended_at IS NULL) <> (new.suspended_at IS NULL))) EXECUTE FUNCTION public.weigh_account_reviews();

CREATE TRIGGER agents_hand_audit AFTER UPDATE OF account_id ON public.agents FOR EACH ROW WHEN (((old.account_id IS NULL) AND (new.account_id IS NOT NULL))) EXECUTE FUNCTION public.hand_audit_to_owner();

CREATE TRIGGER audit_log_readers AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.note_audit_readers();

CREATE TRIGGER daily_totals_follow BEFORE INSERT OR DELETE OR UPDATE ON public.daily_totals FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.refuse_daily_totals_change();

CREATE TRIGGER daily_totals_no_truncate BEFORE TRUNCATE ON public.daily_totals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_daily_totals_change();

CREATE TRIGGER dispute_statements_append_only BEFORE DELETE OR UPDATE ON public.dispute_statements FOR EACH ROW EXECUTE FUNCTION public.refuse_dispute_change();

CREATE TRIGGER dispute_statements_no_truncate BEFORE TRUNCATE ON public.dispute_statements FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_dispute_change();

CREATE TRIGGER events_await_number AFTER INSERT ON public.events REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.await_number();

CREATE CONSTRAINT TRIGGER events_number AFTER INSERT ON public.events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((current_setting('market.notices'::text, true) IS DISTINCT FROM 'after'::text)) EXECUTE FUNCTION public.number_event();

CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION public.refuse_ledger_change();

CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.check_ledger_balance();

CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_ledger_change();

CREATE TRIGGER ledger_entries_totals AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION public.add_to_seller_totals();

CREATE TRIGGER ledger_entries_totals_daily AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION public.add_to_daily_totals();

CREATE TRIGGER listing_changes_append_only BEFORE DELETE OR UPDATE ON public.listing_changes FOR EACH ROW EXECUTE FUNCTION public.refuse_listing_history_change();

CREATE TRIGGER listing_changes_no_truncate BEFORE TRUNCATE ON public.listing_changes FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_listing_history_change();

CREATE TRIGGER listing_ratings_follow BEFORE INSERT OR DELETE OR UPDATE ON public.listing_ratings FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.refuse_review_change();

CREATE TRIGGER bundle_items_notify AFTER INSERT ON public.bundle_items FOR EACH ROW EXECUTE FUNCTION public.notify_bundle_item();

CREATE TRIGGER bundles_notify AFTER UPDATE ON public.bundles FOR EACH ROW EXECUTE FUNCTION public.notify_bundle();

CREATE TRIGGER listings_notify AFTER INSERT OR UPDATE ON public.listings FOR EACH ROW EXECUTE FUNCTION public.notify_listing();

CREATE TRIGGER listings_renew_draft BEFORE UPDATE ON public.listings FOR EACH ROW WHEN (((old.draft_warned_at IS NOT NULL) AND (old.updated_at IS DISTINCT FROM new.updated_at))) EXECUTE FUNCTION public.renew_draft();

CREATE TRIGGER listings_words BEFORE INSERT OR UPDATE OF title, tags, column_names, description, citation, collection_method, source_url, column_descriptions ON public.listings FOR EACH ROW EXECUTE FUNCTION public.listing_words();

CREATE TRIGGER outbox_notify AFTER INSERT ON public.outbox FOR EACH STATEMENT EXECUTE FUNCTION public.notify_outbox();

CREATE TRIGGER purchases_never_deleted BEFORE DELETE ON public.purchases FOR EACH ROW EXECUTE FUNCTION public.refuse_purchase_deletion();

CREATE TRIGGER purchases_no_truncate BEFORE TRUNCATE ON public.purchases FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_purchase_deletion();

CREATE TRIGGER purses_never_deleted BEFORE DELETE ON public.purses FOR EACH ROW EXECUTE FUNCTION public.refuse_purchase_deletion();

CREATE TRIGGER purses_no_truncate BEFORE TRUNCATE ON public.purses FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_purchase_deletion();

CREATE TRIGGER purchases_weigh_review AFTER UPDATE ON public.purchases FOR EACH ROW WHEN ((old.chargeback IS DISTINCT FROM new.chargeback)) EXECUTE FUNCTION public.weigh_purchase_review();

CREATE TRIGGER review_revisions_only_grow BEFORE DELETE OR UPDATE ON public.review_revisions FOR EACH ROW EXECUTE FUNCTION public.refuse_review_change();

CREATE TRIGGER reviews_follow AFTER INSERT OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION public.follow_review();

CREATE TRIGGER reviews_guard BEFORE INSERT OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION public.guard_review();

CREATE TRIGGER reviews_stay BEFORE DELETE ON public.reviews FOR EACH ROW EXECUTE FUNCTION public.refuse_review_change();

CREATE TRIGGER seller_totals_follow BEFORE INSERT OR DELETE OR UPDATE ON public.seller_totals FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.refuse_totals_change();

CREATE TRIGGER seller_totals_no_truncate BEFORE TRUNCATE ON public.seller_totals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_totals_change();

CREATE TRIGGER uploads_changed_usage AFTER UPDATE ON public.uploads FOR EACH ROW WHEN (((old.held_bytes <> new.held_bytes) OR ((old.purged_at IS NULL) <> (new.purged_at IS NULL)))) EXECUTE FUNCTION public.add_to_storage_usage();

CREATE TRIGGER uploads_inserted_usage AFTER INSERT ON public.uploads FOR EACH ROW EXECUTE FUNCTION public.add_to_storage_usage();

ALTER TABLE ONLY public.access_requests
    ADD CONSTRAINT access_requests_buyer_account_id_accounts_id_fk FOREIGN KEY (buyer_account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.access_requests
    ADD CONSTRAINT access_requests_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.access_requests
    ADD CONSTRAINT access_requests_seller_agent_id_agents_id_fk FOREIGN KEY (seller_agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_default_payment_method_id_payment_methods_id_fk FOREIGN KEY (default_payment_method_id) REFERENCES public.payment_methods(id);

ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_payment_method_id_payment_methods_id_fk FOREIGN KEY (payment_method_id) REFERENCES public.payment_methods(id);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.auction_awards
    ADD CONSTRAINT auction_awards_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.auction_awards
    ADD CONSTRAINT auction_awards_bid_id_bids_id_fk FOREIGN KEY (bid_id) REFERENCES public.bids(id);

ALTER TABLE ONLY public.auction_awards
    ADD CONSTRAINT auction_awards_listing_id_auctions_listing_id_fk FOREIGN KEY (listing_id) REFERENCES public.auctions(listing_id);

ALTER TABLE ONLY public.auction_awards
    ADD CONSTRAINT auction_awards_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.auctions
    ADD CONSTRAINT auctions_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.bids
    ADD CONSTRAINT bids_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.bids
    ADD CONSTRAINT bids_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.bids
    ADD CONSTRAINT bids_listing_id_auctions_listing_id_fk FOREIGN KEY (listing_id) REFERENCES public.auctions(listing_id);

ALTER TABLE ONLY public.bids
    ADD CONSTRAINT bids_payment_method_id_payment_methods_id_fk FOREIGN KEY (payment_method_id) REFERENCES public.payment_methods(id);

ALTER TABLE ONLY public.bounties
    ADD CONSTRAINT bounties_purse_id_purses_id_fk FOREIGN KEY (purse_id) REFERENCES public.purses(id);

ALTER TABLE ONLY public.bounties
    ADD CONSTRAINT bounties_request_id_data_requests_id_fk FOREIGN KEY (request_id) REFERENCES public.data_requests(id);

ALTER TABLE ONLY public.bounty_deliveries
    ADD CONSTRAINT bounty_deliveries_answer_id_data_request_answers_id_fk FOREIGN KEY (answer_id) REFERENCES public.data_request_answers(id);

ALTER TABLE ONLY public.bounty_deliveries
    ADD CONSTRAINT bounty_deliveries_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.bounty_deliveries
    ADD CONSTRAINT bounty_deliveries_request_id_bounties_request_id_fk FOREIGN KEY (request_id) REFERENCES public.bounties(request_id);

ALTER TABLE ONLY public.bounty_deliveries
    ADD CONSTRAINT bounty_deliveries_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.bucket_deliveries
    ADD CONSTRAINT bucket_deliveries_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.bucket_deliveries
    ADD CONSTRAINT bucket_deliveries_target_id_delivery_targets_id_fk FOREIGN KEY (target_id) REFERENCES public.delivery_targets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.chargeback_steps
    ADD CONSTRAINT chargeback_steps_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.chargeback_steps
    ADD CONSTRAINT chargeback_steps_chargeback_id_chargebacks_id_fk FOREIGN KEY (chargeback_id) REFERENCES public.chargebacks(id);

ALTER TABLE ONLY public.chargebacks
    ADD CONSTRAINT chargebacks_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.chargebacks
    ADD CONSTRAINT chargebacks_seller_account_id_accounts_id_fk FOREIGN KEY (seller_account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.collection_items
    ADD CONSTRAINT collection_items_collection_id_collections_id_fk FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collection_items
    ADD CONSTRAINT collection_items_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_seller_id_agents_id_fk FOREIGN KEY (seller_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.bundle_items
    ADD CONSTRAINT bundle_items_bundle_id_bundles_id_fk FOREIGN KEY (bundle_id) REFERENCES public.bundles(id);

ALTER TABLE ONLY public.bundle_items
    ADD CONSTRAINT bundle_items_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.bundles
    ADD CONSTRAINT bundles_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.coupons
    ADD CONSTRAINT coupons_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.contract_checks
    ADD CONSTRAINT contract_checks_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.data_request_answers
    ADD CONSTRAINT data_request_answers_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.data_request_answers
    ADD CONSTRAINT data_request_answers_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.data_request_answers
    ADD CONSTRAINT data_request_answers_request_id_data_requests_id_fk FOREIGN KEY (request_id) REFERENCES public.data_requests(id);

ALTER TABLE ONLY public.data_requests
    ADD CONSTRAINT data_requests_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.data_requests
    ADD CONSTRAINT data_requests_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.delivery_targets
    ADD CONSTRAINT delivery_targets_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.dispute_file_notes
    ADD CONSTRAINT dispute_file_notes_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.dispute_statements
    ADD CONSTRAINT dispute_statements_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.draft_warnings
    ADD CONSTRAINT draft_warnings_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.follow_digests
    ADD CONSTRAINT follow_digests_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.follow_mail_items
    ADD CONSTRAINT follow_mail_items_digest_id_follow_digests_id_fk FOREIGN KEY (digest_id) REFERENCES public.follow_digests(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.follow_mail_items
    ADD CONSTRAINT follow_mail_items_follow_id_follows_id_fk FOREIGN KEY (follow_id) REFERENCES public.follows(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.follow_mail_items
    ADD CONSTRAINT follow_mail_items_news_id_follow_news_id_fk FOREIGN KEY (news_id) REFERENCES public.follow_news(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.follow_news
    ADD CONSTRAINT follow_news_collection_id_collections_id_fk FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.follow_news
    ADD CONSTRAINT follow_news_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_collection_id_collections_id_fk FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_seller_id_agents_id_fk FOREIGN KEY (seller_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.join_columns
    ADD CONSTRAINT join_columns_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.join_columns
    ADD CONSTRAINT join_columns_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_purse_id_purses_id_fk FOREIGN KEY (purse_id) REFERENCES public.purses(id);

ALTER TABLE ONLY public.listing_changes
    ADD CONSTRAINT listing_changes_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.listing_embedding_signs
    ADD CONSTRAINT listing_embedding_signs_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.listing_embedding_signs
    ADD CONSTRAINT listing_embedding_signs_model_id_embedding_models_id_fk FOREIGN KEY (model_id) REFERENCES public.embedding_models(id);

ALTER TABLE ONLY public.listing_embeddings
    ADD CONSTRAINT listing_embeddings_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.listing_embeddings
    ADD CONSTRAINT listing_embeddings_model_id_embedding_models_id_fk FOREIGN KEY (model_id) REFERENCES public.embedding_models(id);

ALTER TABLE ONLY public.listing_ratings
    ADD CONSTRAINT listing_ratings_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.report_decisions
    ADD CONSTRAINT report_decisions_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_decision_id_report_decisions_id_fk FOREIGN KEY (decision_id) REFERENCES public.report_decisions(id);

ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_current_upload_id_uploads_id_fk FOREIGN KEY (current_upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_next_upload_id_uploads_id_fk FOREIGN KEY (next_upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.listings_to_match
    ADD CONSTRAINT listings_to_match_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.matched_sets
    ADD CONSTRAINT matched_sets_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.matched_sets
    ADD CONSTRAINT matched_sets_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES public.threads(id);

ALTER TABLE ONLY public.payment_methods
    ADD CONSTRAINT payment_methods_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.payment_setups
    ADD CONSTRAINT payment_setups_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.payout_reminders
    ADD CONSTRAINT payout_reminders_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.acceptances
    ADD CONSTRAINT acceptances_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.acceptances
    ADD CONSTRAINT acceptances_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);
ALTER TABLE ONLY public.private_offer_moves
    ADD CONSTRAINT private_offer_moves_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.private_offer_moves
    ADD CONSTRAINT private_offer_moves_private_offer_id_private_offers_id_fk FOREIGN KEY (private_offer_id) REFERENCES public.private_offers(id);

ALTER TABLE ONLY public.private_offers
    ADD CONSTRAINT private_offers_buyer_account_id_accounts_id_fk FOREIGN KEY (buyer_account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.private_offers
    ADD CONSTRAINT private_offers_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.private_offers
    ADD CONSTRAINT private_offers_seller_agent_id_agents_id_fk FOREIGN KEY (seller_agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.private_offers
    ADD CONSTRAINT private_offers_started_by_account_id_accounts_id_fk FOREIGN KEY (started_by_account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_payment_method_id_payment_methods_id_fk FOREIGN KEY (payment_method_id) REFERENCES public.payment_methods(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_coupon_id_coupons_id_fk FOREIGN KEY (coupon_id) REFERENCES public.coupons(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_credited_trial_id_purchases_id_fk FOREIGN KEY (credited_trial_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_private_offer_id_private_offers_id_fk FOREIGN KEY (private_offer_id) REFERENCES public.private_offers(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_purse_id_purses_id_fk FOREIGN KEY (purse_id) REFERENCES public.purses(id);

ALTER TABLE ONLY public.purses
    ADD CONSTRAINT purses_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.purses
    ADD CONSTRAINT purses_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.purses
    ADD CONSTRAINT purses_bundle_id_bundles_id_fk FOREIGN KEY (bundle_id) REFERENCES public.bundles(id);

ALTER TABLE ONLY public.purses
    ADD CONSTRAINT purses_payment_method_id_payment_methods_id_fk FOREIGN KEY (payment_method_id) REFERENCES public.payment_methods(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_seller_account_id_accounts_id_fk FOREIGN KEY (seller_account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_seller_agent_id_agents_id_fk FOREIGN KEY (seller_agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_subscription_id_subscriptions_id_fk FOREIGN KEY (subscription_id) REFERENCES public.subscriptions(id);

ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.review_reports
    ADD CONSTRAINT review_reports_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.review_reports
    ADD CONSTRAINT review_reports_review_id_reviews_id_fk FOREIGN KEY (review_id) REFERENCES public.reviews(id);

ALTER TABLE ONLY public.review_revisions
    ADD CONSTRAINT review_revisions_review_id_reviews_id_fk FOREIGN KEY (review_id) REFERENCES public.reviews(id);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_seller_agent_id_agents_id_fk FOREIGN KEY (seller_agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.saved_search_matches
    ADD CONSTRAINT saved_search_matches_digest_id_search_digests_id_fk FOREIGN KEY (digest_id) REFERENCES public.search_digests(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.saved_search_matches
    ADD CONSTRAINT saved_search_matches_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.saved_search_matches
    ADD CONSTRAINT saved_search_matches_search_id_saved_searches_id_fk FOREIGN KEY (search_id) REFERENCES public.saved_searches(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_search_terms
    ADD CONSTRAINT saved_search_terms_search_id_saved_searches_id_fk FOREIGN KEY (search_id) REFERENCES public.saved_searches(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.search_digests
    ADD CONSTRAINT search_digests_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.seller_logos
    ADD CONSTRAINT seller_logos_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.shown_secrets
    ADD CONSTRAINT shown_secrets_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.subscriber_checks
    ADD CONSTRAINT subscriber_checks_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_payment_method_id_payment_methods_id_fk FOREIGN KEY (payment_method_id) REFERENCES public.payment_methods(id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_seller_account_id_accounts_id_fk FOREIGN KEY (seller_account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_seller_agent_id_agents_id_fk FOREIGN KEY (seller_agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.thread_sides
    ADD CONSTRAINT thread_sides_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES public.threads(id);

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_buyer_account_id_accounts_id_fk FOREIGN KEY (buyer_account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_seller_agent_id_agents_id_fk FOREIGN KEY (seller_agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.trial_files
    ADD CONSTRAINT trial_files_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.trial_files
    ADD CONSTRAINT trial_files_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.twin_jobs
    ADD CONSTRAINT twin_jobs_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.twins
    ADD CONSTRAINT twins_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.upload_file_part_checksums
    ADD CONSTRAINT upload_file_part_checksums_file FOREIGN KEY (upload_id, "position") REFERENCES public.upload_files(upload_id, "position") ON DELETE CASCADE;

ALTER TABLE ONLY public.upload_files
    ADD CONSTRAINT upload_files_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.upload_imports
    ADD CONSTRAINT upload_imports_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.upload_imports
    ADD CONSTRAINT upload_imports_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.upload_part_checksums
    ADD CONSTRAINT upload_part_checksums_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.version_changes
    ADD CONSTRAINT version_changes_from_upload_id_uploads_id_fk FOREIGN KEY (from_upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.version_changes
    ADD CONSTRAINT version_changes_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_bundle_id_bundles_id_fk FOREIGN KEY (bundle_id) REFERENCES public.bundles(id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_listing_id_listings_id_fk FOREIGN KEY (listing_id) REFERENCES public.listings(id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_payment_method_id_payment_methods_id_fk FOREIGN KEY (payment_method_id) REFERENCES public.payment_methods(id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_private_offer_id_private_offers_id_fk FOREIGN KEY (private_offer_id) REFERENCES public.private_offers(id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_purchase_id_purchases_id_fk FOREIGN KEY (purchase_id) REFERENCES public.purchases(id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_purse_id_purses_id_fk FOREIGN KEY (purse_id) REFERENCES public.purses(id);

ALTER TABLE ONLY public.waiting_purchases
    ADD CONSTRAINT waiting_purchases_upload_id_uploads_id_fk FOREIGN KEY (upload_id) REFERENCES public.uploads(id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_endpoint_id_webhook_endpoints_id_fk FOREIGN KEY (endpoint_id) REFERENCES public.webhook_endpoints(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES public.events(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_api_key_id_api_keys_id_fk FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);

-- The rows that code counts on: where the webhooks' fan-out stands, and what the deployment stores in all.
INSERT INTO public.event_cursors (name, "position") VALUES ('webhooks', 0);
INSERT INTO public.storage_usage (scope, scope_id, bytes, files) VALUES ('deployment', '00000000-0000-0000-0000-000000000000', 0, 0);
