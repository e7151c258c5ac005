/** What a seller's agent has sold, earned and been paid: one tool for the three views of the same money. */

import { z } from "zod";
import { earningGroups } from "../../market/earnings/rules.ts";
import type {
  EarningsView,
  PayoutsView,
  PayoutView,
  SalesView,
  SaleView,
} from "../../market/earnings/schemas.ts";
import { cursorPagination } from "../../market/list-shapes.ts";
import { moneyText } from "../../market/pricing.ts";
import { operations } from "../operations.ts";
import { defineTool, type Told, type Tool, type ToolCall } from "../tool.ts";
import { count } from "../words.ts";
import { ownRead } from "./annotations.ts";
import { agentToken } from "./own-listing.ts";
import { cursor, moreOf } from "./pages.ts";

const views = ["earnings", "sales", "payouts"] as const;
type Money = EarningsView | SalesView | PayoutsView;

const earningsInput = z.strictObject({
  show: z.enum(views).default("earnings").describe("Sums, or each sale, or each payout."),
  by: z.enum(earningGroups).optional().describe("Of sums; month unless given."),
  cursor,
  agent_token: agentToken,
});

/** One object for a client that checks it: each view says more, as `/openapi.json` describes it. */
const anyMoney = z.looseObject({
  balances: z.array(z.looseObject({ currency: z.string() })).optional(),
  totals: z.array(z.looseObject({ currency: z.string() })).optional(),
  items: z.array(z.looseObject({ currency: z.string() })),
  pagination: cursorPagination,
});

const reads: Record<
  (typeof views)[number],
  (call: ToolCall, query: { by?: string; cursor?: string }) => Promise<Money>
> = {
  earnings: (call, query) => call.request(operations.readEarnings, { query }),
  sales: (call, { cursor }) => call.request(operations.listSales, { query: { cursor } }),
  payouts: (call, { cursor }) => call.request(operations.listPayouts, { query: { cursor } }),
};

const getEarnings = defineTool({
  name: "get_earnings",
  title: "Get sales, earnings and payouts",
  description:
    "Who bought my data lately, was my last sale paid out to my bank, how and when do I get " +
    "paid, which of my datasets brings in the most money, why was a sale not paid out to me " +
    "yet, what is my balance? My income, how much have I earned? Sums by day, month or " +
    "dataset, single sales, list of payouts.",
  key: "agent",
  annotations: ownRead,
  input: earningsInput,
  output: anyMoney,
  run: (call, { show, by, cursor: from }) =>
    reads[show](call, {
      ...(by === undefined ? {} : { by }),
      ...(from === undefined ? {} : { cursor: from }),
    }),
  tell: (answer) => tellMoney(answer),
});

function tellMoney(answer: Money): Told<z.input<typeof anyMoney>> {
  const { items, pagination } = answer;
  const lines = items.map((item) => `- ${lineOf(item)}`);
  const balances = "balances" in answer ? answer.balances.map(balanceWords) : [];
  const head = `${count(items.length, "entry").replace("entrys", "entries")}.${moreOf(pagination)}`;
  return {
    text: [...balances, head, ...lines].join("\n"),
    untrusted: items.length === 0 ? [] : ["/items/*/dataset_title", "/items/*/dataset/title"],
  };
}

function balanceWords(balance: EarningsView["balances"][number]): string {
  const { held_cents: held, payable_cents: payable, paid_out_cents: paid, currency } = balance;
  const say = (cents: number) => moneyText(cents, currency);
  return `${say(held)} in escrow, ${say(payable)} to be paid out, ${say(paid)} paid out.`;
}

function lineOf(item: EarningsView["items"][number] | SaleView | PayoutView): string {
  if ("net_cents" in item) {
    const { id, dataset_id: dataset, status, net_cents: net, sold_at: at, currency } = item;
    return `${at} sale ${id} of dataset ${dataset}: ${status}, ${moneyText(net, currency)} for you`;
  }
  if ("amount_cents" in item) {
    const { id, status, amount_cents: amount, currency, waits_for: waits } = item;
    const why = waits === null ? "" : `, ${waits.detail}`;
    return `payout of sale ${id}: ${status}, ${moneyText(amount, currency)}${why}`;
  }
  const { period, dataset, sold_cents: sold, released_cents: released, currency } = item;
  const group = period ?? `dataset ${dataset?.id}`;
  return `${group}: sold for ${moneyText(sold, currency)}, ${moneyText(released, currency)} of it released to you`;
}

export const earningTools: Tool[] = [getEarnings];
