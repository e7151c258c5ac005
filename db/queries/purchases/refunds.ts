/**
 * Refunds that are due, failed, or were paid in another way, of purchases and of shared charges: lists for
 * administrators, and counts.
 */
import { asc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { accounts, purchases, purses } from "../../schema/index.ts";

export type RefundFilter = "open" | "failed" | "paid_otherwise";

// Literal conditions, so that prepared statements can use the partial indexes.
const conditions = {
  open: sql`state = 'refunded' and refund_paid_at is null`,
  failed: sql`state = 'refunded' and refund_paid_at is null and refund_failed_at is not null`,
  paid_otherwise: sql`refund_paid_reference is not null`,
};

const columnsOf = (table: typeof purchases | typeof purses) => ({
  id: table.id,
  title: table.title,
  priceCents: table.priceCents,
  chargedBackCents: table.chargedBackCents,
  currency: table.currency,
  accountId: table.accountId,
  buyerEmail: accounts.email,
  refundedAt: table.refundedAt,
  refundPaidAt: table.refundPaidAt,
  refundPaidReference: table.refundPaidReference,
  refundFailedAt: table.refundFailedAt,
  refundFailures: table.refundFailures,
  refundFailureReason: table.refundFailureReason,
  refundTryingAt: table.refundTryingAt,
  refundRetryAskedAt: table.refundRetryAskedAt,
  settleDueAt: table.settleDueAt,
});

/** Longest due first, and their total number. `refundCents`: of a shared charge, its part; else null. */
export async function pageRefunds(
  db: Database,
  page: { filter: RefundFilter; limit: number; offset: number },
) {
  const where = conditions[page.filter];
  const ofPurchases = db
    .select({ ...columnsOf(purchases), refundCents: sql<number | null>`null::int`.as("part") })
    .from(purchases)
    .innerJoin(accounts, eq(accounts.id, purchases.accountId))
    .where(where);
  const ofPurses = db
    .select({ ...columnsOf(purses), refundCents: sql<number | null>`refund_cents`.as("part") })
    .from(purses)
    .innerJoin(accounts, eq(accounts.id, purses.accountId))
    .where(where);
  const [rows, ...totals] = await Promise.all([
    unionAll(ofPurchases, ofPurses)
      .orderBy(asc(sql`refunded_at`), asc(sql`id`))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(purchases, where),
    db.$count(purses, where),
  ]);
  return { rows, total: totals[0] + totals[1] };
}

export type RefundRow = Awaited<ReturnType<typeof pageRefunds>>["rows"][number];

/** Number of refunds that failed and are still due. */
export async function countFailedRefunds(db: Database): Promise<number> {
  const [ofPurchases, ofPurses] = await Promise.all([
    db.$count(purchases, conditions.failed),
    db.$count(purses, conditions.failed),
  ]);
  return ofPurchases + ofPurses;
}
