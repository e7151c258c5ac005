-- Who is offered what a winner did not pay may turn it down: the next bidder is asked at once.
ALTER TABLE "auction_awards" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auction_awards" ADD CONSTRAINT "auction_awards_declined_has_lapsed" CHECK ("auction_awards"."declined_at" is null or "auction_awards"."state" = 'lapsed');