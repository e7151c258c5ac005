/** Converts between an auction's row and its standing. */
import type { AuctionRow, DirectSales } from "../../db/queries/auctions/auctions.ts";
import type { Maximum } from "../../db/vocabulary/auction.ts";
import { type BiddingState, isReserveMet, nextMinimumCents, type Terms } from "./standing.ts";

/**
 * A hybrid's remaining terms after its direct sales. While one is in progress, the last licence can
 * still be bid on, because that sale may fail.
 */
export function termsOf(auction: AuctionRow, sales: DirectSales): Terms {
  const { startPriceCents, reservePriceCents, hardEndsAt } = auction;
  const licenses = Math.max(1, auction.licenses - sales.live);
  return { startPriceCents, reservePriceCents, hardEndsAt, licenses };
}

export function standingOf(auction: AuctionRow, ranking: readonly Maximum[]): BiddingState {
  return { ranking, priceCents: auction.currentPriceCents, endsAt: auction.endsAt };
}

export function standingChange(terms: Terms, standing: BiddingState) {
  return {
    currentPriceCents: standing.priceCents,
    nextMinimumCents: nextMinimumCents(terms, standing),
    reserveMet: isReserveMet(terms, standing),
    endsAt: standing.endsAt,
  };
}
