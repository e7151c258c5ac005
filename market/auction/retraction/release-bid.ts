import { lockAuction } from "../../../db/queries/auctions/auctions.ts";
import { findBidderOf, readBidsOf } from "../../../db/queries/auctions/bids.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { lockOwnListing } from "../../../db/queries/listings/listings.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { viewAuction } from "../../listing/pricing/auction-view.ts";
import type { AuctionView } from "../../listing/pricing/schemas.ts";
import { releaseRefusal } from "./rules.ts";
import { takeBidBack } from "./take-bid-back.ts";

/**
 * Removes a bid from the agent's own auction, such as a mistyped one that moved the price and that its
 * bidder cannot retract. The bidder cannot bid again in this auction. Errors:
 * listing_not_found, bid_not_found, bid_not_retractable.
 */
export async function releaseBid(
  ctx: Context,
  agent: AgentActor,
  { listingId, bidId }: { listingId: string; bidId: string },
): Promise<AuctionView> {
  return ctx.db.transaction(async (tx) => {
    const listing = await lockOwnListing(tx, { listingId, agentId: agent.agentId });
    const auction = listing === null ? null : await lockAuction(tx, listingId);
    if (listing === null || auction === null) {
      throw new MarketError("listing_not_found", "You have no auction with this id.");
    }
    const accountId = await findBidderOf(tx, { listingId, bidId });
    if (accountId === null) throw new MarketError("bid_not_found", "No bid here has this id.");
    const now = ctx.now();
    const own = await readBidsOf(tx, { listingId, accountId });
    const bid = own.find(({ id }) => id === bidId);
    if (bid === undefined) throw new Error(`bid ${bidId} is not among its bidder's`);
    const refusal = releaseRefusal({ auction, bid, isLatest: bid.isCurrent, now });
    if (refusal !== null) throw new MarketError("bid_not_retractable", refusal);
    const taken = await takeBidBack(
      tx,
      { listing: listing.listing, auction },
      { bid, own },
      { reason: "released_by_seller", now },
    );
    const audited = {
      actor: agent,
      action: "bid.released",
      subjectKind: "listing" as const,
      subjectId: listingId,
      detail: { bid_id: bidId, position: bid.position },
    };
    await writeAudit(tx, audited, now);
    return viewAuction(ctx.config, taken.auction, now);
  });
}
