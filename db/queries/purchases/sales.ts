/** Sales for the seller's owner; nothing about the buyer is included. */
import { and, count, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, purchases, sellerTotals } from "../../schema/index.ts";
import type { PurseKind } from "../../vocabulary/purchase.ts";
import { pageOfIds } from "./purchase-lists.ts";

const saleColumns = {
  id: purchases.id,
  state: purchases.state,
  title: purchases.title,
  version: purchases.version,
  listingId: purchases.listingId,
  agentId: purchases.sellerAgentId,
  agentName: agents.agentName,
  priceCents: purchases.priceCents,
  feeCents: purchases.feeCents,
  currency: purchases.currency,
  paidAt: purchases.paidAt,
  releaseDueAt: purchases.releaseDueAt,
  releasedAt: purchases.releasedAt,
  releaseCause: purchases.releaseCause,
  transferredAt: purchases.transferredAt,
  refundedAt: purchases.refundedAt,
  refundCause: purchases.refundCause,
  disputedAt: purchases.disputedAt,
  disputeReason: purchases.disputeReason,
  disputeDetail: purchases.disputeDetail,
  /** Of a sold trial. */
  trialRows: purchases.trialRows,
  /** What the charge paid that it shares with others. */
  sharedBy: sql<PurseKind | null>`(
    select purse.kind from purses as purse where purse.id = ${purchases.purseId})`,
};

/** Paid sales, newest first, and their total number. */
export async function pageSales(
  db: Database,
  page: { sellerAccountId: string; limit: number; offset: number },
) {
  const where = and(
    eq(purchases.sellerAccountId, page.sellerAccountId),
    isNotNull(purchases.paidAt),
  );
  const [rows, totals] = await Promise.all([
    db
      .select(saleColumns)
      .from(purchases)
      .innerJoin(agents, eq(agents.id, purchases.sellerAgentId))
      .where(inArray(purchases.id, pageOfIds(db, where, page)))
      .orderBy(desc(purchases.id)),
    db.select({ total: count() }).from(purchases).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

export type SaleRow = Awaited<ReturnType<typeof pageSales>>["rows"][number];

/**
 * The seller's ledger balances in cents, from the sums by posting and account that the database
 * maintains. The prices held by open disputes are summed separately; there are few.
 */
export async function sumSales(
  db: Database,
  { sellerAccountId, currency }: { sellerAccountId: string; currency: string },
) {
  const { posting, account, amountCents } = sellerTotals;
  const total = (condition: SQL) =>
    sql<number>`coalesce(sum(${amountCents}) filter (where ${condition}), 0)`.mapWith(Number);
  const returned = sql`(${posting} = 'refund_owed' and ${account} = 'refund_payable')
    or (${posting} = 'charged_back' and ${account} = 'buyer')`;
  // A literal state, so that prepared statements can use the partial index.
  const disputed = db
    .select({ cents: sql`coalesce(sum(${purchases.priceCents}), 0)` })
    .from(purchases)
    .where(
      and(
        eq(purchases.sellerAccountId, sellerAccountId),
        eq(purchases.currency, currency),
        sql`${purchases.state} = 'disputed'`,
      ),
    );
  const [row] = await db
    .select({
      escrowCents: total(sql`${account} = 'escrow'`),
      disputedCents: sql<number>`(${disputed})`.mapWith(Number),
      owedCents: total(sql`${account} = 'seller_payable'`),
      paidOutCents: total(sql`${account} = 'seller_paid'`),
      refundedCents: total(returned),
      feeCents: total(sql`${account} = 'platform_fee'`),
    })
    .from(sellerTotals)
    .where(
      and(eq(sellerTotals.sellerAccountId, sellerAccountId), eq(sellerTotals.currency, currency)),
    );
  if (row === undefined) throw new Error("a sum without groups returned no row");
  const { escrowCents, ...sums } = row;
  return { heldCents: escrowCents - sums.disputedCents, ...sums };
}
