/** Refunds that failed: when they are tried again, and what an administrator may do about them. Pure. */
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import type { Refund } from "../../../platform/payments/port.ts";
import { hourMs } from "../../../platform/time.ts";

const refundTriesMax = 4;
const refundRetryHours = 24;

type Failed = {
  refundFailedAt: Date | null;
  refundFailures: number;
  refundRetryAskedAt: Date | null;
};

/** When a refund that failed is tried again, or null: an administrator has to see to it. */
export function refundRetryAt(purchase: Failed): Date | null {
  const { refundFailedAt, refundFailures } = purchase;
  if (refundFailedAt === null) return null;
  if (isRetryAsked(purchase)) return purchase.refundRetryAskedAt;
  if (refundFailures >= refundTriesMax) return null;
  return new Date(refundFailedAt.getTime() + refundRetryHours * hourMs);
}

/** Until when no refund may be made, null for ever: whoever webhooks wake early does not try early. */
export function refundWait(purchase: Failed, now: Date): Date | null | "none" {
  if (purchase.refundFailedAt === null) return "none";
  const at = refundRetryAt(purchase);
  return at !== null && at <= now ? "none" : at;
}

/** Whether somebody asked for a try since the last one failed: what is asked counts once. */
function isRetryAsked({ refundFailedAt, refundRetryAskedAt }: Failed): boolean {
  if (refundFailedAt === null || refundRetryAskedAt === null) return false;
  return refundRetryAskedAt >= refundFailedAt;
}

type Refunded = {
  state: PurchaseState;
  priceCents: number;
  refundPaidAt: Date | null;
  refundPaidReference: string | null;
};

/** The newest refund that failed, of a purchase recorded as paid back that is not; or null. */
export function failedRefundOf(purchase: Refunded, refunds: Refund[]): Refund | null {
  if (purchase.state !== "refunded" || purchase.refundPaidAt === null) return null;
  // The money went another way: that no refund of the card holds is why.
  if (purchase.refundPaidReference !== null) return null;
  const held = refunds.filter(({ status }) => status !== "failed");
  const heldCents = held.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (heldCents >= purchase.priceCents) return null;
  return refunds.find(({ status }) => status === "failed") ?? null;
}

/** How a refund stands that is not paid, or that was paid another way. */
export const refundStandings = ["owed", "trying", "waiting", "given_up", "paid_otherwise"] as const;
export type RefundStanding = (typeof refundStandings)[number];

type RefundProgress = Failed & { refundTryingAt: Date | null; refundPaidReference: string | null };

/** owed: none failed yet. given_up: it is not tried again unless somebody asks for it. */
export function refundStanding(purchase: RefundProgress): RefundStanding {
  if (purchase.refundPaidReference !== null) return "paid_otherwise";
  if (purchase.refundTryingAt !== null) return "trying";
  if (purchase.refundFailedAt === null) return "owed";
  return refundRetryAt(purchase) === null ? "given_up" : "waiting";
}

type Steppable = RefundProgress & Pick<Refunded, "state" | "refundPaidAt">;

/** Why a step about a refund may not be taken now, in words; null: it may. */
export function refundObstacle(purchase: Steppable): string | null {
  if (purchase.state !== "refunded") return `The purchase is ${purchase.state}: no refund is owed.`;
  if (purchase.refundPaidReference !== null) return "It was paid another way already.";
  if (purchase.refundPaidAt !== null) return "It is paid.";
  if (purchase.refundTryingAt === null) return null;
  return "A refund is on its way, and its outcome is not known yet: look again in a minute.";
}
