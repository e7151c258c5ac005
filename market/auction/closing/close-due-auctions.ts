import type { Database } from "../../../db/client.ts";
import {
  type AuctionRow,
  countDirectSales,
  type DirectSales,
  findEndedAuctions,
  findIdleAuctions,
  updateAuction,
} from "../../../db/queries/auctions/auctions.ts";
import { type AwardRow, insertAwards } from "../../../db/queries/auctions/awards.ts";
import { findCurrentBid, rankBidders } from "../../../db/queries/auctions/bids.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import {
  type ListingRow,
  notSuspended,
  updateListing,
} from "../../../db/queries/listings/listings.ts";
import { supersedeUpload } from "../../../db/queries/listings/uploads.ts";
import type { Maximum } from "../../../db/vocabulary/auction.ts";
import { spendingStates } from "../../account/rules.ts";
import type { Context } from "../../context.ts";
import { eachDue } from "../../purchase/settlement/each-due.ts";
import { notifyClosed, notifyOutcome } from "../notify.ts";
import { standingOf, termsOf } from "../row-standing.ts";
import { winnersOf } from "../standing.ts";
import { auctioneer, auditAward, type ClosedAuction, lockClosedAuction } from "./end-auction.ts";

type Batch = { rowsMax: number };

/**
 * Closes auctions whose time is over; returns how many. Any number of processes may run it and may die
 * at any point: one transaction writes the winners, the listing's state and the mails.
 */
export async function closeDueAuctions(ctx: Context, { rowsMax }: Batch): Promise<number> {
  const ended = await findEndedAuctions(ctx.db, { now: ctx.now(), rowsMax });
  return eachDue(ended, (listingId) => closeAuction(ctx, listingId));
}

/** Closes auctions early if nothing is left to win: withdrawn or sold out. Returns how many. */
export async function closeIdleAuctions(ctx: Context, { rowsMax }: Batch): Promise<number> {
  const paid = spendingStates.filter((state) => state !== "payment_pending");
  const idle = await findIdleAuctions(ctx.db, { rowsMax, paid });
  return eachDue(idle, (listingId) => closeAuction(ctx, listingId));
}

async function closeAuction(ctx: Context, listingId: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockClosedAuction(tx, listingId);
    const sales = await countDirectSales(tx, { listingId, live: spendingStates });
    // Read the clock after waiting for the locks: a bid may have moved the end meanwhile.
    const now = ctx.now();
    if (!isToBeClosed(locked, sales, now)) return false;
    const ranking = await rankBidders(tx, listingId);
    const winners = winnersAtClose(locked, sales, ranking);
    const awards = await award(tx, locked.auction, { winners, now });
    const outcome = outcomeAtClose(winners.length, sales);
    await updateAuction(tx, listingId, { closedAt: now, outcome });
    const isSold = outcome !== "not_sold";
    await takeOff(tx, locked.listing, { isSold, now });
    await record(tx, locked.auction, { winners: awards.length, outcome, now });
    for (const row of awards) await auditAward(tx, row, "auction.won", now);
    const noticeContext = { now, currency: ctx.config.CURRENCY };
    await notifyClosed(tx, locked.auction, { ranking, awards, isSold }, noticeContext);
    if (outcome === "sold") await notifyOutcome(tx, listingId, true, now);
    return true;
  });
}

/** While a hybrid's direct sale is in progress, it is unknown whether anything is left to win. */
function isToBeClosed({ listing, auction }: ClosedAuction, sales: DirectSales, now: Date): boolean {
  if (auction.closedAt !== null) return false;
  if (sales.paid >= auction.licenses || listing.status === "withdrawn") return true;
  return auction.endsAt <= now && sales.live === sales.paid;
}

/** There are no winners if the listing is off sale: its seller may not sell, or has withdrawn it. */
function winnersAtClose(
  { listing, auction }: ClosedAuction,
  sales: DirectSales,
  ranking: Maximum[],
): readonly Maximum[] {
  if (listing.status !== "active" || sales.paid >= auction.licenses) return [];
  return winnersOf(termsOf(auction, sales), standingOf(auction, ranking));
}

function outcomeAtClose(winners: number, sales: DirectSales): AuctionRow["outcome"] {
  if (winners > 0) return null;
  return sales.paid > 0 ? "sold" : "not_sold";
}

async function award(
  tx: Database,
  auction: AuctionRow,
  { winners, now }: { winners: readonly Maximum[]; now: Date },
): Promise<AwardRow[]> {
  const { listingId, currentPriceCents: priceCents } = auction;
  const values = [];
  for (const [index, { bidderId: accountId }] of winners.entries()) {
    const { id: bidId } = await findCurrentBid(tx, { listingId, accountId });
    const times = { createdAt: now, updatedAt: now };
    const row = { listingId, accountId, bidId, rank: index + 1, priceCents, ...times };
    values.push({ ...row, state: "won" as const });
  }
  return insertAwards(tx, values);
}

/** Takes a closed auction's listing off sale, and discards its open version. */
async function takeOff(
  tx: Database,
  listing: ListingRow,
  { isSold, now }: { isSold: boolean; now: Date },
): Promise<void> {
  if (listing.nextUploadId !== null) await supersedeUpload(tx, listing.nextUploadId, now);
  if (listing.status === "withdrawn") return;
  const withdrawn = { status: "withdrawn", withdrawnAt: now } as const;
  await updateListing(tx, listing.id, {
    ...(isSold ? { status: "sold" as const } : withdrawn),
    ...notSuspended,
    nextUploadId: null,
    nextVersionOpenedAt: null,
    updatedAt: now,
  });
}

type Close = { winners: number; outcome: AuctionRow["outcome"]; now: Date };

async function record(tx: Database, auction: AuctionRow, close: Close): Promise<void> {
  const { listingId, currentPriceCents, bidCount } = auction;
  const { winners, outcome, now } = close;
  const detail = { winners, outcome, price_cents: currentPriceCents, bid_count: bidCount };
  const subject = { subjectKind: "listing", subjectId: listingId } as const;
  await writeAudit(tx, { actor: auctioneer, action: "auction.closed", ...subject, detail }, now);
}
