/** Pending money by state and age, for operators of the marketplace. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { purchases, sellerTotals } from "../../schema/index.ts";

/** Purchases with a pending step; all other states are final. */
export const moneyStates = [
  "payment_pending",
  "in_escrow",
  "disputed",
  "payout_owed",
  "refund_owed",
] as const;
type MoneyState = (typeof moneyStates)[number];

export type WaitingMoney = {
  state: MoneyState;
  currency: string;
  purchases: number;
  cents: number;
  /** When the oldest of them entered this state. */
  oldestAt: Date;
};

/** By state and currency; states without purchases are left out. Each part has an index. */
export async function sumWaitingMoney(db: Database): Promise<WaitingMoney[]> {
  const p = purchases;
  const seller = sql`${p.priceCents} - ${p.feeCents} - ${p.setOffCents} - ${p.keptCents}`;
  const part = (state: MoneyState, cents: unknown, since: unknown, where: unknown) => sql`
    select ${state} as state, ${p.currency} as currency, count(*)::int as purchases,
      coalesce(sum(${cents}), 0)::bigint as cents, min(${since}) as oldest_at
    from ${p} where ${where} group by ${p.currency}`;
  const rows = await db.execute<{
    state: MoneyState;
    currency: string;
    purchases: number;
    cents: string;
    oldest_at: string;
  }>(sql`
    ${part("payment_pending", p.priceCents, p.createdAt, sql`${p.settleDueAt} is not null and ${p.state} = 'payment_pending'`)}
    union all ${part("in_escrow", p.priceCents, p.paidAt, sql`${p.state} = 'in_escrow'`)}
    union all ${part("disputed", p.priceCents, p.disputedAt, sql`${p.state} = 'disputed'`)}
    union all ${part("payout_owed", seller, p.releasedAt, sql`${p.state} = 'released' and ${p.transferredAt} is null and ${seller} > 0`)}
    union all ${part("refund_owed", p.priceCents, p.refundedAt, sql`${p.state} = 'refunded' and ${p.refundPaidAt} is null`)}`);
  return rows.map(({ cents, oldest_at, ...row }) => ({
    ...row,
    cents: Number(cents),
    oldestAt: new Date(oldest_at),
  }));
}

/** Balances of the ledger by account and currency. */
export async function sumLedger(
  db: Database,
): Promise<{ account: string; currency: string; cents: number }[]> {
  const rows = await db
    .select({
      account: sellerTotals.account,
      currency: sellerTotals.currency,
      cents: sql<string>`sum(${sellerTotals.amountCents})`,
    })
    .from(sellerTotals)
    .groupBy(sellerTotals.account, sellerTotals.currency);
  return rows.map(({ cents, ...row }) => ({ ...row, cents: Number(cents) }));
}
