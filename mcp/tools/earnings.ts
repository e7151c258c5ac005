import { earnings } from "../../market/earnings/contract.ts";
import type {
  EarningsView,
  PayoutsView,
  PayoutView,
  SalesView,
  SaleView,
} from "../../market/earnings/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { saleAcceptances } from "../../market/query/acceptance/contract.ts";
import type { ToolCall, ToolReply } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { count } from "../words.ts";
import { moreOf } from "./pages.ts";
import { verdictLines } from "./verdicts.ts";

type Money = EarningsView | SalesView | PayoutsView;

/** One tool for the three views of the same money. */
export const earningTools = toolsOf(earnings, {
  readEarnings: {
    async result(call, { show, sale_id: id, ...query }) {
      if (id !== undefined) return await readVerdict(call, id);
      const structured = await reads[show](call, query);
      return { ...tellMoney(structured), structured };
    },
  },
});

const reads: Record<
  "earnings" | "sales" | "payouts",
  (
    call: ToolCall,
    query: { by?: string | undefined; cursor?: string | undefined },
  ) => Promise<Money>
> = {
  earnings: (call, query) => call.request(earnings.readEarnings, { query }),
  sales: (call, { cursor }) => call.request(earnings.listSales, { query: { cursor } }),
  payouts: (call, { cursor }) => call.request(earnings.listPayouts, { query: { cursor } }),
};

async function readVerdict(call: ToolCall, id: string) {
  const acceptance = await call.request(saleAcceptances.getSaleAcceptance, { params: { id } });
  const pagination = { limit: 1, has_more: false, next_cursor: null };
  return {
    text: `Sale ${id}: what its buyer demanded of the file.`,
    stranger: { source: "the buyer", text: verdictLines(acceptance).join("\n") },
    untrusted: ["/acceptance/results", "/acceptance/terms"],
    structured: { items: [], acceptance, pagination },
  };
}

function tellMoney(answer: Money): ToolReply<never> {
  const { items, pagination } = answer;
  const lines = items.map((item) => `- ${lineOf(item)}`);
  const balances = "balances" in answer ? answer.balances.map(balanceWords) : [];
  const recurring = "recurring" in answer ? recurringWords(answer) : [];
  const head = `${count(items.length, "entry").replace("entrys", "entries")}.${moreOf(pagination)}`;
  return {
    text: [...balances, ...recurring, head, ...lines].join("\n"),
    untrusted: items.length === 0 ? [] : ["/items/*/dataset_title", "/items/*/dataset/title"],
  };
}

function balanceWords(balance: EarningsView["balances"][number]): string {
  const { held_cents: held, payable_cents: payable, paid_out_cents: paid, currency } = balance;
  const say = (cents: number) => moneyText(cents, currency);
  return `${say(held)} in escrow, ${say(payable)} to be paid out, ${say(paid)} paid out.`;
}

function recurringWords({ recurring }: EarningsView): string[] {
  const { subscribers, past_due: late, monthly_cents: cents, currency } = recurring;
  if (subscribers === 0) return [];
  const monthly = moneyText(cents, currency);
  return [
    `${count(subscribers, "subscriber")}, ${late} past due: ${monthly} a month before the fee.`,
  ];
}

function lineOf(item: EarningsView["items"][number] | SaleView | PayoutView): string {
  if ("net_cents" in item) {
    const { id, dataset_id: dataset, status, net_cents: net, sold_at: at, currency } = item;
    const causes: (string | null)[] = [item.refund_cause, item.release_cause];
    const isJudged = causes.some((cause) => cause?.startsWith("acceptance_"));
    const verdict = isJudged ? `; with sale_id ${id} its contract's verdict` : "";
    return `${at} sale ${id} of dataset ${dataset}: ${status}, ${moneyText(net, currency)} for you${verdict}`;
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
