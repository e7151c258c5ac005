/** Read-only views of sellers' money: sales, earnings and payouts. */
import { findAgent } from "../../db/queries/agents/agents.ts";
import {
  type Flows,
  pageEarnings,
  readBalances,
  readTitles,
  type Seller,
  sumDebts,
  sumDisputed,
  sumFlows,
  sumFlowsByAgent,
} from "../../db/queries/purchases/earnings.ts";
import { findSold, pageSold } from "../../db/queries/purchases/seller-sales.ts";
import { sumRecurringRevenue } from "../../db/queries/subscriptions/subscriptions.ts";
import type { AgentActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { EarningGroup } from "../../db/vocabulary/purchase.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { cutPage, decodeListCursor, idShape } from "../list-cursor.ts";
import { EARNING_AGENTS_SHOWN_MAX } from "./limits.ts";
import type {
  EarningsQuery,
  EarningsView,
  PayoutsQuery,
  PayoutsView,
  SalesQuery,
  SalesView,
  SaleView,
} from "./schemas.ts";
import { viewPayout, viewSale } from "./views.ts";

/** An agent reads its own sales; an owner reads those of all agents, or only of `agentId`. */
type SellerActor = AgentActor | OwnerSeller;
export type OwnerSeller = OwnerActor & { agentId?: string | undefined };

/** Sales, latest purchase first. Errors: agent_not_verified, invalid_request (a foreign cursor). */
export async function listSold(
  ctx: Context,
  actor: SellerActor,
  query: SalesQuery,
): Promise<SalesView> {
  const seller = await sellerOf(ctx, actor);
  const { status, limit, cursor } = query;
  const rows = await pageSold(ctx.db, seller, {
    status,
    listingId: query.dataset_id,
    ...between(query),
    after: decodeListCursor("sales", cursor, idShape),
    rowsMax: limit + 1,
  });
  const page = {
    list: "sales",
    limit,
    keyOf: ({ purchase }: (typeof rows)[number]) => purchase.id,
  };
  const { shown, pagination } = cutPage(rows, page);
  return { items: shown.map((row) => viewSale(ctx.config, row)), pagination };
}

/** One sale. Errors: agent_not_verified, purchase_not_found (also for another seller's). */
export async function readSold(
  ctx: Context,
  actor: SellerActor,
  purchaseId: string,
): Promise<SaleView> {
  const row = await findSold(ctx.db, await sellerOf(ctx, actor), purchaseId);
  if (row !== null) return viewSale(ctx.config, row);
  throw new MarketError("purchase_not_found", "Nothing that you sold has this id.");
}

/** Released sales and their payouts. Errors: those of {@link listSold}. */
export async function listPayouts(
  ctx: Context,
  actor: SellerActor,
  query: PayoutsQuery,
): Promise<PayoutsView> {
  const seller = await sellerOf(ctx, actor);
  const { status, limit, cursor } = query;
  const rows = await pageSold(ctx.db, seller, {
    isReleased: true,
    isSent: status === undefined ? undefined : status === "sent",
    ...between(query),
    after: decodeListCursor("payouts", cursor, idShape),
    rowsMax: limit + 1,
  });
  const page = {
    list: "payouts",
    limit,
    keyOf: ({ purchase }: (typeof rows)[number]) => purchase.id,
  };
  const { shown, pagination } = cutPage(rows, page);
  return { items: shown.map(viewPayout), pagination };
}

const groupShape = /^[0-9a-f-]{7,36} [a-z]{3}$/;

/** Earnings in cents, from the ledger. Errors: those of {@link listSold}. */
export async function readEarnings(
  ctx: Context,
  actor: SellerActor,
  query: EarningsQuery,
): Promise<EarningsView> {
  const seller = await sellerOf(ctx, actor);
  const { by, limit, cursor } = query;
  const days = { sinceDay: query.since, untilDay: query.until };
  const list = `earnings by ${by}`;
  const [key, currency] = decodeListCursor(list, cursor, groupShape)?.split(" ") ?? [];
  const after = key === undefined || currency === undefined ? null : { key, currency };
  const groups = { by, days, after, rowsMax: limit + 1 };
  const [balances, recurring, totals, rows] = await Promise.all([
    readSellerBalances(ctx, seller),
    sumRecurringRevenue(ctx.db, {
      sellerAccountId: seller.accountId,
      sellerAgentId: seller.agentId,
    }),
    sumFlows(ctx.db, seller, days),
    pageEarnings(ctx.db, seller, groups),
  ]);
  const keyOf = (row: (typeof rows)[number]) => `${row.key} ${row.currency}`;
  const { shown, pagination } = cutPage(rows, { list, limit, keyOf });
  const titles =
    by === "dataset"
      ? await readTitles(
          ctx.db,
          shown.map((row) => row.key),
        )
      : null;
  return {
    balances,
    recurring: {
      currency: ctx.config.CURRENCY,
      subscribers: recurring.subscribers,
      past_due: recurring.pastDue,
      monthly_cents: recurring.monthlyCents,
    },
    totals: totals.map((total) => ({ currency: total.currency, ...viewFlows(total) })),
    items: shown.map((row) => ({ ...nameGroup(by, row.key, titles), ...viewItem(row) })),
    pagination,
  };
}

export type AgentEarnings = EarningsView["totals"][number] & {
  agent: { id: string; name: string };
};

/** Earnings of an owner's sales by agent, including deleted agents; at most 200. */
export async function readEarningsByAgent(
  ctx: Context,
  owner: OwnerActor,
  { since, until }: Pick<EarningsQuery, "since" | "until">,
): Promise<AgentEarnings[]> {
  const days = { sinceDay: since, untilDay: until };
  const page = { days, rowsMax: EARNING_AGENTS_SHOWN_MAX };
  const rows = await sumFlowsByAgent(ctx.db, { accountId: owner.accountId }, page);
  return rows.map((row) => ({
    agent: { id: row.agentId, name: row.agentName },
    ...viewItem(row),
  }));
}

const viewItem = (row: Flows & { currency: string }) => ({
  currency: row.currency,
  ...viewFlows(row),
});

function nameGroup(by: EarningGroup, key: string, titles: Map<string, string> | null) {
  if (by !== "dataset") return { period: key, dataset: null };
  return { period: null, dataset: { id: key, title: titles?.get(key) ?? "" } };
}

function viewFlows(flows: Flows) {
  return {
    sold_cents: flows.soldCents,
    refunded_cents: flows.refundedCents,
    fee_cents: flows.feeCents,
    fee_returned_cents: flows.feeReturnedCents,
    released_cents: flows.releasedCents,
    paid_out_cents: flows.paidOutCents,
    reversed_cents: flows.reversedCents,
    kept_cents: flows.keptCents,
    set_off_cents: flows.setOffCents,
  };
}

async function readSellerBalances(ctx: Context, seller: Seller): Promise<EarningsView["balances"]> {
  const [balances, disputed, debts] = await Promise.all([
    readBalances(ctx.db, seller),
    sumDisputed(ctx.db, seller),
    sumDebts(ctx.db, seller),
  ]);
  const of = (sums: { currency: string; cents: number }[], currency: string) =>
    sums.find((sum) => sum.currency === currency)?.cents ?? 0;
  return balances.map(({ currency, escrowCents, payableCents, paidOutCents }) => ({
    currency,
    held_cents: escrowCents,
    disputed_cents: of(disputed, currency),
    payable_cents: payableCents,
    paid_out_cents: paidOutCents,
    owed_back_cents: of(debts, currency),
  }));
}

/** An agent sees only sales for its current owner, not an earlier owner's money. */
async function sellerOf({ db }: Context, actor: SellerActor): Promise<Seller> {
  if (actor.kind === "owner") return { accountId: actor.accountId, agentId: actor.agentId };
  const agent = await findAgent(db, actor.agentId);
  if (agent === null || agent.accountId === null) {
    throw new MarketError("agent_not_verified", "The owner has to approve the agent first.");
  }
  return { accountId: agent.accountId, agentId: agent.id };
}

function between({ since, until }: { since?: string | undefined; until?: string | undefined }) {
  return {
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}
