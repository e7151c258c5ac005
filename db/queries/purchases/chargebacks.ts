/** Chargebacks, and what sellers owe for lost ones. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { chargebacks } from "../../schema/index.ts";

export type ChargebackRow = typeof chargebacks.$inferSelect;

export async function insertChargeback(
  tx: Database,
  values: typeof chargebacks.$inferInsert,
): Promise<ChargebackRow> {
  const [row] = await tx.insert(chargebacks).values(values).returning();
  if (row === undefined) throw new Error(`chargeback ${values.id} was not written`);
  return row;
}

/** Locks the row until the transaction ends; the purchase's lock comes first. */
export async function lockChargeback(tx: Database, id: string): Promise<ChargebackRow | null> {
  const [row] = await tx.select().from(chargebacks).where(eq(chargebacks.id, id)).for("update");
  return row ?? null;
}

export async function updateChargeback(
  tx: Database,
  id: string,
  change: Partial<typeof chargebacks.$inferInsert>,
): Promise<void> {
  await tx.update(chargebacks).set(change).where(eq(chargebacks.id, id));
}

/** A seller's debts in this currency, oldest first, locked until the transaction ends. */
export async function lockDebts(
  tx: Database,
  { sellerAccountId, currency }: { sellerAccountId: string; currency: string },
): Promise<ChargebackRow[]> {
  return tx
    .select()
    .from(chargebacks)
    .where(
      and(
        eq(chargebacks.sellerAccountId, sellerAccountId),
        eq(chargebacks.currency, currency),
        sql`debt_cents > recovered_cents + written_off_cents`,
      ),
    )
    .orderBy(asc(chargebacks.openedAt), asc(chargebacks.id))
    .for("update");
}

export async function findChargeback(db: Database, id: string): Promise<ChargebackRow | null> {
  const [row] = await db.select().from(chargebacks).where(eq(chargebacks.id, id));
  return row ?? null;
}

/** All chargebacks of a locked purchase, locked oldest first, in the same order as `lockDebts`. */
export function lockChargebacksOf(tx: Database, purchaseId: string): Promise<ChargebackRow[]> {
  return tx
    .select()
    .from(chargebacks)
    .where(eq(chargebacks.purchaseId, purchaseId))
    .orderBy(asc(chargebacks.openedAt), asc(chargebacks.id))
    .for("update");
}

/** Cents of a purchase that pending transfer reversals will recover. */
export async function claimedCentsOf(tx: Database, purchaseId: string): Promise<number> {
  const sum = sql<string>`coalesce(sum(${chargebacks.claimedCents}), 0)`;
  const [row] = await tx
    .select({ cents: sum.mapWith(Number) })
    .from(chargebacks)
    .where(eq(chargebacks.purchaseId, purchaseId));
  return row?.cents ?? 0;
}
