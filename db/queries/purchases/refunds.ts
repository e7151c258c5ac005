/**
 * Refunds that are due, failed, or were paid in another way: lists for administrators, and counts.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, purchases } from "../../schema/index.ts";
import type { PurchaseRow } from "./purchases.ts";

export type RefundFilter = "open" | "failed" | "paid_otherwise";

// Literal conditions, so that prepared statements can use the partial indexes.
const isOwed = sql`${purchases.state} = 'refunded' and ${purchases.refundPaidAt} is null`;
const isFailed = sql`${purchases.refundFailedAt} is not null`;
const conditions = {
  open: isOwed,
  failed: and(isOwed, isFailed),
  paid_otherwise: sql`${purchases.refundPaidReference} is not null`,
};

export type DueRefundRow = { purchase: PurchaseRow; buyerEmail: string };

/** Longest due first, and their total number. */
export async function pageRefunds(
  db: Database,
  page: { filter: RefundFilter; limit: number; offset: number },
): Promise<{ rows: DueRefundRow[]; total: number }> {
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

/** Number of refunds that failed and are still due. */
export function countFailedRefunds(db: Database): Promise<number> {
  return db.$count(purchases, conditions.failed);
}
