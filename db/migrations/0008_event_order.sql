-- Numbers events in the order in which their transactions commit. The lock is taken at the commit
-- itself and held until it is done (commits that NOTIFY take turns anyway): whoever sees a number
-- sees every smaller one too, and an event of a locked subject comes after those before the lock.
CREATE SEQUENCE event_positions AS bigint;
--> statement-breakpoint
CREATE FUNCTION number_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event_positions', 0));
  UPDATE events SET position = nextval('event_positions') WHERE id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER events_number AFTER INSERT ON events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_event();
--> statement-breakpoint
-- Wakes who waits for the events of this principal.
CREATE FUNCTION notify_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('event', NEW.principal_kind || ':' || NEW.principal_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_notify AFTER INSERT ON events
FOR EACH ROW EXECUTE FUNCTION notify_event();
--> statement-breakpoint
-- Up to where events were handed to webhooks.
INSERT INTO event_cursors (name, position) VALUES ('webhooks', 0);
