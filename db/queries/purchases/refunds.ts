/** Refunds that are owed, failed, or were paid another way: listed for administrators, and counted. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, purchases } from "../../schema/index.ts";
import type { PurchaseRow } from "./purchases.ts";

/** The provider has said how a try ended; one under a later key is on its way still. */
export async function endRefundTry(
  db: Database,
  { id, keyGeneration }: Pick<PurchaseRow, "id" | "keyGeneration">,
): Promise<void> {
  const isLast = and(eq(purchases.id, id), eq(purchases.keyGeneration, keyGeneration));
  await db.update(purchases).set({ refundTryingAt: null }).where(isLast);
}

export type RefundFilter = "open" | "failed" | "paid_otherwise";

// Conditions as literals, so that a prepared statement still knows the partial indexes.
const isOwed = sql`${purchases.state} = 'refunded' and ${purchases.refundPaidAt} is null`;
const isFailed = sql`${purchases.refundFailedAt} is not null`;
const conditions = {
  open: isOwed,
  failed: and(isOwed, isFailed),
  paid_otherwise: sql`${purchases.refundPaidReference} is not null`,
};

export type OwedRefundRow = { purchase: PurchaseRow; buyerEmail: string };

/** The longest owed first, and how many there are. */
export async function pageRefunds(
  db: Database,
  page: { filter: RefundFilter; limit: number; offset: number },
): Promise<{ rows: OwedRefundRow[]; total: number }> {
  const where = conditions[page.filter];
  const [rows, total] = await Promise.all([
    db
      .select({ purchase: purchases, buyerEmail: accounts.email })
      .from(purchases)
      .innerJoin(accounts, eq(accounts.id, purchases.accountId))
      .where(where)
      .orderBy(asc(purchases.refundedAt), asc(purchases.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(purchases, where),
  ]);
  return { rows, total };
}

/** How many refunds have failed and are still owed. */
export function countFailedRefunds(db: Database): Promise<number> {
  return db.$count(purchases, conditions.failed);
}
