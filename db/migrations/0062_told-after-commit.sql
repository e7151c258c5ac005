-- Commits took turns twice: for the lock that numbers events, and for Postgres' own lock of NOTIFY, each
-- held until the commit is on the disk. Both are done after the commit from here on, for many at once.
CREATE TABLE "event_arrivals" (
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "event_arrivals_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL,
	CONSTRAINT "event_arrivals_tx_seq_pk" PRIMARY KEY("tx","seq")
);
--> statement-breakpoint
-- Unlogged: after a crash of the database every listener takes it that anything may have changed.
CREATE UNLOGGED TABLE "notices" (
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"channel" text NOT NULL,
	"key" text NOT NULL,
	"written_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_tx_channel_key_pk" PRIMARY KEY("tx","channel","key")
);
--> statement-breakpoint
-- Tells by NOTIFY that what has this key has changed. A session that sets `market.notices` to `after`
-- promises to call tell_commits() when it has committed; for any other, as those of the release before,
-- it is told in the transaction, as it always was.
CREATE FUNCTION public.tell(told_channel text, told_key text) RETURNS void LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF current_setting('market.notices', true) = 'after' THEN
    INSERT INTO notices (channel, key) VALUES (told_channel, told_key) ON CONFLICT DO NOTHING;
  ELSE
    PERFORM pg_notify(told_channel, told_key);
  END IF;
END
$$;
--> statement-breakpoint
-- Sends at most so many of the committed notices; returns how many. The session remembers below which
-- transaction all is done, so that it need not pass what was deleted and not yet cleared away.
CREATE FUNCTION public.send_notices(rows_max integer) RETURNS integer LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  done_before xid8 := coalesce(nullif(current_setting('market.told_before', true), ''), '0')::xid8;
  next_before xid8 := pg_snapshot_xmin(pg_current_snapshot());
  handled integer := 0;
  told record;
BEGIN
  IF NOT EXISTS (SELECT FROM notices WHERE tx >= done_before) THEN
    PERFORM set_config('market.told_before', next_before::text, false);
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('notices', 0));
  next_before := pg_snapshot_xmin(pg_current_snapshot());
  FOR told IN
    WITH next AS MATERIALIZED (
      SELECT tx, channel, key FROM notices WHERE tx >= done_before ORDER BY tx LIMIT rows_max
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
    PERFORM set_config('market.told_before', next_before::text, false);
  END IF;
  RETURN handled;
END
$$;
--> statement-breakpoint
-- What a session calls after its commits: sends notices, and says whether more of them wait, and whether
-- events wait for their numbers. It waits for no disk: what a crash would undo is told by the crash.
CREATE FUNCTION public.tell_commits(rows_max integer, OUT has_more boolean, OUT has_arrivals boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  done_before xid8 := coalesce(nullif(current_setting('market.numbered_before', true), ''), '0')::xid8;
  next_before xid8;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  has_more := send_notices(rows_max) = rows_max;
  next_before := pg_snapshot_xmin(pg_current_snapshot());
  -- The latest first: another session numbers them, and does not tell this one how far it is.
  PERFORM FROM event_arrivals WHERE tx >= done_before ORDER BY tx DESC, seq DESC LIMIT 1;
  has_arrivals := FOUND;
  IF NOT has_arrivals THEN
    PERFORM set_config('market.numbered_before', next_before::text, false);
  END IF;
END
$$;
--> statement-breakpoint
-- Numbers at most so many of the committed events, the earliest written first; returns how many. One
-- does so at a time, until it has committed: whoever sees a number sees every smaller one too. An event
-- of a locked subject is written, and seen, after those before the lock.
CREATE FUNCTION public.number_events(rows_max integer) RETURNS integer LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  done_before xid8 := coalesce(nullif(current_setting('market.numbered_before', true), ''), '0')::xid8;
  next_before xid8 := pg_snapshot_xmin(pg_current_snapshot());
  handled integer;
BEGIN
  IF NOT EXISTS (SELECT FROM event_arrivals WHERE tx >= done_before) THEN
    PERFORM set_config('market.numbered_before', next_before::text, false);
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('event_positions', 0));
  next_before := pg_snapshot_xmin(pg_current_snapshot());
  WITH next AS MATERIALIZED (
    SELECT tx, seq FROM event_arrivals WHERE tx >= done_before ORDER BY seq LIMIT rows_max
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
    PERFORM set_config('market.numbered_before', next_before::text, false);
  END IF;
  RETURN handled;
END
$$;
--> statement-breakpoint
-- Whoever writes events now ends first: what they have written has its numbers.
LOCK TABLE events IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
DROP TRIGGER events_number ON events;
--> statement-breakpoint
DROP TRIGGER events_notify ON events;
--> statement-breakpoint
DROP FUNCTION notify_event();
--> statement-breakpoint
CREATE FUNCTION public.await_number() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO event_arrivals (event_id) SELECT id FROM written WHERE position IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_await_number AFTER INSERT ON events
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.await_number();
--> statement-breakpoint
-- Of sessions that promise nothing: all that waits is numbered with their first event, so that it comes
-- after what was committed before it.
CREATE OR REPLACE FUNCTION public.number_event() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM events WHERE id = NEW.id AND position IS NULL) THEN
    PERFORM number_events(NULL);
    PERFORM send_notices(NULL);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER events_number AFTER INSERT ON events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (current_setting('market.notices', true) IS DISTINCT FROM 'after')
  EXECUTE FUNCTION public.number_event();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.notify_outbox() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM tell('outbox', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.notify_listing() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM tell('listing', NEW.id::text);
  IF NEW.status = 'active' AND NEW.sha256 IS NOT NULL THEN
    PERFORM tell('listing', 'file:' || NEW.sha256);
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.status = 'active' AND OLD.sha256 IS NOT NULL THEN
    PERFORM tell('listing', 'file:' || OLD.sha256);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.follow_review() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
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
