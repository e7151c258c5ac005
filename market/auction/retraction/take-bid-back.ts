/** Removes a bid from its auction, for its bidder or its seller. */
import type { Database } from "../../../db/client.ts";
import { type AuctionRow, countDirectSales } from "../../../db/queries/auctions/auctions.ts";
import {
  type BidRow,
  readBids,
  retractBidRow,
  rewritePrices,
} from "../../../db/queries/auctions/bids.ts";
import type { ListingRow } from "../../../db/queries/listings/listings.ts";
import type { RetractionReason } from "../../../db/vocabulary/auction.ts";
import { spendingStates } from "../../account/rules.ts";
import { standingChange, termsOf } from "../row-standing.ts";
import { type BiddingState, replayPrices, type Terms } from "../standing.ts";
import { writeStanding } from "../write-standing.ts";

type TakenBack = { bid: BidRow; auction: AuctionRow; terms: Terms; standing: BiddingState };

/**
 * Price and history become as if the bid had never been placed, and the bidder's earlier bid counts again;
 * an end that the bid has extended stays. `own` are the bidder's bids; the caller holds the auction's lock.
 */
export async function takeBidBack(
  tx: Database,
  { listing, auction }: { listing: ListingRow; auction: AuctionRow },
  { bid, own }: { bid: BidRow; own: readonly BidRow[] },
  { reason, now }: { reason: RetractionReason; now: Date },
): Promise<TakenBack> {
  const { listingId } = auction;
  const earlier = own.findLast((other) => other !== bid && other.retractedAt === null) ?? null;
  const retracted = await retractBidRow(tx, bid, { reason, now, earlier });
  const sales = await countDirectSales(tx, { listingId, live: spendingStates });
  const terms = termsOf(auction, sales);
  const bids = await readBids(tx, listingId);
  const replayed = replayPrices(terms, auction.announcedEndsAt, bids);
  const standing = { ...replayed.standing, endsAt: auction.endsAt };
  const later = replayed.prices.filter(({ position }) => position > bid.position);
  await rewritePrices(tx, listingId, later);
  const changed = await writeStanding(tx, listing, {
    ...standingChange(terms, standing),
    bidCount: auction.bidCount - 1,
  });
  return { bid: retracted, auction: changed, terms, standing };
}
