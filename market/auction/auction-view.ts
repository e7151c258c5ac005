/** How an auction stands, for its row, for its rules and for everybody to see. */
import type { AuctionRow, DirectSales } from "../../db/queries/auctions/auctions.ts";
import type { Config } from "../../platform/config.ts";
import { currentOffers, type Offers } from "../offers.ts";
import type { Priced } from "../pricing.ts";
import { auctionState } from "./rules.ts";
import type { AuctionView } from "./schemas.ts";
import {
  isReserveMet,
  type Maximum,
  nextMinimumCents,
  type Standing,
  type Terms,
} from "./standing.ts";

/** An auction as everybody sees it: neither the reserve nor a maximum. */
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

/** What a listing on sale costs now. */
export function viewOffers(
  config: Pick<Config, "CURRENCY">,
  { listing, auction }: { listing: Priced; auction: AuctionRow | null },
  now: Date,
): Offers {
  const view = auction === null ? null : viewAuction(config, auction, now);
  return currentOffers(listing, view, config.CURRENCY);
}

/**
 * The terms that are left of a hybrid after its sales at the price. While one is under way, the last
 * licence is bid on still: that sale may come to nothing.
 */
export function termsOf(auction: AuctionRow, sales: DirectSales): Terms {
  const { startPriceCents, reservePriceCents, hardEndsAt } = auction;
  const licenses = Math.max(1, auction.licenses - sales.live);
  return { startPriceCents, reservePriceCents, hardEndsAt, licenses };
}

export function standingOf(auction: AuctionRow, ranking: readonly Maximum[]): Standing {
  return { ranking, priceCents: auction.currentPriceCents, endsAt: auction.endsAt };
}

/** What the auction's row says of a standing. */
export function standingChange(terms: Terms, standing: Standing) {
  return {
    currentPriceCents: standing.priceCents,
    nextMinimumCents: nextMinimumCents(terms, standing),
    reserveMet: isReserveMet(terms, standing),
    endsAt: standing.endsAt,
  };
}
