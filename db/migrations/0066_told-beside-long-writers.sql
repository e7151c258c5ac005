-- A session remembered below which transaction all is told, so one that wrote for long held that back for
-- everybody: each commit then passed all notices told since, which no vacuum could clear away either. It
-- remembers now up to which transaction all is told, and which before it had not ended.
CREATE FUNCTION public.told_by_now() RETURNS text LANGUAGE sql VOLATILE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT pg_snapshot_xmax(pg_current_snapshot()) || ':' || array_to_string(
    ARRAY(SELECT pg_snapshot_xip(pg_current_snapshot())) || pg_current_xact_id_if_assigned(), ',')
$$;
--> statement-breakpoint
-- Of a former `told_by_now()`: the first transaction that nothing is known of.
CREATE FUNCTION public.told_to(told text) RETURNS xid8 LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(nullif(split_part(told, ':', 1), ''), '0')::xid8
$$;
--> statement-breakpoint
-- Of a former `told_by_now()`: those that had not ended.
CREATE FUNCTION public.told_not_yet(told text) RETURNS xid8[] LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(string_to_array(nullif(split_part(told, ':', 2), ''), ','), '{}')::xid8[]
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.send_notices(rows_max integer) RETURNS integer LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_seqscan = off AS $$
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
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.tell_commits(rows_max integer, OUT has_more boolean, OUT has_arrivals boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
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
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.number_events(rows_max integer) RETURNS integer LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_seqscan = off AS $$
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
