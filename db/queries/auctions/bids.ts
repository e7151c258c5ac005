/**
 * Bids: written under their auction's lock, ranked and listed, and what they reserve of a key's
 * budget.
 */

import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { auctionAwards, auctions, bids } from "../../schema/index.ts";
import type { AcceptedBid, Maximum, RetractionReason } from "../../vocabulary/auction.ts";
import { behindNumber, type Slice } from "../slice.ts";

export type BidRow = typeof bids.$inferSelect;

/** The bidders by current maximum, best first; the earlier bid wins ties. */
export async function rankBidders(db: Database, listingId: string): Promise<Maximum[]> {
  return db
    .select({ bidderId: bids.accountId, maxCents: bids.maxCents, position: bids.position })
    .from(bids)
    .where(and(eq(bids.listingId, listingId), bids.isCurrent))
    .orderBy(desc(bids.maxCents), asc(bids.position));
}

/** All bids in order of acceptance. */
export async function readBids(db: Database, listingId: string): Promise<AcceptedBid[]> {
  return db
    .select({
      bidderId: bids.accountId,
      maxCents: bids.maxCents,
      position: bids.position,
      placedAt: bids.placedAt,
      isRetracted: sql<boolean>`${bids.retractedAt} is not null`,
    })
    .from(bids)
    .where(eq(bids.listingId, listingId))
    .orderBy(asc(bids.position));
}

/** One bidder's bids in order, including retracted ones. */
export async function readBidsOf(
  db: Database,
  { listingId, accountId }: { listingId: string; accountId: string },
): Promise<BidRow[]> {
  return db
    .select()
    .from(bids)
    .where(and(eq(bids.listingId, listingId), eq(bids.accountId, accountId)))
    .orderBy(asc(bids.position));
}

/** The bidder's current maximum. Throws if there is none. */
export async function findCurrentBid(
  db: Database,
  { listingId, accountId }: { listingId: string; accountId: string },
): Promise<BidRow> {
  const [row] = await db
    .select()
    .from(bids)
    .where(and(eq(bids.listingId, listingId), eq(bids.accountId, accountId), bids.isCurrent));
  if (row === undefined) throw new Error(`${accountId} has no bid on ${listingId} that stands`);
  return row;
}

/** The contract of the bidder's current maximum in an auction that is still open, if it has one. */
export async function findStandingContract(
  db: Database,
  { listingId, accountId }: { listingId: string; accountId: string },
): Promise<BidRow["acceptance"]> {
  const own = and(eq(bids.listingId, listingId), eq(bids.accountId, accountId), bids.isCurrent);
  const [row] = await db
    .select({ acceptance: bids.acceptance })
    .from(bids)
    .innerJoin(auctions, eq(auctions.listingId, bids.listingId))
    .where(and(own, isNull(auctions.closedAt)));
  return row?.acceptance ?? null;
}

/** Makes the bid its bidder's current maximum, in place of an earlier one. */
export async function insertBid(
  tx: Database,
  values: Omit<typeof bids.$inferInsert, "isCurrent">,
): Promise<BidRow> {
  const { listingId, accountId } = values;
  await tx
    .update(bids)
    .set({ isCurrent: false })
    .where(and(eq(bids.listingId, listingId), eq(bids.accountId, accountId), bids.isCurrent));
  const [row] = await tx
    .insert(bids)
    .values({ ...values, isCurrent: true })
    .returning();
  if (row === undefined) throw new Error("the insert of a bid returned no row");
  return row;
}

/**
 * Restores the bidder's previous valid bid, if any, as the current maximum. It is reserved on the
 * retracted bid's key, whose budget has room for it; the other key's budget may be spent by now.
 */
export async function retractBidRow(
  tx: Database,
  bid: BidRow,
  { reason, now, earlier }: { reason: RetractionReason; now: Date; earlier: BidRow | null },
): Promise<BidRow> {
  const [row] = await tx
    .update(bids)
    .set({ isCurrent: false, retractedAt: now, retractionReason: reason })
    .where(and(eq(bids.id, bid.id), isNull(bids.retractedAt)))
    .returning();
  if (row === undefined) throw new Error(`bid ${bid.id} was retracted without its auction's lock`);
  if (earlier !== null) {
    const { apiKeyId } = bid;
    await tx.update(bids).set({ isCurrent: true, apiKeyId }).where(eq(bids.id, earlier.id));
  }
  return row;
}

/** Rewrites the price after each of these bids, because an earlier bid was retracted. */
export async function rewritePrices(
  tx: Database,
  listingId: string,
  prices: readonly { position: number; priceCents: number }[],
): Promise<void> {
  if (prices.length === 0) return;
  const positions = sql`${JSON.stringify(prices)}::jsonb`;
  await tx.execute(sql`
    update ${bids} set price_after_cents = told."priceCents"
    from jsonb_to_recordset(${positions}) as told(position integer, "priceCents" integer)
    where ${bids.listingId} = ${listingId} and ${bids.position} = told.position
      and price_after_cents <> told."priceCents"`);
}

/** The account of the bid; null if the auction has no such bid. */
export async function findBidderOf(
  db: Database,
  { listingId, bidId }: { listingId: string; bidId: string },
): Promise<string | null> {
  const [row] = await db
    .select({ accountId: bids.accountId })
    .from(bids)
    .where(and(eq(bids.id, bidId), eq(bids.listingId, listingId)));
  return row?.accountId ?? null;
}

/** Whether one of these accounts has ever bid in the auction. */
export async function haveBid(
  db: Database,
  listingId: string,
  accountIds: readonly string[],
): Promise<boolean> {
  if (accountIds.length === 0) return false;
  const [row] = await db
    .select({ id: bids.id })
    .from(bids)
    .where(and(eq(bids.listingId, listingId), inArray(bids.accountId, [...accountIds])))
    .limit(1);
  return row !== undefined;
}

type BidPage = Slice & { listingId: string };

/** The valid bids, latest first, and their total number. */
export async function pageBids(
  db: Database,
  { listingId, ...page }: BidPage,
): Promise<{ rows: BidRow[]; total: number }> {
  const where = and(eq(bids.listingId, listingId), isNull(bids.retractedAt));
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(bids)
      .where(and(where, behindNumber(bids.position, page)))
      .orderBy(desc(bids.position))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(bids).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/**
 * Cents of the keys' budgets that bids reserve, leading or not: the maximum until the auction
 * closes, then the price won until it becomes a purchase. Keys without a reservation are absent.
 */
export async function reservedByKey(
  db: Database,
  apiKeyIds: string[],
  { exceptListingId }: { exceptListingId?: string } = {},
): Promise<Map<string, number>> {
  if (apiKeyIds.length === 0) return new Map();
  const elsewhere = exceptListingId === undefined ? undefined : ne(bids.listingId, exceptListingId);
  const rows = await db
    .select({
      apiKeyId: bids.apiKeyId,
      cents: sql<number>`sum(case when ${auctions.closedAt} is null then ${bids.maxCents}
        else coalesce(${auctionAwards.priceCents}, 0) end)`.mapWith(Number),
    })
    .from(bids)
    .innerJoin(auctions, eq(auctions.listingId, bids.listingId))
    .leftJoin(auctionAwards, and(eq(auctionAwards.bidId, bids.id), eq(auctionAwards.state, "won")))
    .where(and(inArray(bids.apiKeyId, apiKeyIds), bids.isCurrent, elsewhere))
    .groupBy(bids.apiKeyId);
  return new Map(rows.map(({ apiKeyId, cents }) => [apiKeyId, cents]));
}
