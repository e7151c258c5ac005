/** What sellers earned: the ledger's entries as its triggers sum them up, by day, month or dataset. */
import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, chargebacks, dailyTotals, listings, purchases } from "../../schema/index.ts";
import type { EarningGroup } from "../../vocabulary/purchase.ts";

/** Whose sales: all of an account's, or those of one of its agents. */
export type Seller = { accountId: string; agentId?: string | undefined };
/** Days of UTC, as 2026-11-22; `untilDay` is not part of it. */
export type Days = { sinceDay?: string | undefined; untilDay?: string | undefined };

const { posting, account, amountCents } = dailyTotals;
const total = (condition: SQL) =>
  sql<number>`coalesce(sum(${amountCents}) filter (where ${condition}), 0)`.mapWith(Number);
const posted = (name: string, into: string) =>
  total(sql`${posting} = ${sql.raw(`'${name}'`)} and ${account} = ${sql.raw(`'${into}'`)}`);
const on = (name: string) => total(sql`${account} = ${sql.raw(`'${name}'`)}`);

/** What was moved, each a posting of the ledger; none is negative. */
const flowColumns = {
  soldCents: posted("captured", "escrow"),
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

/** All that was moved in these days, by currency. */
export function sumFlows(db: Database, seller: Seller, days: Days) {
  return db
    .select({ currency: dailyTotals.currency, ...flowColumns })
    .from(dailyTotals)
    .where(and(ofSeller(seller), inDays(days)))
    .groupBy(dailyTotals.currency)
    .orderBy(asc(dailyTotals.currency));
}

/** As {@link sumFlows}, by agent too: those that moved anything, the newest agent first. */
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

/** What the accounts of the ledger hold for a seller now, by currency. */
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

/** Of what is in escrow: the prices that open disputes hold, by currency. */
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
        // As a literal, so that a prepared statement still knows the partial index.
        sql`${purchases.state} = 'disputed'`,
      ),
    )
    .groupBy(purchases.currency);
}

/** What lost chargebacks left a seller to pay back, by currency. */
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

/** What groups are named and ordered by: `C` orders text as its bytes, whatever the database. */
const groupKeys: Record<EarningGroup, SQL<string>> = {
  day: sql<string>`(to_char(${dailyTotals.day}, 'YYYY-MM-DD') collate "C")`,
  month: sql<string>`(to_char(${dailyTotals.day}, 'YYYY-MM') collate "C")`,
  dataset: sql<string>`(${dailyTotals.listingId}::text collate "C")`,
};

type GroupsPage = {
  by: EarningGroup;
  days: Days;
  /** The last group of the page before. */
  after: { key: string; currency: string } | null;
  rowsMax: number;
};

/** What was moved, by group and currency, the latest group first. */
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
