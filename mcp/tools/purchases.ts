/** Buying with an operator's API key, which a human creates and limits. */
import type { AcceptanceView } from "../../market/acceptance/view-schemas.ts";
import type { BoughtBundleView } from "../../market/bundle/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import type { BuyBody } from "../../market/purchase/buy-schemas.ts";
import { purchases } from "../../market/purchase/contract.ts";
import type { ReceiptView } from "../../market/purchase/receipt/schemas.ts";
import type { PurchasesView, PurchaseView } from "../../market/purchase/schemas.ts";
import { purchaseAcceptances as verdicts } from "../../market/query/acceptance/contract.ts";
import { STRANGER_CHARS_MAX } from "../cut.ts";
import { purchaseFileUri, tellFile } from "../embedded-file.ts";
import type { ToolCall, ToolReply } from "../tool.ts";
import { toolsOf } from "../tools-of.ts";
import { quoted, shorten } from "../untrusted.ts";
import { count } from "../words.ts";
import { buyOrAsk, isWaiting } from "./approval.ts";
import { encodeAttachments } from "./attachments.ts";
import { type BundleRequest, bundleOrder, datasetOrder } from "./orders.ts";
import { moreOf } from "./pages.ts";
import { verdictLines } from "./verdicts.ts";
import { tellWaiting } from "./waiting-purchases.ts";

export function tellPurchase(purchase: PurchaseView): ToolReply<never> {
  return {
    text: `Purchase ${purchase.id} of dataset ${purchase.dataset_id}: ${stateOf(purchase)}`,
    untrusted: ["/dataset_title"],
  };
}

function stateOf(purchase: PurchaseView): string {
  const amount = moneyText(purchase.price_cents, purchase.currency);
  return `${purchase.status}, ${amount}. ${nextOf(purchase)}`;
}

function nextOf(purchase: PurchaseView): string {
  const { status, capabilities, release_due_at: due, next_action: next } = purchase;
  if (next !== null) {
    return `The card's bank wants its owner: NOTHING IS CHARGED before they confirm it at ${next.url} until ${next.expires_at}. Give them the address, then list_purchases.`;
  }
  if (status === "payment_pending") return "The charge's outcome is not known yet: list_purchases.";
  if (purchase.acceptance === "pending" && status === "in_escrow") {
    return "Its acceptance contract is being evaluated: list_purchases in a few seconds.";
  }
  if (purchase.acceptance === "failed") {
    return "The file failed the acceptance contract: you are refunded. list_purchases with purchase_id has each figure.";
  }
  if (status === "in_escrow") {
    return `Download it (get_purchase_download_url), check it, then confirm_purchase or dispute_purchase; without either the seller is paid at ${due}.`;
  }
  if (status === "payment_failed") return "The card was declined: NOTHING IS CHARGED OR BOUGHT.";
  if (capabilities.download) return "It can be downloaded: get_purchase_download_url.";
  return "Nothing is left to do.";
}

type Listed = PurchasesView & { acceptance?: AcceptanceView };

function tellListed({ items, pagination, acceptance }: Listed): ToolReply<never> {
  const text = `${count(pagination.total, "purchase")}, ${items.length} shown.${moreOf(pagination)}`;
  if (items.length === 0) return { text };
  const lines = [
    ...items.map(
      (item) =>
        `- ${item.id}: ${quoted(item.dataset_title)} (dataset ${item.dataset_id}), ${stateOf(item)}`,
    ),
    ...(acceptance === undefined ? [] : verdictLines(acceptance)),
  ];
  return {
    text,
    stranger: { source: "sellers", text: shorten(lines.join("\n"), STRANGER_CHARS_MAX) },
    untrusted: [
      "/items/*/dataset_title",
      ...(acceptance === undefined ? [] : ["/acceptance/results"]),
    ],
  };
}

async function readOne(call: ToolCall, id: string) {
  const purchase = await call.request(purchases.getPurchase, { params: { id } });
  const verdict =
    purchase.acceptance === null
      ? {}
      : { acceptance: await call.request(verdicts.getPurchaseAcceptance, { params: { id } }) };
  const counts = { total: 1, total_is_exact: true, has_more: false };
  const pagination = { ...counts, limit: 1, offset: 0, next_cursor: null };
  return { items: [purchase], pagination, ...verdict };
}

function receiptText(receipt: ReceiptView): string {
  const { dataset, file, seller, status, jws } = receipt;
  const amount = moneyText(receipt.price_cents, receipt.currency);
  const times = [
    `paid ${receipt.paid_at}`,
    ...(receipt.released_at === null ? [] : [`released ${receipt.released_at}`]),
    ...(receipt.refunded_at === null ? [] : [`refunded ${receipt.refunded_at}`]),
  ];
  const shared = receipt.shared_charge;
  const part =
    shared === null
      ? ""
      : ` of the ${shared.kind}'s charge of ${moneyText(shared.cents, receipt.currency)}`;
  return [
    `Receipt of purchase ${receipt.purchase_id}: ${status}, ${amount}${part}, ${times.join(", ")}.`,
    `Version ${dataset.version} of dataset ${dataset.id}, sold by agent ${seller.agent_id}; sha256 of its ${file.sha256_of}: ${file.sha256 ?? "unknown"}.`,
    `Signed, to verify with /.well-known/jwks.json: ${jws}`,
  ].join("\n");
}

async function buyBundle(
  call: ToolCall,
  id: string,
  wish: BundleRequest & Record<string, unknown>,
) {
  const { payment_method_id, expected_price_cents, allow_duplicate, ...others } = wish;
  const [other] = Object.keys(others).filter((name) => others[name] !== undefined);
  if (other !== undefined) throw call.refuse(`/${other}`, "A bundle is bought without it.");
  const body = { payment_method_id, expected_price_cents, allow_duplicate };
  const answer = await buyOrAsk(call, bundleOrder(call, id, body));
  const told = isWaiting(answer) ? tellWaiting(answer) : { text: boughtBundleText(answer) };
  return { ...told, structured: answer };
}

function boughtBundleText({ status, next_action: next, ...bought }: BoughtBundleView): string {
  const amount = moneyText(bought.price_cents, bought.currency);
  const parts = bought.purchases.map(
    ({ id, dataset_id: of, price_cents: cents }) =>
      `- purchase ${id} of dataset ${of}: ${moneyText(cents, bought.currency)}`,
  );
  const words = {
    paid: "Each purchase is in escrow: download it (get_purchase_download_url), check it, then confirm_purchase or dispute_purchase.",
    payment_pending:
      next === null
        ? "The charge's outcome is not known yet: list_purchases."
        : `The card's bank wants its owner: NOTHING IS CHARGED before they confirm it at ${next.url} until ${next.expires_at}. Give them the address, then list_purchases.`,
  };
  const told = status === "paid" || status === "payment_pending" ? words[status] : "";
  return [`Bundle ${bought.bundle_id}: ${status}, ${amount}. ${told}`, ...parts].join("\n");
}

export const purchaseTools = toolsOf(purchases, {
  buyDataset: {
    async result(call, { acceptance, bundle_id, dataset_id, ...wish }) {
      if (bundle_id !== undefined) return buyBundle(call, bundle_id, { ...wish, dataset_id });
      if (dataset_id === undefined) throw call.refuse("/dataset_id", "Name a dataset or a bundle.");
      // The API checks its content and locates each fault.
      const terms = acceptance as BuyBody["acceptance"];
      const asked = { dataset_id, ...wish, ...(terms && { acceptance: terms }) };
      const answer = await buyOrAsk(call, datasetOrder(call, asked));
      const told = isWaiting(answer) ? tellWaiting(answer) : tellPurchase(answer);
      return { ...told, structured: answer };
    },
  },
  listPurchases: {
    async result(call, { purchase_id: id, ...query }) {
      const answer: Listed =
        id === undefined
          ? await call.request(purchases.listPurchases, { query })
          : await readOne(call, id);
      return { ...tellListed(answer), structured: answer };
    },
  },
  getPurchaseDownloadUrl: {
    async result(call, { purchase_id: id, path, embed = false }) {
      const input = { params: { id }, query: { path, ...(embed ? { embed } : {}) } };
      const answer = await call.request(purchases.getPurchaseDownloadUrl, input);
      const next =
        " Check it; while it is in escrow, confirm_purchase or dispute_purchase follows.";
      const how = { uri: purchaseFileUri(id), isAsked: embed, next };
      const { text, blocks } = tellFile(answer, how);
      const address = `GET ${answer.download_url} within ${answer.expires_in} seconds`;
      return { text: `${address}: ${text}`, links: blocks, structured: answer };
    },
  },
  getPurchaseReceipt: (receipt) => ({
    text: receiptText(receipt),
    stranger: {
      source: "the seller",
      text: [
        `Title: ${receipt.dataset.title}`,
        `Seller: ${receipt.seller.agent_name}`,
        `Licence: ${receipt.license?.terms ?? "none stated"}`,
      ].join("\n"),
    },
    untrusted: [
      "/dataset/title",
      "/seller/agent_name",
      ...(receipt.license === null ? [] : ["/license/terms", "/license/url"]),
    ],
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
