/** Purchases as their seller's owner sees them: nothing of the buyer. */
import { and, count, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../client.ts";
import { agents, ledgerEntries, purchases } from "../schema/index.ts";

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
};

/** What was paid for, newest first, and how many sales there are in all. */
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
      .where(where)
      .orderBy(desc(purchases.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(purchases).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

export type SaleRow = Awaited<ReturnType<typeof pageSales>>["rows"][number];

/** The seller's money by the ledger, in cents. */
export async function sumSales(
  db: Database,
  seller: { sellerAccountId: string; currency: string },
) {
  const { account, posting, amountCents } = ledgerEntries;
  const inState = (state: "in_escrow" | "disputed") =>
    sql`${account} = 'escrow' and ${purchases.state} = ${state}`;
  const returned = sql`(${posting} = 'refund_owed' and ${account} = 'refund_payable')
    or (${posting} = 'charged_back' and ${account} = 'buyer')`;
  const total = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${amountCents}) filter (where ${condition}), 0)`.mapWith(Number);
  const [row] = await db
    .select({
      heldCents: total(inState("in_escrow")),
      disputedCents: total(inState("disputed")),
      owedCents: total(sql`${account} = 'seller_payable'`),
      paidOutCents: total(sql`${account} = 'seller_paid'`),
      refundedCents: total(returned),
      feeCents: total(sql`${account} = 'platform_fee'`),
    })
    .from(ledgerEntries)
    .innerJoin(purchases, eq(purchases.id, ledgerEntries.purchaseId))
    .where(
      and(
        eq(purchases.sellerAccountId, seller.sellerAccountId),
        eq(ledgerEntries.currency, seller.currency),
      ),
    );
  if (row === undefined) throw new Error("a sum without groups returned no row");
  return row;
}
