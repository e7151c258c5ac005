/** A disputed purchase as an administrator sees it: sides, history and ledger. */
import type { AuditRow, DisputeRow, LedgerRow } from "../../db/queries/accounts/administration.ts";
import { dayMs } from "../../platform/time.ts";
import { maskEmail } from "../agent/rules.ts";
import type { DisputeSide, DisputeView, LedgerView, TrailView } from "./schemas.ts";

/** A disputed purchase with both sides; their addresses are masked. */
export function viewDisputeRow(config: { DISPUTE_DAYS: number }, row: DisputeRow): DisputeView {
  const { purchase, file } = row;
  return {
    purchase_id: purchase.id,
    status: purchase.state,
    dataset_id: purchase.listingId,
    dataset_title: purchase.title,
    dataset_version: purchase.version,
    listing_status: row.listingStatus,
    price_cents: purchase.priceCents,
    fee_cents: purchase.feeCents,
    currency: purchase.currency,
    bought_at: purchase.createdAt.toISOString(),
    disputed_at: purchase.disputedAt?.toISOString() ?? null,
    decide_before: decideBefore(config.DISPUTE_DAYS, row),
    reason: purchase.disputeReason,
    detail: purchase.disputeDetail,
    resolved_at: purchase.resolvedAt?.toISOString() ?? null,
    resolution_detail: purchase.resolutionDetail,
    release_cause: purchase.releaseCause,
    refund_cause: purchase.refundCause,
    buyer: viewSide(purchase.accountId, row.buyer),
    seller: {
      ...viewSide(purchase.sellerAccountId, row.seller),
      agent_id: purchase.sellerAgentId,
      agent_name: row.agentName,
    },
    file: {
      sha256: file.sha256,
      byte_size: file.byteSize,
      format: file.format,
      profile_error: file.errorCode,
      downloads: row.downloads,
    },
  };
}

function decideBefore(disputeDays: number, { purchase }: DisputeRow): string | null {
  if (purchase.state !== "disputed" || purchase.disputedAt === null) return null;
  // The bank decides a chargeback, however long that takes.
  if (purchase.disputeReason === "chargeback") return null;
  return new Date(purchase.disputedAt.getTime() + disputeDays * dayMs).toISOString();
}

export function viewSide(
  accountId: string,
  side: Pick<DisputeRow["buyer"], "email" | "suspendedAt">,
): DisputeSide {
  return {
    account_id: accountId,
    email: maskEmail(side.email),
    suspended: side.suspendedAt !== null,
  };
}

type Roles = { accountId: string; sellerAccountId?: string; sellerAgentId?: string };

/** The actor of each row, as a role in this purchase or shared charge. */
export function viewTrail(
  { accountId, sellerAccountId = "", sellerAgentId = "" }: Roles,
  rows: AuditRow[],
): TrailView[] {
  const roles: Record<string, string> = {
    [accountId]: "buyer",
    [sellerAccountId]: "seller",
    [sellerAgentId]: "seller's agent",
  };
  return rows.map(({ at, actorKind, actorId, action, detail }) => ({
    at: at.toISOString(),
    actor: otherRoles[actorKind] ?? roles[actorId] ?? actorKind,
    action,
    detail,
  }));
}

const otherRoles: Record<string, string> = { admin: "administrator", system: "marketplace" };

export function viewLedger(rows: LedgerRow[]): LedgerView[] {
  return rows.map(({ createdAt, posting, account, amountCents }) => ({
    at: createdAt.toISOString(),
    posting,
    account,
    amount_cents: amountCents,
  }));
}
