/** Buying: with an operator's API key, which a human makes and limits. */
import { z } from "zod";
import { operatorView } from "../../market/account/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import { buyBody } from "../../market/purchase/buy-schema.ts";
import {
  disputeBody,
  type PurchaseView,
  purchaseDownloadView,
  purchasesView,
  purchaseView,
} from "../../market/purchase/schemas.ts";
import { idSchema } from "../../market/text.ts";
import { operations } from "../operations.ts";
import { defineTool, type Told, type Tool } from "../tool.ts";
import { bytes, count } from "../words.ts";
import { datasetId } from "./catalogue.ts";

const ownRead = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Moves money: a host should ask its human. */
const movesMoney = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
};

const purchaseId = idSchema.describe("The purchase's id, from buy_now or list_purchases.");
/** What the tools that pay for bytes take alike. */
export const duplicate = buyBody.shape.allow_duplicate.describe(
  "True only to pay again for bytes that the account has already; else identical_file_owned.",
);
const purchaseInput = z.strictObject({ purchase_id: purchaseId });

const getOperator = defineTool({
  name: "get_operator",
  title: "Get operator account",
  description:
    "Check what this API key may do and spend, and list the account's saved cards: the ids that " +
    "buy_now takes as payment_method_id. Call it before the first purchase, or when a limit is hit.",
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
        `Payment methods: ${cards.join("; ") || "none; the owner adds one on the website"}.`,
      ].join(" "),
    };
  },
});

const buyNow = defineTool({
  name: "buy_now",
  title: "Buy dataset now",
  description:
    "Pay the fixed price of one dataset with a saved card and get the right to download it. REAL " +
    "MONEY is charged at once and held in escrow; look at price_cents and identical_to of get_dataset " +
    "first. One file of one dataset is charged once; the same bytes under another listing are refused " +
    "unless allow_duplicate. Free ones: get_download_url. Auctions: place_bid.",
  key: "operator",
  annotations: movesMoney,
  input: z.strictObject({
    dataset_id: datasetId,
    payment_method_id: buyBody.shape.payment_method_id.describe(
      "A saved card of the account, from get_operator.",
    ),
    allow_duplicate: duplicate,
  }),
  output: purchaseView,
  run: (call, { dataset_id: id, ...body }) => call.request(operations.buyDataset, { id, body }),
  tell: (answer) => tellPurchase(answer),
});

/** Where a purchase is, and what comes next. */
export function tellPurchase(purchase: PurchaseView): Told<never> {
  const amount = moneyText(purchase.price_cents, purchase.currency);
  return {
    text: `Purchase ${purchase.id} of dataset ${purchase.dataset_id}: ${purchase.status}, ${amount}. ${nextOf(purchase)}`,
    untrusted: ["/dataset_title"],
  };
}

function nextOf({ status, capabilities, release_due_at: due }: PurchaseView): string {
  if (status === "payment_pending") return "The charge's outcome is not known yet: list_purchases.";
  if (status === "in_escrow") {
    return `Download it (get_purchase_download_url), check it, then confirm_purchase or dispute_purchase; without either the seller is paid at ${due}.`;
  }
  if (capabilities.download) return "It can be downloaded: get_purchase_download_url.";
  return "Nothing is left to do.";
}

const listPurchases = defineTool({
  name: "list_purchases",
  title: "List my purchases",
  description:
    "List what this account has bought, newest first, with the state of each purchase and its money " +
    "and the purchase_id that downloads, confirms or disputes it. Also tells what became of a buy_now " +
    "whose outcome was unknown. It does not search the shop: that is search_datasets.",
  key: "operator",
  annotations: ownRead,
  input: z.strictObject({}),
  output: purchasesView,
  run: (call) => call.request(operations.listPurchases),
  tell(answer) {
    const { items, pagination } = answer;
    const lines = items.map((item) => `- ${tellPurchase(item).text}`);
    return {
      text: [`${count(pagination.total, "purchase")}, ${items.length} shown.`, ...lines].join("\n"),
      untrusted: items.length === 0 ? [] : ["/items/*/dataset_title"],
    };
  },
});

const getPurchaseDownloadUrl = defineTool({
  name: "get_purchase_download_url",
  title: "Get purchased download URL",
  description:
    "Fetch what was bought: turns a purchase_id whose payment is confirmed into an address that works for " +
    "60 seconds. GET it at once, compare the bytes with sha256, and ask anew for every further try. " +
    "Not for datasets that cost nothing.",
  key: "operator",
  annotations: { ...ownRead, idempotentHint: false },
  input: purchaseInput,
  output: purchaseDownloadView,
  run: (call, { purchase_id: id }) => call.request(operations.getPurchaseDownloadUrl, { id }),
  tell: (answer) => ({
    text: `GET ${answer.download_url} within ${answer.expires_in} seconds: ${bytes(answer.byte_size)}, sha256 ${answer.sha256 ?? "unknown"}.`,
  }),
});

const confirmPurchase = defineTool({
  name: "confirm_purchase",
  title: "Confirm delivery",
  description:
    "Say that a bought file arrived and is as described: the money in escrow goes to the seller, FOR " +
    "GOOD. Call it only after the download was checked. If something is wrong, call dispute_purchase.",
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
    "Complain about a bought file that is unusable, not as described or not licensed: the money stays " +
    "in escrow until an administrator decides for seller or buyer. Only while the purchase is in_escrow.",
  key: "operator",
  annotations: movesMoney,
  input: z.strictObject({
    purchase_id: purchaseId,
    reason: disputeBody.shape.reason.describe("What is wrong with the file."),
    detail: disputeBody.shape.detail,
  }),
  output: purchaseView,
  run: (call, { purchase_id: id, ...body }) =>
    call.request(operations.disputePurchase, { id, body }),
  tell: (answer) => tellPurchase(answer),
});

export const purchaseTools: Tool[] = [
  getOperator,
  buyNow,
  listPurchases,
  getPurchaseDownloadUrl,
  confirmPurchase,
  disputePurchase,
];
