/** An operator takes a bid back. */
import {
  countDirectSales,
  lockAuction,
  updateAuction,
} from "../../db/queries/auctions/auctions.ts";
import {
  type BidRow,
  readBids,
  readBidsOf,
  retractBidRow,
} from "../../db/queries/auctions/bids.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { holdOffer } from "../../db/queries/purchases/buying.ts";
import { spendingStates } from "../account/rules.ts";
import type { Context, OperatorActor } from "../context.ts";
import { MarketError } from "../errors.ts";
import { standingChange, termsOf } from "./auction-view.ts";
import { viewBid } from "./bid-view.ts";
import { retractionRefusal } from "./rules.ts";
import type { BidView, RetractQuery } from "./schemas.ts";
import { replay } from "./standing.ts";

/**
 * Takes a bid back, for one of the documented reasons: the auction then stands as if the bid had
 * never been, and the bidder's earlier one counts again. Errors: dataset_not_found, bid_not_found
 * (another bidder's too), bid_not_retractable.
 */
export async function retractBid(
  ctx: Context,
  operator: OperatorActor,
  { datasetId: listingId, bidId }: { datasetId: string; bidId: string },
  { reason }: RetractQuery,
): Promise<BidView> {
  const { accountId } = operator;
  return ctx.db.transaction(async (tx) => {
    const offer = await holdOffer(tx, listingId);
    const auction = await lockAuction(tx, listingId);
    if (offer === null || auction === null) {
      throw new MarketError("dataset_not_found", "No dataset with an auction has this id.");
    }
    const now = ctx.now();
    const own = await readBidsOf(tx, { listingId, accountId });
    const bid = own.find(({ id }) => id === bidId);
    if (bid === undefined) throw new MarketError("bid_not_found", "No bid of yours has this id.");
    const refusal = retractionRefusal(reason, {
      auction,
      bid,
      isLatest: bid.isCurrent,
      hasRetractedBefore: own.some(({ retractionReason }) => retractionReason === reason),
      isSellerSuspended: offer.listing.status === "suspended" || offer.seller?.isSuspended === true,
      now,
    });
    if (refusal !== null) throw new MarketError("bid_not_retractable", refusal);
    const earlier = own.findLast((other) => other !== bid && other.retractedAt === null) ?? null;
    const retracted = await retractBidRow(tx, bid, { reason, now, earlier });
    const sales = await countDirectSales(tx, { listingId, live: spendingStates });
    const terms = termsOf(auction, sales);
    const replayed = replay(terms, auction.announcedEndsAt, await readBids(tx, listingId));
    const standing = { ...replayed, endsAt: auction.endsAt };
    const changed = await updateAuction(tx, listingId, {
      ...standingChange(terms, standing),
      bidCount: auction.bidCount - 1,
    });
    await writeAudit(tx, taken(operator, retracted), now);
    return viewBid(ctx.config, { bid: retracted, auction: changed, terms, standing, now });
  });
}

function taken(actor: OperatorActor, bid: BidRow) {
  return {
    actor,
    action: "bid.retracted",
    subjectKind: "listing" as const,
    subjectId: bid.listingId,
    detail: { bid_id: bid.id, position: bid.position, reason: bid.retractionReason },
  };
}
