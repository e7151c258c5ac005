-- Until when a release that is due waits, since the store does not have what was sold.
ALTER TABLE "purchases" ADD COLUMN "release_held_until" timestamp (3) with time zone;