/** The auctions of listings: opened, locked by every bid, closed. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { PurchaseState } from "../../market/purchase/rules.ts";
import type { Database } from "../client.ts";
import { auctions, purchases } from "../schema/index.ts";

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
 * Locks the auction until the transaction ends: this puts its bids in an order. Locked after a key
 * and after the listing, wherever those are locked too.
 */
export async function lockAuction(tx: Database, listingId: string): Promise<AuctionRow | null> {
  const [row] = await tx
    .select()
    .from(auctions)
    .where(eq(auctions.listingId, listingId))
    .for("update");
  return row ?? null;
}

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
  return row;
}

/** Sales of a hybrid at its price: those that are paid, and all that may still be. */
export type DirectSales = { paid: number; live: number };

/** `live`: the states of purchases that hold a licence. Asked while the auction is open. */
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
