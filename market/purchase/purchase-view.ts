import {
  findPurchaseDetail,
  type PurchaseDetail,
} from "../../db/queries/purchases/purchase-lists.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { Config } from "../../platform/config.ts";
import { isDownloadable } from "../catalogue/bought/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { summarizeChanges } from "../profile/drift/summarize.ts";
import { instant, view } from "../view.ts";
import { viewNextAction } from "./next-action.ts";
import { cancelOutcome } from "./rules.ts";
import { type PurchaseView, purchaseView } from "./schemas.ts";
import { creditUntil } from "./trial/rules.ts";

type ViewConfig = Pick<Config, "PUBLIC_BASE_URL">;

/** A purchase as its buyer sees it. */
export function viewPurchase(config: ViewConfig, detail: PurchaseDetail): PurchaseView {
  const { purchase, file, keyName, card } = detail;
  const isOpenEscrow = purchase.state === "in_escrow" && purchase.acceptance !== "pending";
  const isOwedUpdate = purchase.subscriptionId !== null && purchase.deliveredVersion === null;
  const capabilities = {
    download: isDownloadable(purchase),
    confirm: isOpenEscrow && !isOwedUpdate,
    dispute: isOpenEscrow && detail.creditedTo === null,
    cancel: cancelOutcome({ ...purchase, isAward: detail.isAward }) === "apply",
  };
  return view(purchaseView, purchase, {
    status: purchase.state,
    dataset_id: purchase.listingId,
    dataset_title: purchase.title,
    dataset_license: purchase.license,
    dataset_version: purchase.version,
    sha256: file.sha256,
    byte_size: file.byteSize,
    format: file.format,
    cancelled_at: purchase.state === "cancelled" ? purchase.updatedAt.toISOString() : null,
    dispute: viewDispute(purchase),
    subscription: viewPeriod(purchase),
    trial: viewTrial(detail),
    credit: viewCredit(purchase),
    bundle_purchase_id: detail.isBundled ? purchase.purseId : null,
    newer_version: viewNewer(detail),
    next_action: viewNextAction(config.PUBLIC_BASE_URL, purchase),
    failure: viewFailure(purchase),
    metadata: {
      api_key_id: purchase.apiKeyId,
      api_key_name: keyName,
      payment_method: card,
    },
    capabilities,
    links: {
      ...viewLinks(config.PUBLIC_BASE_URL, purchase, capabilities),
      ...(detail.newer === null ? {} : { changes: changesLink(config.PUBLIC_BASE_URL, purchase) }),
    },
  });
}

/**
 * The view of a purchase; the caller has already checked access.
 * Errors: purchase_not_found.
 */
export async function loadPurchaseView(
  { db, config }: Pick<Context, "db" | "config">,
  purchaseId: string,
): Promise<PurchaseView> {
  const detail = await findPurchaseDetail(db, purchaseId);
  if (detail === null) throw new MarketError("purchase_not_found", "No purchase has this id.");
  return viewPurchase(config, detail);
}

export function viewDispute(purchase: PurchaseRow): PurchaseView["dispute"] {
  const { disputedAt, disputeReason, resolvedAt, releasedAt, refundedAt } = purchase;
  if (disputedAt === null || disputeReason === null) return null;
  const { state } = purchase;
  return {
    reason: disputeReason,
    detail: purchase.disputeDetail,
    opened_at: disputedAt.toISOString(),
    resolved_at: instant(resolvedAt ?? releasedAt ?? refundedAt),
    resolution: state === "released" || state === "refunded" ? state : null,
    resolution_detail: purchase.resolutionDetail,
  };
}

function viewPeriod(purchase: PurchaseRow): PurchaseView["subscription"] {
  const { subscriptionId: id, periodNumber: period, periodStartsAt, periodEndsAt } = purchase;
  if (id === null || period === null || periodStartsAt === null || periodEndsAt === null) {
    return null;
  }
  return {
    id,
    period,
    starts_at: periodStartsAt.toISOString(),
    ends_at: periodEndsAt.toISOString(),
    delivered_version: purchase.deliveredVersion,
  };
}

function viewTrial({ purchase, creditedTo }: PurchaseDetail): PurchaseView["trial"] {
  const { trialRows: rows } = purchase;
  if (rows === null) return null;
  const until = creditUntil(purchase);
  return { rows, credit_until: instant(until), credited_to: creditedTo };
}

function viewCredit({ creditedTrialId, creditCents }: PurchaseRow): PurchaseView["credit"] {
  if (creditedTrialId === null || creditCents === null) return null;
  return { purchase_id: creditedTrialId, cents: creditCents };
}

function viewNewer({ purchase, newer }: PurchaseDetail): PurchaseView["newer_version"] {
  if (newer === null) return null;
  const { version, sentences, rows } = newer;
  if (sentences === null || rows === null) return { version, changes: null };
  const changes = summarizeChanges({ fromVersion: purchase.version, sentences, rows });
  return { version, changes };
}

function changesLink(baseUrl: string, { listingId, version }: PurchaseRow): string {
  return `${baseUrl}/datasets/${listingId}/changes?from=${version}`;
}

function viewFailure(purchase: PurchaseRow): PurchaseView["failure"] {
  const { state, failureCode, declineCode, failureDetail } = purchase;
  if (state !== "payment_failed" && state !== "expired") return null;
  return { code: failureCode ?? state, decline_code: declineCode, detail: failureDetail };
}

function viewLinks(
  baseUrl: string,
  purchase: PurchaseRow,
  may: PurchaseView["capabilities"],
): Record<string, string> {
  const self = `${baseUrl}/purchases/${purchase.id}`;
  return {
    self,
    dataset: `${baseUrl}/datasets/${purchase.listingId}`,
    ...(may.download ? { download: `${self}/download-url` } : {}),
    ...(purchase.paidAt === null ? {} : { receipt: `${self}/receipt` }),
    ...(may.confirm ? { confirm: `${self}/confirm` } : {}),
    ...(may.cancel ? { cancel: `${self}/cancel` } : {}),
    ...(may.dispute ? { dispute: `${self}/dispute` } : {}),
    ...(purchase.acceptance === null ? {} : { acceptance: `${self}/acceptance` }),
  };
}
