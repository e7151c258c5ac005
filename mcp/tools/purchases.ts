/** Buying: with an operator's API key, which a human makes and limits. */

import { z } from "zod";
import { operatorView } from "../../market/account/schemas.ts";
import { downloadQuery } from "../../market/catalogue/folder/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { buyBody } from "../../market/purchase/buy-schema.ts";
import { duplicateInput } from "../../market/purchase/identical/schemas.ts";
import {
  disputeBody,
  type PurchaseView,
  purchaseDownloadView,
  purchasesQuery,
  purchasesView,
  purchaseView,
} from "../../market/purchase/schemas.ts";
import { waitingStates } from "../../market/purchase/waiting/rules.ts";
import { waitingPurchaseView } from "../../market/purchase/waiting/schemas.ts";
import { idSchema } from "../../market/text.ts";
import { purchaseStates } from "../../market/vocabulary.ts";
import { operations } from "../operations.ts";
import { defineTool, type Told, type Tool } from "../tool.ts";
import { bytes, count } from "../words.ts";
import { movesMoney, ownRead } from "./annotations.ts";
import { buyOrAsk, isWaiting } from "./approval.ts";
import { datasetId } from "./dataset-inputs.ts";
import { attachments, encodeAttachments } from "./disputes/attachments.ts";
import { cursor, moreOf } from "./pages.ts";
import { tellWaiting } from "./waiting-purchases.ts";

const purchaseId = idSchema.describe("From buy_now or list_purchases.");
const [, , duplicateWords] = duplicateInput;
const duplicate = buyBody.shape.allow_duplicate.describe(duplicateWords);
const purchaseInput = z.strictObject({ purchase_id: purchaseId });

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

const listPurchases = defineTool({
  name: "list_purchases",
  title: "List my purchases",
  description:
    "Did its payment go through, my earlier orders, what have I bought so far, has it been " +
    "paid yet, what did I pay for my last order? Show the details of my order. Newest first, " +
    "with the purchase_id that downloads, confirms or disputes. Also tells what became of a " +
    "buy_now whose outcome was unknown.",
  key: "operator",
  annotations: ownRead,
  input: z.strictObject({
    dataset_id: purchasesQuery.shape.dataset_id.describe("Of this one."),
    cursor,
  }),
  output: purchasesView,
  run: (call, query) => call.request(operations.listPurchases, { query }),
  tell(answer) {
    const { items, pagination } = answer;
    const lines = items.map((item) => `- ${tellPurchase(item).text}`);
    return {
      text: [
        `${count(pagination.total, "purchase")}, ${items.length} shown.${moreOf(pagination)}`,
        ...lines,
      ].join("\n"),
      untrusted: items.length === 0 ? [] : ["/items/*/dataset_title"],
    };
  },
});

const getPurchaseDownloadUrl = defineTool({
  name: "get_purchase_download_url",
  title: "Get purchased download URL",
  description:
    "Download what I bought, a new link to what I bought. Get the file of a purchase that I " +
    "have paid for, again too. Gives a link that works for 60 seconds; when the link has " +
    "expired, get a new one here. Compare the bytes with sha256.",
  key: "operator",
  annotations: { ...ownRead, idempotentHint: false },
  input: purchaseInput.extend({
    path: downloadQuery.shape.path.describe("One file of a folder, else all as a zip."),
  }),
  output: purchaseDownloadView,
  run: (call, { purchase_id: id, path }) =>
    call.request(operations.getPurchaseDownloadUrl, { id, query: { path } }),
  tell: (answer) => ({
    text: `GET ${answer.download_url} within ${answer.expires_in} seconds: ${bytes(answer.byte_size)}, sha256 ${answer.sha256 ?? "unknown"}. Check it; while it is in escrow, confirm_purchase or dispute_purchase follows.`,
  }),
});

const confirmPurchase = defineTool({
  name: "confirm_purchase",
  title: "Confirm delivery",
  description:
    "Say that a bought file arrived and is fine, all good, as promised: accept the delivery, " +
    "release the money to the seller: it leaves escrow FOR GOOD. Check the download first. If " +
    "something is wrong: dispute_purchase.",
  key: "operator",
  annotations: movesMoney,
  input: purchaseInput,
  output: purchaseView,
  run: (call, { purchase_id: id }) => call.request(operations.confirmPurchase, { id }),
  tell: (answer) => tellPurchase(answer),
});

const disputePurchase = defineTool({
  name: "dispute_purchase",
  title: "Dispute delivery",
  description:
    "Complain about a purchase: it ends before the description says, get my money back " +
    "(refund), it never arrived. Its file is corrupt, I want my money back: pieces are " +
    "missing, what I received is wrong, faulty or not as described, as promised. Escrow holds " +
    "it until an administrator decides.",
  key: "operator",
  annotations: movesMoney,
  input: z.strictObject({
    purchase_id: purchaseId,
    reason: disputeBody.shape.reason.describe("What is wrong with the file."),
    detail: disputeBody.shape.detail.describe("What is wrong."),
    attachments,
  }),
  output: purchaseView,
  run: (call, { purchase_id: id, attachments: given, ...said }) =>
    call.request(operations.disputePurchase, {
      id,
      body: { ...said, ...encodeAttachments(given) },
    }),
  tell: (answer) => tellPurchase(answer),
});

const cancelPurchase = defineTool({
  name: "cancel_purchase",
  title: "Cancel pending purchase",
  description:
    "Undo or stop it while it is still pending (payment_pending), cancel an order. Call off a " +
    "purchase that I have just placed, by mistake or no longer wanted. The card is not " +
    "charged. Refused once paid (then dispute_purchase) and for auctions won.",
  key: "operator",
  annotations: { ...movesMoney, destructiveHint: false },
  input: purchaseInput,
  output: purchaseView,
  run: (call, { purchase_id: id }) => call.request(operations.cancelPurchase, { id }),
  tell: (answer) => tellPurchase(answer),
});

export const purchaseTools: Tool[] = [
  getOperator,
  buyNow,
  listPurchases,
  getPurchaseDownloadUrl,
  confirmPurchase,
  disputePurchase,
  cancelPurchase,
];
