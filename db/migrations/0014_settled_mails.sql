ALTER TABLE "outbox" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
-- What went out before nobody noted to have ended: without this all of it would be queued again.
UPDATE "outbox" SET "settled_at" = "published_at" WHERE "subject" = 'jobs.mail' AND "published_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_mails_unsettled" ON "outbox" USING btree ("published_at") WHERE subject = 'jobs.mail' and settled_at is null;
