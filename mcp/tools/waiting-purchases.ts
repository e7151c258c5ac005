/** Purchases that wait for the person who owns the key: looked at, and taken back. Nobody says yes here. */

import { z } from "zod";
import { moneyText } from "../../market/pricing.ts";
import { waitingStates } from "../../market/purchase/waiting/rules.ts";
import {
  type WaitingPurchaseView,
  waitingPurchasesView,
  waitingPurchaseView,
} from "../../market/purchase/waiting/schemas.ts";
import { idSchema } from "../../market/text.ts";
import { operations } from "../operations.ts";
import { defineTool, type Told, type Tool } from "../tool.ts";
import { count } from "../words.ts";
import { ownRead, ownWrite } from "./annotations.ts";
import { cursor, moreOf } from "./pages.ts";

/** What waits, and what to do now: for who waits the person's page, and how to look again. */
export function tellWaiting(waiting: WaitingPurchaseView): Told<never> {
  const { id, status, dataset_id, price_cents, currency, expires_at, next_action } = waiting;
  const price = moneyText(price_cents, currency);
  const what = `Purchase ${id} of dataset ${dataset_id} for ${price}: ${status}.`;
  const money = moneySays[status] ?? " NOTHING WAS BOUGHT OR CHARGED.";
  const until =
    status === "waiting"
      ? ` It ends by itself at ${expires_at}. Once it is approved, buy_now with the same arguments gives the purchase; list_waiting_purchases shows how it stands.`
      : "";
  return { text: `${what}${money}${until} ${next_action}`, untrusted: ["/dataset_title"] };
}

const moneySays: Partial<Record<WaitingPurchaseView["status"], string>> = {
  waiting: " NOTHING IS BOUGHT OR CHARGED YET.",
  approved: "",
};

const listWaitingPurchases = defineTool({
  name: "list_waiting_purchases",
  title: "List purchases awaiting approval",
  description:
    "Has my owner approved or refused the purchase that was left waiting, which purchases " +
    "still wait for the approval of my human? They cost more than this key may decide alone. " +
    "Newest first; an approved one names its purchase_id.",
  key: "operator",
  annotations: ownRead,
  input: z.strictObject({
    status: z.enum(waitingStates).optional().describe("Only those in this state."),
    cursor,
  }),
  output: waitingPurchasesView,
  run: (call, query) => call.request(operations.listWaitingPurchases, { query }),
  tell(answer) {
    const { items, pagination } = answer;
    const lines = items.map((item) => `- ${tellWaiting(item).text}`);
    return {
      text: [
        `${count(pagination.total, "question")}, ${items.length} shown.${moreOf(pagination)}`,
        ...lines,
      ].join("\n"),
      untrusted: items.length === 0 ? [] : ["/items/*/dataset_title"],
    };
  },
});

const cancelWaitingPurchase = defineTool({
  name: "cancel_waiting_purchase",
  title: "Cancel purchase awaiting approval",
  description:
    "Never mind asking for approval of it: approval of what waits for a yes is no longer " +
    "wanted, take back a question to the owner. Take back the request for permission to buy. " +
    "Nobody can agree to it any more, and its price is free in the budget again. Nothing was " +
    "charged.",
  key: "operator",
  annotations: { ...ownWrite, destructiveHint: true },
  input: z.strictObject({
    waiting_purchase_id: idSchema.describe("From buy_now or list_waiting_purchases."),
  }),
  output: waitingPurchaseView,
  run: (call, { waiting_purchase_id: id }) =>
    call.request(operations.cancelWaitingPurchase, { id }),
  tell: (answer) => tellWaiting(answer),
});

export const waitingPurchaseTools: Tool[] = [listWaitingPurchases, cancelWaitingPurchase];
