/** Auctions of listings. Every bid locks its auction. */
import { and, asc, eq, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { fileKeyPrefix } from "../../changes.ts";
import type { Database } from "../../client.ts";
import { auctions, listings, purchases } from "../../schema/index.ts";
import type { PurchaseState } from "../../vocabulary/purchase.ts";
import { type ListingRow, listingColumns } from "../listings/listings.ts";

export type AuctionRow = typeof auctions.$inferSelect;
export type AuctionChange = Partial<typeof auctions.$inferInsert>;

export async function insertAuction(
  tx: Database,
  values: typeof auctions.$inferInsert,
): Promise<AuctionRow> {
  const [row] = await tx.insert(auctions).values(values).returning();
  if (row === undefined) throw new Error("the insert of an auction returned no row");
  return row;
}

export async function findAuction(db: Database, listingId: string): Promise<AuctionRow | null> {
  const [row] = await db.select().from(auctions).where(eq(auctions.listingId, listingId));
  return row ?? null;
}

/**
 * Locks the auction until the transaction ends, which puts its bids in order. Lock order: key,
 * listing, auction.
 */
export async function lockAuction(tx: Database, listingId: string): Promise<AuctionRow | null> {
  const [row] = await tx
    .select()
    .from(auctions)
    .where(eq(auctions.listingId, listingId))
    .for("update");
  return row ?? null;
}

/** At commit, every API process drops its cached data for the listing and its bytes. */
export async function updateAuction(
  tx: Database,
  listingId: string,
  change: AuctionChange,
): Promise<AuctionRow> {
  const [row] = await tx
    .update(auctions)
    .set(change)
    .where(eq(auctions.listingId, listingId))
    .returning();
  if (row === undefined) throw new Error(`auction ${listingId} vanished under its lock`);
  await tx.execute(sql`
    select public.tell('listing', ${listingId}),
      (select public.tell('listing', ${fileKeyPrefix} || ${listings.sha256}) from ${listings}
        where ${listings.id} = ${listingId} and ${listings.pricingType} = 'hybrid')`);
  return row;
}

/** The listing's current price, and what its seller stated. The caller holds its lock. */
export async function writePrice(
  tx: Database,
  listingId: string,
  price: { priceCents: number; statedPriceCents: number | null },
): Promise<void> {
  const isOther = sql`(${listings.priceCents}, ${listings.statedPriceCents}) is distinct from
    (${price.priceCents}::int, ${price.statedPriceCents}::int)`;
  await tx
    .update(listings)
    .set(price)
    .where(and(eq(listings.id, listingId), isOther));
}

/** Sales of a hybrid at its price: paid ones, and all that may still be paid. */
export type DirectSales = { paid: number; live: number };

/** `live`: states of purchases that hold a licence. Call while the auction is open. */
export async function countDirectSales(
  db: Database,
  { listingId, live }: { listingId: string; live: readonly PurchaseState[] },
): Promise<DirectSales> {
  const [row] = await db
    .select({
      paid: sql<number>`(count(*) filter (where ${purchases.state} <> 'payment_pending'))::int`,
      live: sql<number>`count(*)::int`,
    })
    .from(purchases)
    .where(and(eq(purchases.listingId, listingId), inArray(purchases.state, [...live])));
  return row ?? { paid: 0, live: 0 };
}

/** Locks an auction's listing, which must come before the auction itself. */
export async function lockAuctionListing(
  tx: Database,
  listingId: string,
): Promise<ListingRow | null> {
  const [row] = await tx
    .select(listingColumns)
    .from(listings)
    .where(eq(listings.id, listingId))
    .for("update");
  return row ?? null;
}

/**
 * Auctions past their end that nobody has closed yet, those that ended first come first. Excludes
 * those that wait for a payment, which would block all others while the provider is away.
 */
export async function findEndedAuctions(
  db: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<string[]> {
  const isPending = eq(purchases.state, "payment_pending");
  const pending = db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.listingId, auctions.listingId), isPending));
  const rows = await db
    .select({ listingId: auctions.listingId })
    .from(auctions)
    .where(and(isNull(auctions.closedAt), lte(auctions.endsAt, now), notExists(pending)))
    .orderBy(asc(auctions.endsAt), asc(auctions.listingId))
    .limit(rowsMax);
  return rows.map(({ listingId }) => listingId);
}

/** Open auctions with nothing left to win: withdrawn, or sold out at their price. */
export async function findIdleAuctions(
  db: Database,
  { rowsMax, paid }: { rowsMax: number; paid: readonly PurchaseState[] },
): Promise<string[]> {
  const sold = db
    .select({ count: sql<number>`count(*)` })
    .from(purchases)
    .where(and(eq(purchases.listingId, auctions.listingId), inArray(purchases.state, [...paid])));
  const isSoldOut = and(eq(listings.pricingType, "hybrid"), sql`(${sold}) >= ${auctions.licenses}`);
  const rows = await db
    .select({ listingId: auctions.listingId })
    .from(auctions)
    .innerJoin(listings, eq(listings.id, auctions.listingId))
    .where(and(isNull(auctions.closedAt), or(eq(listings.status, "withdrawn"), isSoldOut)))
    .orderBy(asc(auctions.endsAt), asc(auctions.listingId))
    .limit(rowsMax);
  return rows.map(({ listingId }) => listingId);
}
