/** A listing's auction and offers as everybody sees them. */
import type { AuctionRow } from "../../../db/queries/auctions/auctions.ts";
import type { Config } from "../../../platform/config.ts";
import type { Priced } from "../../pricing.ts";
import { currentOffers, type Offers } from "./offers.ts";
import { auctionState } from "./rules.ts";
import type { AuctionView } from "./schemas.ts";

/** An auction without its reserve and maxima. */
export function viewAuction(
  config: Pick<Config, "CURRENCY">,
  auction: AuctionRow,
  now: Date,
): AuctionView {
  return {
    state: auctionState(auction, now),
    current_price_cents: auction.currentPriceCents,
    next_minimum_bid_cents: auction.nextMinimumCents,
    currency: config.CURRENCY,
    bid_count: auction.bidCount,
    reserve_met: auction.reserveMet,
    licenses: auction.licenses,
    starts_at: auction.startsAt.toISOString(),
    ends_at: auction.endsAt.toISOString(),
    hard_ends_at: auction.hardEndsAt.toISOString(),
  };
}

export function viewOffers(
  config: Pick<Config, "CURRENCY">,
  { listing, auction }: { listing: Priced; auction: AuctionRow | null },
  now: Date,
): Offers {
  const view = auction === null ? null : viewAuction(config, auction, now);
  return currentOffers(listing, view, config.CURRENCY);
}
