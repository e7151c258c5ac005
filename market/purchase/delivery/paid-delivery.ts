/** The beginning of every delivery, and its end if the file is not what was sold. */

import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { lockOwnListing, updateListing } from "../../../db/queries/listings/listings.ts";
import { redrawTrialFile } from "../../../db/queries/listings/trial-files.ts";
import { type Delivery, findDelivery } from "../../../db/queries/purchases/deliveries.ts";
import {
  findPurchase,
  lockPurchase,
  type PurchaseRow,
} from "../../../db/queries/purchases/purchases.ts";
import type { AccountActor, SystemActor } from "../../../db/vocabulary/actor.ts";
import { isDownloadable } from "../../catalogue/bought/rules.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { stateInWords } from "../../purchase-state.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { requireOwnPurchase } from "../own-purchase.ts";
import { refundToBuyer } from "../settlement/end-escrow.ts";
import { isCredited } from "../trial/find-credit.ts";

type Writer = Pick<Context, "db" | "now">;
export type FileFault = "file_missing" | "file_changed";

const delivery: SystemActor = { kind: "system", name: "delivery" };

const faultDetails: Record<FileFault, string> = {
  file_missing: "The sold file is no longer in the store.",
  file_changed: "The stored file differs from the one that was sold: its hash is different.",
};

/** Errors: purchase_not_found, purchase_not_yours, payment_not_confirmed, file_not_found (another version). */
export async function findPaidDelivery(
  { db }: Pick<Context, "db">,
  actor: AccountActor,
  purchaseId: string,
  version?: number,
): Promise<Delivery> {
  const purchase = await findPurchase(db, purchaseId);
  requireOwnPurchase(purchase, actor);
  requirePaid(purchase);
  const found = await findDelivery(db, purchaseId, version ?? "purchased");
  if (found !== null) return found;
  if (version === undefined) throw new Error(`purchase ${purchaseId} has no file`);
  const detail = `The purchase does not pay for version ${version}.`;
  throw new MarketError("file_not_found", detail);
}

/** An administrator who decides a dispute needs to know whether the file was ever downloaded. */
export async function noteDownload(
  ctx: Writer,
  actor: AccountActor,
  purchaseId: string,
): Promise<void> {
  const step = { actor, action: "purchase.download_issued" } as const;
  await auditPurchase(ctx.db, purchaseId, step, ctx.now());
}

const chargebackDetails = {
  open: "The card's bank disputes the charge: downloads are blocked until it has decided.",
  lost: "The card's bank has taken the payment back: downloads are blocked.",
};

const acceptanceDetail =
  "The marketplace is evaluating your acceptance contract: the file can be downloaded once it has passed. " +
  "Read the purchase again in a few seconds.";

const periodAcceptanceDetail =
  "The period's files can be downloaded once a version published in it has passed your acceptance contract.";

function requirePaid(purchase: PurchaseRow): void {
  if (isDownloadable(purchase)) return;
  if (purchase.chargeback === "open" || purchase.chargeback === "lost") {
    throw new MarketError("payment_not_confirmed", chargebackDetails[purchase.chargeback]);
  }
  if (purchase.acceptance === "pending" && purchase.state === "in_escrow") {
    const detail = purchase.subscriptionId === null ? acceptanceDetail : periodAcceptanceDetail;
    throw new MarketError("payment_not_confirmed", detail);
  }
  const because = purchase.refundCause === null ? "" : ` (${purchase.refundCause})`;
  throw new MarketError(
    "payment_not_confirmed",
    `The purchase is ${stateInWords(purchase.state)}${because}; only a paid purchase can be downloaded.`,
  );
}

/**
 * Refunds escrowed money for a file that is not what was sold, and takes its listing off sale.
 * Returns the updated purchase.
 */
export function refundUndeliverable(
  ctx: Writer,
  purchaseId: string,
  fault: FileFault,
  faultyUploadId?: string,
): Promise<PurchaseRow> {
  return ctx.db.transaction(async (tx) => {
    const inner = { ...ctx, db: tx };
    const purchase = await lockPurchase(tx, purchaseId);
    if (purchase === null) throw new Error(`purchase ${purchaseId} vanished`);
    await suspendListing(
      inner,
      { ...purchase, uploadId: faultyUploadId ?? purchase.uploadId },
      fault,
    );
    if (purchase.trialRows !== null) await redrawTrialFile(tx, purchase.uploadId, ctx.now());
    // The whole file's price was lowered by it: a refund as well would pay twice.
    if (!isRefundable(purchase) || (await isCredited(tx, purchase))) return purchase;
    return refundToBuyer(tx, purchase, { actor: delivery, cause: fault, now: ctx.now() });
  });
}

/** Commits the refund before refusing: of two concurrent requests, only one refunds. */
export async function refuseDelivery(
  ctx: Writer,
  found: Delivery,
  fault: FileFault,
): Promise<never> {
  const refunded = await refundUndeliverable(ctx, found.purchase.id, fault, found.upload.id);
  const outcome = refunded.state === "refunded" ? " The purchase is refunded." : "";
  throw new MarketError("file_not_available", `${faultDetails[fault]}${outcome}`);
}

/** The bank decides a chargeback: a refund as well would pay twice. */
function isRefundable({ state, disputeReason }: PurchaseRow): boolean {
  return state === "in_escrow" || (state === "disputed" && disputeReason !== "chargeback");
}

/** Suspends only while this file is on sale. An open version stays. */
async function suspendListing(
  { db: tx, now }: Writer,
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
