import type { Database } from "../../../db/client.ts";
import {
  type AuctionRow,
  countDirectSales,
  lockAuction,
} from "../../../db/queries/auctions/auctions.ts";
import { type BidRow, readBids, readBidsOf } from "../../../db/queries/auctions/bids.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { holdOffer } from "../../../db/queries/purchases/buying.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import { spendingStates } from "../../account/rules.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { viewBid } from "../bid-view.ts";
import { termsOf } from "../row-standing.ts";
import type { BidView, RetractQuery } from "../schemas.ts";
import { isSilentRaise } from "../standing.ts";
import { retractionRefusal } from "./rules.ts";
import { takeBidBack } from "./take-bid-back.ts";

/**
 * Retracts a bid for one of the documented reasons. The auction continues as if it had never been placed,
 * and the bidder's earlier bid counts again. Errors: dataset_not_found, bid_not_found (also for another
 * bidder's), bid_not_retractable.
 */
export async function retractBid(
  ctx: Context,
  operator: OperatorActor,
  { datasetId: listingId, bidId }: { datasetId: string; bidId: string },
  { reason }: RetractQuery,
): Promise<BidView> {
  const { accountId } = operator;
  return ctx.db.transaction(async (tx) => {
    const offer = await holdOffer(tx, listingId, "no key update");
    const auction = await lockAuction(tx, listingId);
    if (offer === null || auction === null) {
      throw new MarketError("dataset_not_found", "No dataset with an auction has this id.");
    }
    const now = ctx.now();
    const own = await readBidsOf(tx, { listingId, accountId });
    const bid = own.find(({ id }) => id === bidId);
    if (bid === undefined) throw new MarketError("bid_not_found", "You have no bid with this id.");
    const refusal = retractionRefusal(reason, {
      auction,
      bid,
      isLatest: bid.isCurrent,
      isSilentRaise: await isSilent(tx, auction, bid),
      isSellerSuspended: offer.listing.status === "suspended" || offer.seller?.isSuspended === true,
      now,
    });
    if (refusal !== null) throw new MarketError("bid_not_retractable", refusal);
    const taking = await takeBidBack(
      tx,
      { listing: offer.listing, auction },
      { bid, own },
      { reason, now },
    );
    await writeAudit(tx, taken(operator, taking.bid), now);
    return viewBid(ctx.config, { ...taking, now });
  });
}

/** Checks every number of licences that the auction may have had since: a hybrid's sales reduce it. */
async function isSilent(tx: Database, auction: AuctionRow, bid: BidRow): Promise<boolean> {
  if (bid.position !== auction.lastPosition) return false;
  const { listingId } = auction;
  const bids = await readBids(tx, listingId);
  const { live } = await countDirectSales(tx, { listingId, live: spendingStates });
  return Array.from({ length: live + 1 }, (_, sold) =>
    isSilentRaise(termsOf(auction, { paid: 0, live: sold }), bids),
  ).every((isSo) => isSo);
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
