/** Retries of failed refunds, and what an administrator may do about them. Pure. */
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import type { Refund } from "../../../platform/payments/port.ts";
import { hourMs } from "../../../platform/time.ts";
import { stateInWords } from "../../purchase-state.ts";
import { type MaybeShared, refundableCents, refundedCents } from "../purse/rules.ts";

const refundTriesMax = 4;
const refundRetryHours = 24;

type Failed = {
  refundFailedAt: Date | null;
  refundFailures: number;
  refundRetryAskedAt: Date | null;
};

/** When a failed refund is retried; null: an administrator has to act. */
export function refundRetryAt(purchase: Failed): Date | null {
  const { refundFailedAt, refundFailures } = purchase;
  if (refundFailedAt === null) return null;
  if (isRetryAsked(purchase)) return purchase.refundRetryAskedAt;
  if (refundFailures >= refundTriesMax) return null;
  return new Date(refundFailedAt.getTime() + refundRetryHours * hourMs);
}

/** Until when no refund may be made (null: for ever), so that webhooks do not cause early attempts. */
export function refundWait(purchase: Failed, now: Date): Date | null | "none" {
  if (purchase.refundFailedAt === null) return "none";
  const at = refundRetryAt(purchase);
  return at !== null && at <= now ? "none" : at;
}

/** Whether an administrator asked for a retry since the last failure; each request counts once. */
function isRetryAsked({ refundFailedAt, refundRetryAskedAt }: Failed): boolean {
  if (refundFailedAt === null || refundRetryAskedAt === null) return false;
  return refundRetryAskedAt >= refundFailedAt;
}

type Refunded = MaybeShared & {
  id: string;
  state: PurchaseState;
  priceCents: number;
  chargedBackCents: number;
  refundPaidAt: Date | null;
  refundPaidReference: string | null;
};

/** The newest failed one of a purchase's own refunds if it is recorded as refunded but is not; or null. */
export function failedRefundOf(purchase: Refunded, own: Refund[]): Refund | null {
  if (purchase.state !== "refunded" || purchase.refundPaidAt === null) return null;
  // The refund was paid another way, so a card refund is not expected.
  if (purchase.refundPaidReference !== null) return null;
  if (refundedCents(own) >= refundableCents(purchase)) return null;
  return own.find(({ status }) => status === "failed") ?? null;
}

/** The state of a refund that is not paid, or that was paid another way. */
export const refundStandings = ["owed", "trying", "waiting", "given_up", "paid_otherwise"] as const;
export type RefundStanding = (typeof refundStandings)[number];

type RefundProgress = Failed & { refundTryingAt: Date | null; refundPaidReference: string | null };

/** owed: no attempt has failed yet. given_up: only a request by an administrator retries it. */
export function refundStanding(purchase: RefundProgress): RefundStanding {
  if (purchase.refundPaidReference !== null) return "paid_otherwise";
  if (purchase.refundTryingAt !== null) return "trying";
  if (purchase.refundFailedAt === null) return "owed";
  return refundRetryAt(purchase) === null ? "given_up" : "waiting";
}

type Steppable = RefundProgress & Pick<Refunded, "state" | "refundPaidAt">;

/** Why a step about a refund is not allowed now; null if it is. */
export function refundObstacle(purchase: Steppable): string | null {
  if (purchase.state !== "refunded")
    return `The purchase is ${stateInWords(purchase.state)}: no refund is owed.`;
  if (purchase.refundPaidReference !== null) return "It was already paid another way.";
  if (purchase.refundPaidAt !== null) return "It is paid.";
  if (purchase.refundTryingAt === null) return null;
  return "A refund is in progress and its outcome is not known yet: try again in a minute.";
}
