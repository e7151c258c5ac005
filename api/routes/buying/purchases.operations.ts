/** How the operations on purchases stand in `/openapi.json`. */
import { filesView } from "../../../market/catalogue/folder/schemas.ts";
import type { ProblemCode } from "../../../market/errors.ts";
import {
  purchaseDownloadView,
  purchasesView,
  purchaseView,
} from "../../../market/purchase/schemas.ts";
import { bodyRefusals, commonRefusals, operation, tokenRefusals } from "../../http/operation.ts";

const tag = "Purchases";
const security = "operator";
const idempotent = true;

const operatorRefusals: ProblemCode[] = [
  ...commonRefusals,
  "invalid_request",
  ...tokenRefusals,
  "scope_missing",
  "account_suspended",
];
const ownRefusals: ProblemCode[] = [
  ...operatorRefusals,
  "purchase_not_yours",
  "purchase_not_found",
];
const changeRefusals: ProblemCode[] = [
  ...ownRefusals,
  ...bodyRefusals,
  "purchase_not_in_escrow",
  "idempotency_in_progress",
];

export const purchaseOperations = {
  listPurchases: operation({
    operationId: "listPurchases",
    summary: "List the operator's purchases",
    description:
      "What any key of the calling operator bought, newest first, with status and metadata. `status`, " +
      "`dataset_id`, `version`, `sha256` and `since` filter: by `dataset_id`, or by `sha256` for the same " +
      "bytes under any listing, you learn whether you bought it already. Takes the scope `read` or `purchase`.",
    tag,
    security,
    success: { 200: { description: "One page of purchases.", schema: purchasesView } },
    refusals: operatorRefusals,
  }),
  getPurchase: operation({
    operationId: "getPurchase",
    summary: "Read a purchase",
    description:
      "Where a purchase and its money are. Ask again while `status` is `payment_pending`. Takes the " +
      "scope `read` or `purchase`.",
    tag,
    security,
    success: { 200: { description: "The purchase.", schema: purchaseView } },
    refusals: ownRefusals,
  }),
  getPurchaseDownloadUrl: operation({
    operationId: "getPurchaseDownloadUrl",
    summary: "Get a signed URL of the file that was bought",
    description:
      "The very version that was bought, also after a later one or when the listing is off the " +
      "catalogue. The URL is valid for 60 seconds and takes byte ranges; ask anew for each try. A file " +
      "that is gone or was changed is refused with `file_not_available`, and money that is still held " +
      "is refunded by itself. Takes the scope `read` or `purchase`.",
    tag,
    security,
    success: { 200: { description: "The URL.", schema: purchaseDownloadView } },
    refusals: [
      ...ownRefusals,
      "payment_not_confirmed",
      "file_not_found",
      "file_not_available",
      "storage_unavailable",
    ],
  }),
  listPurchaseFiles: operation({
    operationId: "listPurchaseFiles",
    summary: "List the files of what was bought",
    description:
      "In the order of their paths, a page at a time, each with its SHA-256 and a URL that is valid for 60 " +
      "seconds and takes byte ranges. Takes the scope `read` or `purchase`.",
    tag,
    security,
    success: { 200: { description: "One page of files.", schema: filesView } },
    refusals: [
      ...ownRefusals,
      "payment_not_confirmed",
      "file_not_available",
      "storage_unavailable",
    ],
  }),
  getPurchaseManifest: operation({
    operationId: "getPurchaseManifest",
    summary: "Follow to the manifest of the folder that was bought",
    description: "Leads to JSON with path, size and SHA-256 of each file; its own is `sha256`.",
    tag,
    security,
    success: { 302: { description: "The signed URL is in `Location`." } },
    refusals: [...ownRefusals, "payment_not_confirmed", "file_not_found", "storage_unavailable"],
  }),
  confirmPurchase: operation({
    operationId: "confirmPurchase",
    summary: "Confirm the delivery",
    description:
      "Releases the money in escrow to the seller, for good. Without it, that happens by itself at " +
      "`release_due_at`. Takes the scope `purchase`.",
    tag,
    security,
    idempotent,
    success: { 200: { description: "The released purchase.", schema: purchaseView } },
    refusals: changeRefusals,
  }),
};
