/** Sellers' earnings: sums of ledger entries, maintained by triggers, by day, month or dataset. */
import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, chargebacks, dailyTotals, listings, purchases } from "../../schema/index.ts";
import type { EarningGroup } from "../../vocabulary/purchase.ts";

/** Whose sales: all of an account's, or those of one of its agents. */
export type Seller = { accountId: string; agentId?: string | undefined };
/** UTC days such as 2026-11-22; `untilDay` is exclusive. */
export type Days = { sinceDay?: string | undefined; untilDay?: string | undefined };

const { posting, account, amountCents } = dailyTotals;
const total = (condition: SQL) =>
  sql<number>`coalesce(sum(${amountCents}) filter (where ${condition}), 0)`.mapWith(Number);
const posted = (name: string, into: string) =>
  total(sql`${posting} = ${sql.raw(`'${name}'`)} and ${account} = ${sql.raw(`'${into}'`)}`);
const on = (name: string) => total(sql`${account} = ${sql.raw(`'${name}'`)}`);

/** Amounts moved, one column per posting of the ledger; never negative. */
const flowColumns = {
  soldCents: total(sql`${posting} in ('captured', 'funded') and ${account} = 'escrow'`),
  refundedCents: total(sql`(${posting} = 'refund_owed' and ${account} = 'refund_payable')
    or (${posting} = 'charged_back' and ${account} = 'buyer')`),
  releasedCents: posted("released", "seller_payable"),
  feeCents: posted("released", "platform_fee"),
  feeReturnedCents: posted("fee_returned", "platform_funds"),
  paidOutCents: posted("transferred", "seller_paid"),
  reversedCents: posted("transfer_reversed", "platform_funds"),
  keptCents: posted("payable_kept", "platform_funds"),
  setOffCents: posted("set_off", "platform_funds"),
};
export type Flows = { [name in keyof typeof flowColumns]: number };

function ofSeller({ accountId, agentId }: Seller): SQL | undefined {
  const mine = eq(dailyTotals.sellerAccountId, accountId);
  return agentId === undefined ? mine : and(mine, eq(dailyTotals.sellerAgentId, agentId));
}

function inDays({ sinceDay, untilDay }: Days): SQL | undefined {
  return and(
    sinceDay === undefined ? undefined : gte(dailyTotals.day, sinceDay),
    untilDay === undefined ? undefined : lt(dailyTotals.day, untilDay),
  );
}

/** Amounts moved in these days, by currency. */
export function sumFlows(db: Database, seller: Seller, days: Days) {
  return db
    .select({ currency: dailyTotals.currency, ...flowColumns })
    .from(dailyTotals)
    .where(and(ofSeller(seller), inDays(days)))
    .groupBy(dailyTotals.currency)
    .orderBy(asc(dailyTotals.currency));
}

/** Like {@link sumFlows}, by agent as well: agents with movements, newest first. */
export function sumFlowsByAgent(
  db: Database,
  seller: Seller,
  { days, rowsMax }: { days: Days; rowsMax: number },
) {
  return db
    .select({
      agentId: agents.id,
      agentName: agents.agentName,
      currency: dailyTotals.currency,
      ...flowColumns,
    })
    .from(dailyTotals)
    .innerJoin(agents, eq(agents.id, dailyTotals.sellerAgentId))
    .where(and(ofSeller(seller), inDays(days)))
    .groupBy(agents.id, dailyTotals.currency)
    .orderBy(desc(agents.id), asc(dailyTotals.currency))
    .limit(rowsMax);
}

/** Current balances of a seller's ledger accounts, by currency. */
export function readBalances(db: Database, seller: Seller) {
  return db
    .select({
      currency: dailyTotals.currency,
      escrowCents: on("escrow"),
      payableCents: on("seller_payable"),
      paidOutCents: on("seller_paid"),
    })
    .from(dailyTotals)
    .where(ofSeller(seller))
    .groupBy(dailyTotals.currency)
    .orderBy(asc(dailyTotals.currency));
}

/** The part of escrow held by open disputes, by currency. */
export function sumDisputed(db: Database, { accountId, agentId }: Seller) {
  return db
    .select({
      currency: purchases.currency,
      cents: sql<number>`sum(${purchases.priceCents})`.mapWith(Number),
    })
    .from(purchases)
    .where(
      and(
        eq(purchases.sellerAccountId, accountId),
        agentId === undefined ? undefined : eq(purchases.sellerAgentId, agentId),
        // A literal, so that prepared statements can use the partial index.
        sql`${purchases.state} = 'disputed'`,
      ),
    )
    .groupBy(purchases.currency);
}

/** A seller's debts for lost chargebacks, by currency. */
export function sumDebts(db: Database, { accountId, agentId }: Seller) {
  const { debtCents, recoveredCents, writtenOffCents } = chargebacks;
  const open = sql`${debtCents} - ${recoveredCents} - ${writtenOffCents}`;
  return db
    .select({
      currency: chargebacks.currency,
      cents: sql<number>`sum(${open})`.mapWith(Number),
    })
    .from(chargebacks)
    .innerJoin(purchases, eq(purchases.id, chargebacks.purchaseId))
    .where(
      and(
        eq(chargebacks.sellerAccountId, accountId),
        agentId === undefined ? undefined : eq(purchases.sellerAgentId, agentId),
        sql`${debtCents} > ${recoveredCents} + ${writtenOffCents}`,
      ),
    )
    .groupBy(chargebacks.currency);
}

/**
 * Names and order of groups: collation `C` orders text by bytes, whatever the database's default.
 */
const groupKeys: Record<EarningGroup, SQL<string>> = {
  day: sql<string>`(to_char(${dailyTotals.day}, 'YYYY-MM-DD') collate "C")`,
  month: sql<string>`(to_char(${dailyTotals.day}, 'YYYY-MM') collate "C")`,
  dataset: sql<string>`(${dailyTotals.listingId}::text collate "C")`,
};

type GroupsPage = {
  by: EarningGroup;
  days: Days;
  /** The last group of the previous page. */
  after: { key: string; currency: string } | null;
  rowsMax: number;
};

/** Amounts moved by group and currency, latest group first. */
export function pageEarnings(
  db: Database,
  seller: Seller,
  { by, days, after, rowsMax }: GroupsPage,
) {
  const key = groupKeys[by];
  const { currency } = dailyTotals;
  const isLater =
    after === null
      ? undefined
      : sql`(${key} < ${after.key} or (${key} = ${after.key} and ${currency} > ${after.currency}))`;
  return db
    .select({ key, currency, ...flowColumns })
    .from(dailyTotals)
    .where(and(ofSeller(seller), inDays(days), isLater))
    .groupBy(sql`1`, currency)
    .orderBy(desc(sql`1`), asc(currency))
    .limit(rowsMax);
}

export async function readTitles(db: Database, listingIds: string[]): Promise<Map<string, string>> {
  if (listingIds.length === 0) return new Map();
  const rows = await db
    .select({ id: listings.id, title: listings.title })
    .from(listings)
    .where(inArray(listings.id, listingIds));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
