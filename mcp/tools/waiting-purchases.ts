/** Purchases that wait for the key's owner: reading and cancelling them. No tool approves one. */

import { moneyText } from "../../market/pricing.ts";
import { waitingPurchases } from "../../market/purchase/waiting/contract.ts";
import type { WaitingPurchaseView } from "../../market/purchase/waiting/schemas.ts";
import type { ToolReply } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { count } from "../words.ts";
import { moreOf } from "./pages.ts";

const untrusted = ["/dataset_title", "/datasets/*/dataset_title"];

/** The waiting purchase and the next step: the page for its owner, and how to check again. */
export function tellWaiting(waiting: WaitingPurchaseView): ToolReply<never> {
  const { id, status, dataset_id, bundle_id, plan, price_cents } = waiting;
  const { currency, expires_at, next_action } = waiting;
  const price = moneyText(price_cents, currency);
  const of = bundle_id === null ? `dataset ${dataset_id}` : `bundle ${bundle_id}`;
  const period = plan === null ? "" : ` each ${plan}`;
  const what = `Purchase ${id} of ${of} for ${price}${period}: ${status}.`;
  const money = moneySays[status] ?? " NOTHING WAS BOUGHT OR CHARGED.";
  const until =
    status === "waiting"
      ? ` It ends by itself at ${expires_at}. Once it is approved, buy_now with the same arguments gives the purchase; list_waiting_purchases shows how it stands.`
      : "";
  return { text: `${what}${money}${until} ${next_action}`, untrusted };
}

const moneySays: Partial<Record<WaitingPurchaseView["status"], string>> = {
  waiting: " NOTHING IS BOUGHT OR CHARGED YET.",
  approved: "",
};

export const waitingPurchaseTools = toolsOf(waitingPurchases, {
  listWaitingPurchases(answer) {
    const { items, pagination } = answer;
    const lines = items.map((item) => `- ${tellWaiting(item).text}`);
    return {
      text: [
        `${count(pagination.total, "question")}, ${items.length} shown.${moreOf(pagination)}`,
        ...lines,
      ].join("\n"),
      untrusted: items.length === 0 ? [] : untrusted.map((path) => `/items/*${path}`),
    };
  },
  cancelWaitingPurchase: (answer) => tellWaiting(answer),
});
