/** Awards: licences won in closed auctions, or offered to the next bidder. */

import { and, asc, count, desc, eq, inArray, isNull, lte, ne, notInArray, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { auctionAwards, bids, purchases } from "../../schema/index.ts";
import type { AwardState } from "../../vocabulary/auction.ts";
import { behindId, type Slice } from "../slice.ts";
import type { BidRow } from "./bids.ts";

export type AwardRow = typeof auctionAwards.$inferSelect;

export async function insertAwards(
  tx: Database,
  values: (typeof auctionAwards.$inferInsert)[],
): Promise<AwardRow[]> {
  return values.length === 0 ? [] : tx.insert(auctionAwards).values(values).returning();
}

export async function findAward(db: Database, awardId: string): Promise<AwardRow | null> {
  const [row] = await db.select().from(auctionAwards).where(eq(auctionAwards.id, awardId));
  return row ?? null;
}

export async function findAwardOfPurchase(
  db: Database,
  purchaseId: string,
): Promise<AwardRow | null> {
  const [row] = await db
    .select()
    .from(auctionAwards)
    .where(eq(auctionAwards.purchaseId, purchaseId));
  return row ?? null;
}

/** All awards of an auction, best bidder first. To change one, hold the auction's lock. */
export async function readAwards(db: Database, listingId: string): Promise<AwardRow[]> {
  return db
    .select()
    .from(auctionAwards)
    .where(eq(auctionAwards.listingId, listingId))
    .orderBy(asc(auctionAwards.rank));
}

export async function updateAward(
  tx: Database,
  awardId: string,
  change: Partial<typeof auctionAwards.$inferInsert>,
): Promise<AwardRow> {
  const [row] = await tx
    .update(auctionAwards)
    .set(change)
    .where(eq(auctionAwards.id, awardId))
    .returning();
  if (row === undefined) throw new Error(`award ${awardId} vanished under its auction's lock`);
  return row;
}

/** The winning bid. */
export async function findBid(db: Database, bidId: string): Promise<BidRow> {
  const [row] = await db.select().from(bids).where(eq(bids.id, bidId));
  if (row === undefined) throw new Error(`bid ${bidId} is gone`);
  return row;
}

/** Awards whose payment has not started. */
export async function findWonAwards(db: Database, rowsMax: number): Promise<string[]> {
  return findIds(db, eq(auctionAwards.state, "won"), rowsMax);
}

/** While the winner's contract is evaluated, the licence may still go to the next bidder. */
const hasVerdict = or(
  notInArray(purchases.state, ["in_escrow", "disputed"]),
  isNull(purchases.acceptance),
  ne(purchases.acceptance, "pending"),
);

/** Awards whose purchase has an outcome that they do not reflect yet. */
export async function findChargedAwards(db: Database, rowsMax: number): Promise<string[]> {
  const rows = await db
    .select({ id: auctionAwards.id })
    .from(auctionAwards)
    .innerJoin(purchases, eq(purchases.id, auctionAwards.purchaseId))
    .where(
      and(eq(auctionAwards.state, "charging"), ne(purchases.state, "payment_pending"), hasVerdict),
    )
    .orderBy(asc(auctionAwards.id))
    .limit(rowsMax);
  return rows.map(({ id }) => id);
}

/** Awards that were not paid in time. */
export async function findOverdueAwards(
  db: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<string[]> {
  const open: AwardState[] = ["unpaid", "offered"];
  const due = and(inArray(auctionAwards.state, open), lte(auctionAwards.dueAt, now));
  return findIds(db, due, rowsMax);
}

async function findIds(
  db: Database,
  where: ReturnType<typeof and>,
  rowsMax: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: auctionAwards.id })
    .from(auctionAwards)
    .where(where)
    .orderBy(asc(auctionAwards.id))
    .limit(rowsMax);
  return rows.map(({ id }) => id);
}

type AwardPage = Slice & { accountId: string };

/** The account's awards, latest first, and their total number. */
export async function pageAwards(
  db: Database,
  { accountId, ...page }: AwardPage,
): Promise<{ rows: AwardRow[]; total: number }> {
  const where = eq(auctionAwards.accountId, accountId);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(auctionAwards)
      .where(and(where, behindId(auctionAwards.id, page)))
      .orderBy(desc(auctionAwards.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(auctionAwards).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}
