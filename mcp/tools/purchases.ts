/** Buying: with an operator's API key, which a human makes and limits. */

import { z } from "zod";
import { operatorView } from "../../market/account/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { buyBody } from "../../market/purchase/buy-schema.ts";
import { purchases } from "../../market/purchase/contract.ts";
import { duplicateInput } from "../../market/purchase/identical/schemas.ts";
import { type PurchaseView, purchaseView } from "../../market/purchase/schemas.ts";
import { waitingStates } from "../../market/purchase/waiting/rules.ts";
import { waitingPurchaseView } from "../../market/purchase/waiting/schemas.ts";
import { idSchema } from "../../market/text.ts";
import { purchaseStates } from "../../market/vocabulary.ts";
import { operations } from "../operations.ts";
import { defineTool, type Told, type Tool } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { bytes, count } from "../words.ts";
import { movesMoney, ownRead } from "./annotations.ts";
import { buyOrAsk, isWaiting } from "./approval.ts";
import { encodeAttachments } from "./attachments.ts";
import { datasetId } from "./dataset-inputs.ts";
import { moreOf } from "./pages.ts";
import { tellWaiting } from "./waiting-purchases.ts";

const [, , duplicateWords] = duplicateInput;
const duplicate = buyBody.shape.allow_duplicate.describe(duplicateWords);

const getOperator = defineTool({
  name: "get_operator",
  title: "Get operator account and cards",
  description:
    "How much of my budget is left, what may I still spend, am I signed in, in which " +
    "currency, my account, which cards or payment methods can I pay with, what may this API " +
    "key do, is it allowed to bid, buy, message? Call it first, and when a limit is hit.",
  key: "operator",
  annotations: ownRead,
  input: z.strictObject({}),
  output: operatorView,
  run: (call) => call.request(operations.readOperator),
  tell(answer) {
    const cards = answer.payment_methods.map(
      ({ id, brand, last4, is_default: isDefault }) =>
        `${id} (${brand} ${last4}${isDefault ? ", default" : ""})`,
    );
    const { remaining_cents: left, currency } = answer;
    return {
      text: [
        `Key ${answer.key.prefix}…, ${answer.mode} money, scopes: ${answer.key.scopes.join(", ")}.`,
        left === null
          ? "No budget is set."
          : `${moneyText(left, currency)} of the budget are left.`,
        cards.length === 0
          ? "Payment methods: none; the owner adds one on the website."
          : `Payment methods: ${cards.join("; ")}. buy_now takes one; place_bid is charged to the default.`,
      ].join(" "),
    };
  },
});

/** One object for a client that checks it: of both shapes only what they share is always there. */
const boughtOrWaiting = z.object({
  ...purchaseView.partial().shape,
  ...waitingPurchaseView.partial().shape,
  id: idSchema,
  next_action: z
    .union([purchaseView.shape.next_action, waitingPurchaseView.shape.next_action])
    .optional(),
  status: z.enum([...purchaseStates, ...waitingStates]),
  price_cents: purchaseView.shape.price_cents,
  metadata: z.looseObject({ api_key_id: idSchema }),
});

const buyNow = defineTool({
  name: "buy_now",
  title: "Buy dataset now",
  description:
    "Go ahead, confirm the checkout and pay: buy a dataset, order or purchase it, place the " +
    "order, pay its fixed price with my card. REAL MONEY is charged at once; above the key's " +
    "limit it waits for the owner's yes. First look at price_cents and identical_to of " +
    "get_dataset. One file is charged once; the same bytes under another listing need " +
    "allow_duplicate. Free: get_download_url. Auctions: place_bid.",
  key: "operator",
  annotations: movesMoney,
  input: z.strictObject({
    dataset_id: datasetId,
    payment_method_id: buyBody.shape.payment_method_id.describe("A card, from get_operator."),
    expected_price_cents: buyBody.shape.expected_price_cents.describe(
      "As seen; another price is refused.",
    ),
    allow_duplicate: duplicate,
  }),
  output: boughtOrWaiting,
  run: (call, wish) => buyOrAsk(call, wish),
  tell: (answer) => (isWaiting(answer) ? tellWaiting(answer) : tellPurchase(answer)),
});

/** Where a purchase is, and what comes next. */
export function tellPurchase(purchase: PurchaseView): Told<never> {
  const amount = moneyText(purchase.price_cents, purchase.currency);
  return {
    text: `Purchase ${purchase.id} of dataset ${purchase.dataset_id}: ${purchase.status}, ${amount}. ${nextOf(purchase)}`,
    untrusted: ["/dataset_title"],
  };
}

function nextOf(purchase: PurchaseView): string {
  const { status, capabilities, release_due_at: due, next_action: next } = purchase;
  if (next !== null) {
    return `The card's bank wants its owner: NOTHING IS CHARGED before they confirm it at ${next.url} until ${next.expires_at}. Give them the address, then list_purchases.`;
  }
  if (status === "payment_pending") return "The charge's outcome is not known yet: list_purchases.";
  if (status === "in_escrow") {
    return `Download it (get_purchase_download_url), check it, then confirm_purchase or dispute_purchase; without either the seller is paid at ${due}.`;
  }
  if (status === "payment_failed") return "The card was declined: NOTHING IS CHARGED OR BOUGHT.";
  if (capabilities.download) return "It can be downloaded: get_purchase_download_url.";
  return "Nothing is left to do.";
}

const boughtTools = toolsOf(purchases, {
  listPurchases({ items, pagination }) {
    const lines = items.map((item) => `- ${tellPurchase(item).text}`);
    return {
      text: [
        `${count(pagination.total, "purchase")}, ${items.length} shown.${moreOf(pagination)}`,
        ...lines,
      ].join("\n"),
      untrusted: items.length === 0 ? [] : ["/items/*/dataset_title"],
    };
  },
  getPurchaseDownloadUrl: (answer) => ({
    text: `GET ${answer.download_url} within ${answer.expires_in} seconds: ${bytes(answer.byte_size)}, sha256 ${answer.sha256 ?? "unknown"}. Check it; while it is in escrow, confirm_purchase or dispute_purchase follows.`,
  }),
  confirmPurchase: (answer) => tellPurchase(answer),
  disputePurchase: {
    run: (call, { purchase_id: id, attachments, ...said }) =>
      call.request(purchases.disputePurchase, {
        params: { id },
        body: { ...said, ...encodeAttachments(attachments) },
      }),
    tell: (answer) => tellPurchase(answer),
  },
  cancelPurchase: (answer) => tellPurchase(answer),
});

export const purchaseTools: Tool[] = [getOperator, buyNow, ...boughtTools];
