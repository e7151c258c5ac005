ALTER TABLE "listings" ADD COLUMN "stated_price_cents" integer;--> statement-breakpoint
UPDATE "listings" SET "stated_price_cents" = "price_cents", "price_cents" = least("auctions"."next_minimum_cents", 99999999)
FROM "auctions"
WHERE "auctions"."listing_id" = "listings"."id" AND "auctions"."closed_at" IS NULL AND "auctions"."bid_count" > 0
  AND ("listings"."pricing_type" = 'auction' OR "auctions"."reserve_met");
