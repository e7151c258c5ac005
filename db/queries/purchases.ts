/** Purchases: found, locked, moved on. A state changes together with what it posts to the ledger. */
import { and, eq } from "drizzle-orm";
import { type PostingKind, postingEntries } from "../../market/purchase/ledger.ts";
import type { Database } from "../client.ts";
import { ledgerEntries, purchases } from "../schema/index.ts";

export type PurchaseRow = typeof purchases.$inferSelect;

export async function findPurchase(db: Database, purchaseId: string): Promise<PurchaseRow | null> {
  const [row] = await db.select().from(purchases).where(eq(purchases.id, purchaseId));
  return row ?? null;
}

/** Locks the row until the transaction ends: whoever moves a purchase locks it first. */
export async function lockPurchase(tx: Database, purchaseId: string): Promise<PurchaseRow | null> {
  const [row] = await tx.select().from(purchases).where(eq(purchases.id, purchaseId)).for("update");
  return row ?? null;
}

/** Changes a locked purchase; `posting` is what this change moves in the ledger, if anything. */
export async function movePurchase(
  tx: Database,
  purchase: PurchaseRow,
  change: Partial<typeof purchases.$inferInsert>,
  { now, posting }: { now: Date; posting?: PostingKind },
): Promise<PurchaseRow> {
  if (posting !== undefined) await post(tx, purchase, posting, now);
  const [row] = await tx
    .update(purchases)
    .set({ ...change, updatedAt: now })
    .where(and(eq(purchases.id, purchase.id), eq(purchases.state, purchase.state)))
    .returning();
  if (row === undefined) throw new Error(`purchase ${purchase.id} was moved without its lock`);
  return row;
}

async function post(
  tx: Database,
  purchase: PurchaseRow,
  posting: PostingKind,
  now: Date,
): Promise<void> {
  const entries = postingEntries(posting, purchase).map((entry) => ({
    ...entry,
    posting,
    purchaseId: purchase.id,
    currency: purchase.currency,
    createdAt: now,
  }));
  await tx.insert(ledgerEntries).values(entries);
}
