CREATE TABLE "auction_awards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"bid_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"state" text NOT NULL,
	"purchase_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "auction_awards_purchase_id" UNIQUE("purchase_id"),
	CONSTRAINT "auction_awards_once" UNIQUE("listing_id","account_id"),
	CONSTRAINT "auction_awards_rank" UNIQUE("listing_id","rank"),
	CONSTRAINT "auction_awards_state" CHECK ("auction_awards"."state" in ('won', 'charging', 'unpaid', 'offered', 'paid', 'lapsed')),
	CONSTRAINT "auction_awards_price_cents" CHECK ("auction_awards"."price_cents" between 1 and 99999999),
	CONSTRAINT "auction_awards_charged_has_purchase" CHECK ("auction_awards"."state" not in ('charging', 'paid') or "auction_awards"."purchase_id" is not null),
	CONSTRAINT "auction_awards_offer_has_due_time" CHECK ("auction_awards"."state" not in ('unpaid', 'offered') or "auction_awards"."due_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "auctions" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"announced_ends_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"hard_ends_at" timestamp (3) with time zone NOT NULL,
	"start_price_cents" integer NOT NULL,
	"reserve_price_cents" integer,
	"licenses" integer NOT NULL,
	"current_price_cents" integer NOT NULL,
	"next_minimum_cents" integer NOT NULL,
	"reserve_met" boolean DEFAULT false NOT NULL,
	"bid_count" integer DEFAULT 0 NOT NULL,
	"last_position" integer DEFAULT 0 NOT NULL,
	"bidder_count" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "auctions_start_price_cents" CHECK ("auctions"."start_price_cents" between 1 and 99999999),
	CONSTRAINT "auctions_reserve_price_cents" CHECK ("auctions"."reserve_price_cents" between "auctions"."start_price_cents" and 99999999),
	CONSTRAINT "auctions_licenses" CHECK ("auctions"."licenses" between 1 and 1000),
	CONSTRAINT "auctions_price_at_least_start" CHECK ("auctions"."current_price_cents" >= "auctions"."start_price_cents"),
	CONSTRAINT "auctions_times" CHECK ("auctions"."starts_at" < "auctions"."announced_ends_at" and "auctions"."announced_ends_at" <= "auctions"."ends_at" and "auctions"."ends_at" <= "auctions"."hard_ends_at"),
	CONSTRAINT "auctions_outcome" CHECK ("auctions"."outcome" in ('sold', 'not_sold')),
	CONSTRAINT "auctions_outcome_after_close" CHECK ("auctions"."outcome" is null or "auctions"."closed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "bids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"payment_method_id" text NOT NULL,
	"bidder_number" integer NOT NULL,
	"max_cents" integer NOT NULL,
	"position" integer NOT NULL,
	"price_after_cents" integer NOT NULL,
	"is_current" boolean NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"retracted_at" timestamp (3) with time zone,
	"retraction_reason" text,
	CONSTRAINT "bids_position" UNIQUE("listing_id","position"),
	CONSTRAINT "bids_max_cents" CHECK ("bids"."max_cents" between 1 and 99999999),
	CONSTRAINT "bids_retracted_has_reason" CHECK (("bids"."retracted_at" is null) = ("bids"."retraction_reason" is null)),
	CONSTRAINT "bids_retracted_is_not_current" CHECK ("bids"."retracted_at" is null or not "bids"."is_current")
);
--> statement-breakpoint
ALTER TABLE "listings" DROP CONSTRAINT "listings_status";--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "auction_terms" jsonb;--> statement-breakpoint
ALTER TABLE "auction_awards" ADD CONSTRAINT "auction_awards_listing_id_auctions_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."auctions"("listing_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auction_awards" ADD CONSTRAINT "auction_awards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auction_awards" ADD CONSTRAINT "auction_awards_bid_id_bids_id_fk" FOREIGN KEY ("bid_id") REFERENCES "public"."bids"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auction_awards" ADD CONSTRAINT "auction_awards_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_listing_id_auctions_listing_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."auctions"("listing_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auction_awards_account" ON "auction_awards" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "auction_awards_open" ON "auction_awards" USING btree ("due_at","id") WHERE state in ('won', 'charging', 'unpaid', 'offered');--> statement-breakpoint
CREATE INDEX "auctions_ends_at" ON "auctions" USING btree ("ends_at","listing_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "auctions_unsettled" ON "auctions" USING btree ("closed_at") WHERE closed_at is not null and outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "bids_one_current_per_bidder" ON "bids" USING btree ("listing_id","account_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "bids_ranking" ON "bids" USING btree ("listing_id","max_cents" DESC NULLS LAST,"position") WHERE is_current;--> statement-breakpoint
CREATE INDEX "bids_bidder" ON "bids" USING btree ("listing_id","account_id","position");--> statement-breakpoint
CREATE INDEX "bids_api_key" ON "bids" USING btree ("api_key_id") WHERE is_current;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_status" CHECK ("listings"."status" in ('draft', 'active', 'sold', 'withdrawn', 'suspended'));