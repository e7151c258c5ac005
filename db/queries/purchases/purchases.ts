/** Purchases. `movePurchase` in market/ changes them together with the ledger. */
import { and, eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { purchases } from "../../schema/index.ts";

export type PurchaseRow = typeof purchases.$inferSelect;
export type PurchaseChange = Partial<typeof purchases.$inferInsert>;

export async function findPurchase(db: Database, purchaseId: string): Promise<PurchaseRow | null> {
  const [row] = await db.select().from(purchases).where(eq(purchases.id, purchaseId));
  return row ?? null;
}

/**
 * Locks the row until the transaction ends; everything that moves a purchase must lock it first.
 */
export async function lockPurchase(tx: Database, purchaseId: string): Promise<PurchaseRow | null> {
  const [row] = await tx.select().from(purchases).where(eq(purchases.id, purchaseId)).for("update");
  return row ?? null;
}

/** Changes a locked purchase. Throws if its state differs from the locked one. */
export async function updatePurchase(
  tx: Database,
  purchase: PurchaseRow,
  change: PurchaseChange,
): Promise<PurchaseRow> {
  const [row] = await tx
    .update(purchases)
    .set(change)
    .where(and(eq(purchases.id, purchase.id), eq(purchases.state, purchase.state)))
    .returning();
  if (row === undefined) throw new Error(`purchase ${purchase.id} was moved without its lock`);
  return row;
}
