-- The relay waits for this instead of asking again and again; it also polls, so a lost one is late only.
CREATE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('outbox', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER outbox_notify AFTER INSERT ON outbox
FOR EACH STATEMENT EXECUTE FUNCTION notify_outbox();
--> statement-breakpoint
-- Every API process drops what it holds of a listing, and wakes who waits for it.
CREATE FUNCTION notify_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('listing', NEW.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listings_notify AFTER INSERT OR UPDATE ON listings
FOR EACH ROW EXECUTE FUNCTION notify_listing();
