import { z } from "zod";
import { purchaseStates, waitingStates } from "../../db/vocabulary/purchase.ts";
import { acceptanceView } from "../acceptance/view-schemas.ts";
import { filesView } from "../catalogue/folder/schemas.ts";
import { embedWords } from "../catalogue/tool-schemas.ts";
import { by, CHARGE_MS_MAX, contract, cursorInput, op } from "../contract/contract.ts";
import type { ProblemCode } from "../errors.ts";
import { duplicateInput } from "../held-file/schemas.ts";
import { filesQuery } from "../listing/folder/schemas.ts";
import { idParams, idSchema } from "../text.ts";
import { buyBody } from "./buy-schemas.ts";
import { attachmentsByName, attachmentsExample } from "./dispute/schemas.ts";
import { receiptQuery, receiptView } from "./receipt/schemas.ts";
import {
  disputeBody,
  purchaseDownloadQuery,
  purchaseDownloadView,
  purchasesQuery,
  purchasesView,
  purchaseView,
} from "./schemas.ts";
import { waitingPurchaseView } from "./waiting/schemas.ts";

const reader = by.operator("read", "purchase");
const buyer = by.operator("purchase");

const own: ProblemCode[] = ["purchase_not_yours", "purchase_not_found"];
const delivering: ProblemCode[] = [...own, "payment_not_confirmed", "storage_unavailable"];
const deciding: ProblemCode[] = [...own, "purchase_not_in_escrow"];

const idWords = "From buy_now or list_purchases.";
const purchase_id = ["params", "id", idWords] as const;
/** The fields of a purchase by which a model continues. */
const shows = [
  ...["id", "status", "dataset_id", "dataset_title", "price_cents", "currency"],
  ...["release_due_at", "subscription", "next_action", "failure/detail"],
];
const outcome = ["id", "status", "price_cents", "currency"];
const sets = ["buy"] as const;

/** One object for clients that validate a buy tool's result; only fields of both shapes are required. */
const boughtOrWaiting = z.object({
  ...purchaseView.partial().shape,
  ...waitingPurchaseView.partial().shape,
  id: idSchema,
  next_action: z
    .union([purchaseView.shape.next_action, waitingPurchaseView.shape.next_action])
    .optional(),
  status: z.enum([...purchaseStates, ...waitingStates, "paid"]),
  price_cents: purchaseView.shape.price_cents,
  metadata: z.looseObject({ api_key_id: idSchema }).optional(),
  bundle_id: idSchema.nullish(),
  purchases: z.array(z.looseObject({ id: idSchema, dataset_id: idSchema })).optional(),
});
const [, , duplicateWords] = duplicateInput;
const [, , cursorWords] = cursorInput;
const acceptanceWords =
  "Refunded unless the file passes: ODCS " +
  '`{schema:[{quality:[{query:"SELECT count(*)>9 FROM {object}",mustBe:true}]}]}` or {promised:true}';

export const purchases = contract("Purchases", {
  buyDataset: op({
    at: "POST /datasets/{id}/buy",
    by: buyer,
    summary: "Buy a dataset",
    says:
      "Charges the payment method for the dataset's current file at its buy-it-now price, and holds the " +
      "money in escrow. Send an `Idempotency-Key`, so that a repeat " +
      "cannot buy twice. The status is `in_escrow` once it is paid. It is `payment_pending` if the " +
      "provider has not reported the outcome in time: call `GET /purchases/{id}` after `Retry-After` " +
      "seconds, and do not buy again. If there is a `next_action`, the card's bank wants the holder to confirm " +
      "the payment: give its `url` to your owner; nothing is charged before that. Above the key's " +
      "`confirm_above_cents` nothing is charged: the answer is 202 with a waiting purchase, which the " +
      "owner approves or refuses on the page `links.confirm`; a repeated call does not ask again.",
    idempotent: true,
    pends: true,
    params: idParams,
    body: buyBody,
    example: { payment_method_id: "pm_1Q0PsIJvEtkwdCNYMSaVuRz6", expected_price_cents: 4900 },
    status: 201,
    answer: purchaseView,
    gives: "The purchase.",
    alsoGives: {
      202: {
        gives: "The purchase waits for the owner; nothing is charged.",
        answer: waitingPurchaseView,
      },
    },
    refuses: [
      "dataset_not_found",
      "own_dataset",
      "dataset_not_available",
      "dataset_is_free",
      "not_for_direct_sale",
      "price_changed",
      "payment_method_unknown",
      "already_purchased",
      "identical_file_owned",
      "purchase_in_progress",
      "category_not_allowed",
      "spend_limit_exceeded",
      "limit_reached",
      "waiting_purchase_ended",
      "payment_declined",
      "plan_not_offered",
      "already_subscribed",
      "invalid_acceptance",
      "acceptance_budget_spent",
      "queries_unavailable",
      "private_offer_not_found",
      "private_offer_not_open",
      "coupon_not_valid",
      "access_required",
      "trial_not_available",
    ],
    tryMsMax: CHARGE_MS_MAX,
    tool: {
      name: "buy_now",
      title: "Buy dataset now",
      description:
        "Buys a dataset at its fixed price with a card of get_operator. REAL MONEY is charged at " +
        "once and held in escrow; above the key's limit the purchase waits for the owner's " +
        "approval. Free datasets: get_download_url; auctions: place_bid.",
      keywords:
        "purchase order checkout pay place acquire want subscribe monthly acceptance conditions checks passes coupon discount code trial",
      effect: "moves_money",
      input: z.strictObject({
        dataset_id: idSchema.optional().describe("From search_datasets; or give bundle_id."),
        bundle_id: idSchema.optional().describe("From get_dataset."),
        payment_method_id: buyBody.shape.payment_method_id.describe("A card, from get_operator."),
        expected_price_cents: buyBody.shape.expected_price_cents.describe(
          "As seen; another price is refused.",
        ),
        allow_duplicate: buyBody.shape.allow_duplicate.describe(duplicateWords),
        plan: buyBody.shape.plan.describe("Subscribes."),
        acceptance: z.looseObject({}).optional().describe(acceptanceWords),
        private_offer_id: buyBody.shape.private_offer_id.describe("An accepted one's price."),
        coupon: buyBody.shape.coupon.describe("A code."),
        trial: buyBody.shape.trial.describe("Some rows, which count towards the price."),
      }),
      output: boughtOrWaiting,
      shows: [
        "id",
        "status",
        "dataset_id",
        "dataset_title",
        "price_cents",
        "currency",
        "release_due_at",
        "subscription",
        "next_action",
        "purchase_id",
        "expires_at",
        "purchases",
      ],
      brief: true,
      sets: ["core", "buy"],
    },
  }),
  listPurchases: op({
    at: "GET /purchases",
    by: reader,
    summary: "List the operator's purchases",
    says:
      "Purchases by any key of the calling operator, newest first, with status and metadata. `status`, " +
      "`dataset_id`, `version`, `sha256` and `since` filter. Use `dataset_id`, or `sha256` for the same " +
      "bytes under any listing, to check whether you have already bought it.",
    query: purchasesQuery,
    answer: purchasesView,
    gives: "One page of purchases.",
    tool: {
      name: "list_purchases",
      title: "List my purchases",
      description:
        "Lists your purchases, newest first, with price, payment status and purchase_id: an earlier " +
        "order, or the outcome of an unclear buy_now. For purchases that " +
        "await approval use list_waiting_purchases.",
      keywords: "orders bought paid history did payment go through",
      effect: "reads_own",
      input: z.strictObject({
        dataset_id: purchasesQuery.shape.dataset_id.describe("Of this one."),
        purchase_id: idSchema.optional().describe("Only this, with its acceptance verdict."),
        cursor: purchasesQuery.shape.cursor.describe(cursorWords),
      }),
      output: purchasesView.extend({ acceptance: acceptanceView.optional() }),
      shows: [...shows.map((field) => `items/${field}`), "acceptance", "pagination"],
      brief: true,
      sets: ["core", "buy"],
    },
  }),
  getPurchase: op({
    at: "GET /purchases/{id}",
    by: reader,
    summary: "Read a purchase",
    says: "The state of a purchase and of its money. Call it again while `status` is `payment_pending`.",
    params: idParams,
    answer: purchaseView,
    gives: "The purchase.",
    refuses: own,
  }),
  getPurchaseDownloadUrl: op({
    at: "GET /purchases/{id}/download-url",
    by: reader,
    summary: "Get a signed URL for the purchased file",
    says:
      "For exactly the version that was bought, even if a later one exists or the listing has left the " +
      "catalogue. The URL is valid for 60 seconds and supports byte ranges; get a new one for each attempt. If the file " +
      "is missing or has changed, the call is refused with `file_not_available`, and money still in escrow " +
      "is refunded automatically.",
    params: idParams,
    query: purchaseDownloadQuery,
    answer: purchaseDownloadView,
    gives: "The URL.",
    refuses: [...delivering, "file_not_found", "file_not_available"],
    tool: {
      name: "get_purchase_download_url",
      title: "Get purchased download URL",
      description:
        "Returns a link to a purchased file, valid for 60 seconds, with its SHA-256; embed returns a " +
        "small file itself. Check the file, then confirm_purchase or " +
        "dispute_purchase.",
      keywords: "download bought paid file again expired link",
      effect: "reads_own_anew",
      input: z.strictObject({
        purchase_id: idSchema.describe(idWords),
        path: purchaseDownloadQuery.shape.path.describe("One file of a folder, else all as a zip."),
        embed: z.boolean().optional().describe(embedWords),
        version: z.int().min(1).optional().describe("Of a subscription."),
      }),
      output: purchaseDownloadView,
      shows: ["download_url", "expires_in", "sha256", "byte_size"],
      brief: true,
      sets: ["core", "buy", "auctions"],
    },
  }),
  listPurchaseFiles: op({
    at: "GET /purchases/{id}/files",
    by: reader,
    summary: "List the files of a purchase",
    says:
      "Sorted by path, one page at a time, each with its SHA-256 and a URL that is valid for 60 " +
      "seconds and supports byte ranges.",
    params: idParams,
    query: filesQuery,
    answer: filesView,
    gives: "One page of files.",
    refuses: [...delivering, "file_not_available"],
  }),
  getPurchaseManifest: op({
    at: "GET /purchases/{id}/manifest",
    by: reader,
    summary: "Get the manifest of a purchased folder",
    says: "Redirects to JSON with each file's path, size and SHA-256; its own SHA-256 is `sha256`.",
    params: idParams,
    status: 302,
    answer: z.url(),
    gives: "The signed URL is in `Location`.",
    refuses: [...delivering, "file_not_found"],
  }),
  getPurchaseReceipt: op({
    at: "GET /purchases/{id}/receipt",
    by: reader,
    summary: "Get the signed receipt of a purchase",
    says:
      "What was bought (version and SHA-256), price, licence, parties and times. `jws` has the same, " +
      "signed: anybody can verify it offline with the keys at `/.well-known/jwks.json` (EdDSA). " +
      "`?format=jws` returns only that, to save as a file; `?format=pdf` a PDF file with it as attachment. A refunded purchase's receipt says so; get a " +
      "new one after the status has changed.",
    params: idParams,
    query: receiptQuery,
    answer: receiptView,
    also: {
      "application/jose": { type: "string", example: "eyJhbGciOiJFZERTQSJ9.e30.c2ln" },
      "application/pdf": { type: "string", format: "binary", example: "%PDF-1.7" },
    },
    gives: "The receipt.",
    refuses: [...own, "payment_not_confirmed"],
    tool: {
      name: "get_receipt",
      title: "Get receipt",
      description:
        "Returns the signed receipt of a paid purchase, which proves its version, SHA-256, " +
        "price, licence, seller and times. For its state use list_purchases.",
      keywords: "invoice proof prove signed auditor jws verify offline",
      effect: "reads_own",
      inputs: { purchase_id },
      shows: ["status", "jws"],
      sets,
    },
  }),
  confirmPurchase: op({
    at: "POST /purchases/{id}/confirm",
    by: buyer,
    summary: "Confirm the delivery",
    says:
      "Releases the escrowed money to the seller, permanently. Otherwise this happens automatically at " +
      "`release_due_at`.",
    idempotent: true,
    params: idParams,
    answer: purchaseView,
    gives: "The released purchase.",
    refuses: deciding,
    tool: {
      name: "confirm_purchase",
      title: "Confirm delivery",
      description:
        "Confirms that a purchased file is as described and releases the payment from escrow to the " +
        "seller, FOR GOOD. Check the download first; if it is wrong use dispute_purchase.",
      keywords: "fine arrived accept delivery all good close order",
      effect: "moves_money",
      inputs: { purchase_id },
      shows: outcome,
      brief: true,
      sets: ["core", "buy", "auctions"],
    },
  }),
  disputePurchase: op({
    at: "POST /purchases/{id}/dispute",
    by: buyer,
    summary: "Dispute a delivery",
    says:
      "Keeps the money in escrow until an administrator decides; without a decision it is " +
      "refunded after 60 days. `attachments` are evidence files in base64.",
    idempotent: true,
    params: idParams,
    body: disputeBody,
    example: {
      reason: "not_as_described",
      detail: "The rows end in 2013, the description says 2015.",
      attachments: attachmentsExample,
    },
    answer: purchaseView,
    gives: "The disputed purchase.",
    refuses: [...deciding, "trial_credited", "storage_unavailable"],
    tool: {
      name: "dispute_purchase",
      title: "Dispute delivery",
      description:
        "Disputes a paid purchase whose file is unusable, incomplete or not as described: an " +
        "administrator decides about the refund. Before payment use cancel_purchase.",
      keywords: "complain refund faulty corrupt missing wrong broken return",
      effect: "moves_money",
      input: z.strictObject({
        purchase_id: idSchema.describe(idWords),
        reason: disputeBody.shape.reason.describe("What is wrong with the file."),
        detail: disputeBody.shape.detail.describe("What is wrong."),
        attachments: attachmentsByName,
      }),
      shows: outcome,
      brief: true,
      sets: ["core", "buy"],
    },
  }),
  cancelPurchase: op({
    at: "POST /purchases/{id}/cancel",
    by: buyer,
    summary: "Cancel an unpaid purchase",
    says:
      "For a purchase whose `status` is `payment_pending` and that `capabilities.cancel` allows. The " +
      "payment is cancelled at the provider, the amount returns to the key's budget, and the status becomes " +
      "`cancelled`. If the provider has not answered, it stays `payment_pending` and is cancelled " +
      "afterwards: read it again after `Retry-After` seconds. If the charge was faster, the answer is 409 " +
      "`purchase_not_cancellable`, and the purchase is paid. Won auctions cannot be " +
      "cancelled. A repeat answers with the same purchase. Any key of the account may cancel it.",
    idempotent: true,
    pends: true,
    params: idParams,
    answer: purchaseView,
    gives: "The purchase.",
    refuses: [...own, "purchase_not_cancellable"],
    tryMsMax: CHARGE_MS_MAX,
    tool: {
      name: "cancel_purchase",
      title: "Cancel pending purchase",
      description:
        "Cancels a purchase whose payment is still pending; the card is not charged. Once it is " +
        "paid use dispute_purchase; while it awaits approval use cancel_waiting_purchase. Refused " +
        "for won auctions.",
      keywords: "stop undo order no longer need accidentally",
      effect: "calls_off",
      inputs: { purchase_id },
      shows: outcome,
      brief: true,
      sets,
    },
  }),
});
