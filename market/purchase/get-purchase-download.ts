/** The buyer downloads what was bought. */
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { lockOwnListing, updateListing } from "../../db/queries/listings/listings.ts";
import {
  type Delivery,
  findDelivery,
  replaceObjectEtag,
} from "../../db/queries/purchases/deliveries.ts";
import { lockPurchase, type PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import { downloadName, fileContentType } from "../catalogue/rules.ts";
import type { AccountActor, Context, SystemActor } from "../context.ts";
import { MarketError } from "../errors.ts";
import { PURCHASE_DOWNLOAD_TTL_SECONDS } from "../limits.ts";
import { auditPurchase } from "./audit-purchase.ts";
import { checkFile } from "./check-file.ts";
import { requireOwnPurchase } from "./own-purchase.ts";
import { isDownloadable } from "./rules.ts";
import type { PurchaseDownloadView } from "./schemas.ts";
import { refundToBuyer } from "./settlement/end-escrow.ts";

type FileFault = "file_missing" | "file_changed";

const delivery: SystemActor = { kind: "system", name: "delivery" };

const faultDetails: Record<FileFault, string> = {
  file_missing: "The file that was sold is not in the store any more.",
  file_changed: "The stored file is not the one that was sold: its hash differs.",
};

/**
 * A signed URL of the very file that was bought, for 60 seconds. A file that is gone or not the same
 * any more is not given out: money that is still held goes back by itself, and the listing comes
 * off the catalogue.
 * Errors: purchase_not_found, purchase_not_yours, payment_not_confirmed, file_not_available,
 * storage_unavailable.
 */
export async function getPurchaseDownload(
  ctx: Context,
  actor: AccountActor,
  purchaseId: string,
): Promise<PurchaseDownloadView> {
  const found = await findDelivery(ctx.db, purchaseId);
  requireOwnPurchase(found?.purchase ?? null, actor);
  if (found === null) throw new Error(`purchase ${purchaseId} has no file`);
  requirePaid(found.purchase);
  const { upload } = found;
  const check = await checkFile(ctx.storage, upload);
  if (check.kind !== "intact") return refuseDelivery(ctx, found, check.kind);
  if (check.etag !== upload.objectEtag) {
    await replaceObjectEtag(ctx.db, upload.id, { from: upload.objectEtag, to: check.etag });
  }
  const url = await signUrl(ctx, found);
  // Who decides a dispute wants to know whether the file was ever asked for.
  const step = { actor, action: "purchase.download_issued" } as const;
  await auditPurchase(ctx.db, purchaseId, step, ctx.now());
  return {
    download_url: url,
    expires_in: PURCHASE_DOWNLOAD_TTL_SECONDS,
    sha256: upload.sha256,
    byte_size: upload.byteSize,
  };
}

const chargebackDetails = {
  open: "The card's bank disputes the charge: downloads are closed until it has decided.",
  lost: "The card's bank has taken the payment back: downloads are closed.",
};

function requirePaid(purchase: PurchaseRow): void {
  if (isDownloadable(purchase)) return;
  if (purchase.chargeback === "open" || purchase.chargeback === "lost") {
    throw new MarketError("payment_not_confirmed", chargebackDetails[purchase.chargeback]);
  }
  const because = purchase.refundCause === null ? "" : ` (${purchase.refundCause})`;
  throw new MarketError(
    "payment_not_confirmed",
    `The purchase is ${purchase.state}${because}; only a paid one can be downloaded.`,
  );
}

function signUrl(ctx: Context, { purchase, upload }: Delivery): Promise<string> {
  return ctx.storage.signGet(upload.storagePath, {
    ttlSeconds: PURCHASE_DOWNLOAD_TTL_SECONDS,
    downloadName: downloadName({ ...upload, title: purchase.title }),
    contentType: fileContentType(upload),
  });
}

/** Commits the refund first, then refuses: of two that ask at once, one refunds. */
async function refuseDelivery(ctx: Context, found: Delivery, fault: FileFault): Promise<never> {
  const refunded = await ctx.db.transaction(async (tx) => {
    const inner = { ...ctx, db: tx };
    const purchase = await lockPurchase(tx, found.purchase.id);
    if (purchase === null) throw new Error(`purchase ${found.purchase.id} vanished`);
    await suspendListing(inner, purchase, fault);
    if (!isRefundable(purchase)) return purchase;
    return refundToBuyer(tx, purchase, { actor: delivery, cause: fault, now: ctx.now() });
  });
  const outcome = refunded.state === "refunded" ? " The purchase is refunded." : "";
  throw new MarketError("file_not_available", `${faultDetails[fault]}${outcome}`);
}

/** A chargeback is its bank's to decide: a refund beside it would pay twice. */
function isRefundable({ state, disputeReason }: PurchaseRow): boolean {
  return state === "in_escrow" || (state === "disputed" && disputeReason !== "chargeback");
}

/** Only while this very file is on sale. A version in the making is left as it is. */
async function suspendListing(
  { db: tx, now }: Pick<Context, "db" | "now">,
  { listingId, sellerAgentId, uploadId }: PurchaseRow,
  fault: FileFault,
): Promise<void> {
  const row = await lockOwnListing(tx, { listingId, agentId: sellerAgentId });
  if (row?.listing.status !== "active" || row.listing.currentUploadId !== uploadId) return;
  const at = now();
  await updateListing(tx, listingId, {
    status: "suspended",
    suspendedAt: at,
    suspendedBy: "file",
    suspendedReason: faultDetails[fault],
    updatedAt: at,
  });
  const subject = { subjectKind: "listing", subjectId: listingId } as const;
  const detail = { suspended_by: "file", reason: fault };
  await writeAudit(tx, { actor: delivery, action: "listing.suspended", ...subject, detail }, at);
}
