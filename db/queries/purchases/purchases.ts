/** Purchases and their ledger. `movePurchase` in market/ changes both together. */
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { ledgerEntries, purchases } from "../../schema/index.ts";
import type { Entry, LedgerAccount, PostingKind } from "../../vocabulary/ledger.ts";

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

/** Writes one posting of a purchase, whose entries must sum to zero when the transaction ends. */
export async function insertLedgerEntries(
  tx: Database,
  purchase: PurchaseRow,
  given: { posting: PostingKind; entries: Entry[]; now: Date; reference?: string },
): Promise<void> {
  const { posting, entries, now, reference = "" } = given;
  const rows = entries.map((entry) => ({
    ...entry,
    posting,
    reference,
    purchaseId: purchase.id,
    currency: purchase.currency,
    createdAt: now,
  }));
  if (rows.length > 0) await tx.insert(ledgerEntries).values(rows);
}

/** Whether a locked purchase already has a posting with this `reference`. */
export async function hasPosting(
  tx: Database,
  purchaseId: string,
  { posting, reference }: { posting: PostingKind; reference: string },
): Promise<boolean> {
  const where = and(
    eq(ledgerEntries.purchaseId, purchaseId),
    eq(ledgerEntries.posting, posting),
    eq(ledgerEntries.reference, reference),
  );
  return (await tx.$count(ledgerEntries, where)) > 0;
}

/** Balance of a purchase's ledger account, in cents. */
export async function accountCents(
  tx: Database,
  purchaseId: string,
  account: LedgerAccount,
): Promise<number> {
  const sum = sql<string>`coalesce(sum(${ledgerEntries.amountCents}), 0)`;
  const [row] = await tx
    .select({ cents: sum.mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.purchaseId, purchaseId), eq(ledgerEntries.account, account)));
  return row?.cents ?? 0;
}
