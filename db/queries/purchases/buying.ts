/** Checks before a purchase is opened, and its row. */
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { accounts, agents, listings, purchases } from "../../schema/index.ts";
import type { PurchaseState } from "../../vocabulary/purchase.ts";
import { type ListingRow, listingColumns } from "../listings/listings.ts";
import type { PurchaseRow } from "./purchases.ts";

export type Offer = {
  listing: ListingRow;
  agentId: string;
  /** Null if the selling agent has no owner. */
  seller: { accountId: string; isSuspended: boolean } | null;
};

/**
 * Locks the listing until the transaction ends, so that its price and file stay. A bid needs the
 * exclusive lock, because it changes the price: two bidders with shared locks would deadlock.
 */
export async function holdOffer(
  tx: Database,
  listingId: string,
  hold: "share" | "no key update" = "share",
): Promise<Offer | null> {
  const sellers = alias(accounts, "sellers");
  const [row] = await tx
    .select({
      listing: listingColumns,
      agentId: agents.id,
      accountId: sellers.id,
      isSuspended: sql<boolean>`${agents.suspendedAt} is not null or ${sellers.suspendedAt} is not null`,
    })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .leftJoin(sellers, eq(sellers.id, agents.accountId))
    // A listing that was never published, such as an expired draft, cannot be bought or bid on.
    .where(and(eq(listings.id, listingId), isNotNull(listings.publishedAt)))
    .for(hold, { of: listings });
  if (row === undefined) return null;
  const { listing, agentId, accountId, isSuspended } = row;
  return { listing, agentId, seller: accountId === null ? null : { accountId, isSuspended } };
}

/** The account's purchase of this file in one of these states, or null. */
export async function findLivePurchase(
  db: Database,
  file: { accountId: string; uploadId: string; states: readonly PurchaseState[] },
): Promise<PurchaseRow | null> {
  const [row] = await db
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.accountId, file.accountId),
        eq(purchases.uploadId, file.uploadId),
        inArray(purchases.state, [...file.states]),
      ),
    );
  return row ?? null;
}

/** The account's trial of this version in one of these states, or null. */
export async function findLiveTrial(
  db: Database,
  of: { accountId: string; listingId: string; version: number; states: readonly PurchaseState[] },
): Promise<PurchaseRow | null> {
  const [row] = await db
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.accountId, of.accountId),
        eq(purchases.listingId, of.listingId),
        eq(purchases.version, of.version),
        isNotNull(purchases.trialRows),
        inArray(purchases.state, [...of.states]),
      ),
    );
  return row ?? null;
}

/** Null if a concurrent request has already made such a purchase for the account. */
export async function insertPurchase(
  tx: Database,
  values: typeof purchases.$inferInsert,
): Promise<PurchaseRow | null> {
  const [row] = await tx.insert(purchases).values(values).onConflictDoNothing().returning();
  return row ?? null;
}
