/**
 * Continues or ends a closed auction after one of its awards has changed. The caller holds the locks of
 * the listing and of the auction, in this order.
 */
import type { Database } from "../../../db/client.ts";
import {
  type AuctionRow,
  countDirectSales,
  lockAuction,
  lockAuctionListing,
  updateAuction,
} from "../../../db/queries/auctions/auctions.ts";
import { type AwardRow, insertAwards, readAwards } from "../../../db/queries/auctions/awards.ts";
import { findCurrentBid, rankBidders } from "../../../db/queries/auctions/bids.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { type ListingRow, updateListing } from "../../../db/queries/listings/listings.ts";
import { holdOffer } from "../../../db/queries/purchases/buying.ts";
import type { Actor, SystemActor } from "../../../db/vocabulary/actor.ts";
import { spendingStates } from "../../account/rules.ts";
import { type NoticeContext, notifyOffer, notifyOutcome } from "../notify.ts";
import { isOpenAward, offerEnd, secondChanceCents } from "../rules.ts";
import { nextInLine } from "../standing.ts";

export const auctioneer: SystemActor = { kind: "system", name: "auctioneer" };

export type ClosedAuction = { listing: ListingRow; auction: AuctionRow };

/** Throws if the auction or its listing is missing, because neither is ever deleted. */
export async function lockClosedAuction(tx: Database, listingId: string): Promise<ClosedAuction> {
  const listing = await lockAuctionListing(tx, listingId);
  const auction = await lockAuction(tx, listingId);
  if (listing === null || auction === null) throw new Error(`auction ${listingId} is gone`);
  return { listing, auction };
}

/**
 * Offers a lapsed award to the next bidder, if there is one and the seller may still sell.
 */
export async function offerNext(
  tx: Database,
  auction: AuctionRow,
  noticeContext: NoticeContext,
): Promise<void> {
  const { now } = noticeContext;
  const { listingId, currentPriceCents } = auction;
  const offer = await holdOffer(tx, listingId);
  if (offer?.seller?.isSuspended !== false) return;
  const asked = new Set((await readAwards(tx, listingId)).map(({ accountId }) => accountId));
  const next = nextInLine(auction, await rankBidders(tx, listingId), asked);
  if (next === null) return;
  const { bidderId: accountId, maxCents } = next.maximum;
  const bid = await findCurrentBid(tx, { listingId, accountId });
  const dueAt = offerEnd(now);
  const [award] = await insertAwards(tx, [
    {
      listingId,
      accountId,
      bidId: bid.id,
      rank: next.rank,
      priceCents: secondChanceCents(currentPriceCents, maxCents),
      state: "offered",
      createdAt: now,
      updatedAt: now,
      dueAt,
    },
  ]);
  if (award === undefined) throw new Error("the insert of an offer returned no row");
  await auditAward(tx, award, "auction.offered", now);
  await notifyOffer(tx, { ...award, dueAt }, noticeContext);
}

/** Ends the auction once no award can be paid any more: sold if anybody paid, otherwise withdrawn. */
export async function endIfDone(
  tx: Database,
  { listing, auction }: ClosedAuction,
  now: Date,
): Promise<void> {
  const { listingId } = auction;
  const awards = await readAwards(tx, listingId);
  if (auction.outcome !== null || awards.some(({ state }) => isOpenAward(state))) return;
  const sales = await countDirectSales(tx, { listingId, live: spendingStates });
  const isSold = sales.paid > 0 || awards.some(({ state }) => state === "paid");
  const outcome = isSold ? "sold" : "not_sold";
  await updateAuction(tx, listingId, { outcome });
  if (!isSold && listing.status === "sold") {
    await updateListing(tx, listingId, { status: "withdrawn", withdrawnAt: now, updatedAt: now });
  }
  const subject = { subjectKind: "listing", subjectId: listingId } as const;
  const entry = { actor: auctioneer, action: "auction.settled", ...subject, detail: { outcome } };
  await writeAudit(tx, entry, now);
  await notifyOutcome(tx, listingId, isSold, now);
}

export async function auditAward(
  tx: Database,
  { id, listingId, rank, priceCents }: AwardRow,
  action: string,
  now: Date,
  actor: Actor = auctioneer,
): Promise<void> {
  const detail = { award_id: id, rank, price_cents: priceCents };
  const subject = { subjectKind: "listing", subjectId: listingId } as const;
  await writeAudit(tx, { actor, action, ...subject, detail }, now);
}
