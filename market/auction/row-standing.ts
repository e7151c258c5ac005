/** How an auction stands, for its row and for its rules. */
import type { AuctionRow, DirectSales } from "../../db/queries/auctions/auctions.ts";
import type { Maximum } from "../../db/vocabulary/auction.ts";
import { type BiddingState, isReserveMet, nextMinimumCents, type Terms } from "./standing.ts";

/**
 * The terms that are left of a hybrid after its sales at the price. While one is under way, the last
 * licence is bid on still: that sale may come to nothing.
 */
export function termsOf(auction: AuctionRow, sales: DirectSales): Terms {
  const { startPriceCents, reservePriceCents, hardEndsAt } = auction;
  const licenses = Math.max(1, auction.licenses - sales.live);
  return { startPriceCents, reservePriceCents, hardEndsAt, licenses };
}

export function standingOf(auction: AuctionRow, ranking: readonly Maximum[]): BiddingState {
  return { ranking, priceCents: auction.currentPriceCents, endsAt: auction.endsAt };
}

/** What the auction's row says of a standing. */
export function standingChange(terms: Terms, standing: BiddingState) {
  return {
    currentPriceCents: standing.priceCents,
    nextMinimumCents: nextMinimumCents(terms, standing),
    reserveMet: isReserveMet(terms, standing),
    endsAt: standing.endsAt,
  };
}
