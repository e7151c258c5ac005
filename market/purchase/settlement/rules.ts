/** Decides each settlement step from the payment provider's report. Pure, no calls. */
import type {
  ChargebackState,
  PurchaseState,
  PurseState,
} from "../../../db/vocabulary/purchase.ts";
import type { Decline, Intent } from "../../../platform/payments/port.ts";
import { hourMs } from "../../../platform/time.ts";
import { cancelledByBuyer } from "../rules.ts";

type Priced = {
  priceCents: number;
  currency: string;
  /** The whole charge if it pays others as well; null or absent: the price. */
  chargedCents?: number | null;
};

const chargedCents = (row: Priced) => row.chargedCents ?? row.priceCents;

/** Why a purchase was not paid: the provider's decline, or a reason of our own. */
export type Failure = Decline;

export const failureColumns = ({ code, declineCode, detail }: Failure) => ({
  failureCode: code,
  declineCode,
  failureDetail: detail,
});

/** The provider's report of a charge. */
export type IntentFacts = Omit<Intent, "id">;

/** The settlement that a purchase is due for; none: nothing is owed to or by the provider. */
export type Settlement =
  | "payment"
  | "escrow"
  | "transfer"
  | "refund"
  | "aftermath"
  /** It ended unpaid, and its intent is checked once more. */
  | "stray"
  | "none";

export function settlementOf(purchase: {
  state: PurchaseState;
  purseId: string | null;
  transferredAt: Date | null;
  refundPaidAt: Date | null;
  paymentIntentId: string | null;
}): Settlement {
  const { state, purseId, transferredAt, refundPaidAt } = purchase;
  // Its purse is charged; a charge of its own would be a second one.
  if (state === "payment_pending") return purseId === null ? "payment" : "none";
  if (state === "in_escrow" || state === "disputed") return "escrow";
  if (state === "released") return transferredAt === null ? "transfer" : "aftermath";
  if (state === "refunded") return refundPaidAt === null ? "refund" : "aftermath";
  return purchase.paymentIntentId === null ? "none" : "stray";
}

export type PurseSettlement = Exclude<Settlement, "escrow" | "transfer">;

/** The settlement that a shared charge is due for. Its purchases have their own. */
export function purseSettlementOf(purse: {
  state: PurseState;
  refundPaidAt: Date | null;
  paymentIntentId: string | null;
}): PurseSettlement {
  const { state, refundPaidAt, paymentIntentId } = purse;
  if (state === "payment_pending") return "payment";
  if (state === "refunded" && refundPaidAt === null) return "refund";
  if (state === "in_escrow" || state === "released" || state === "refunded") return "aftermath";
  return paymentIntentId === null ? "none" : "stray";
}

function isPaymentOverdue(
  { createdAt, actionDueAt }: { createdAt: Date; actionDueAt: Date | null },
  { now, pendingHours }: { now: Date; pendingHours: number },
): boolean {
  if (actionDueAt !== null) return now >= actionDueAt;
  return now.getTime() - createdAt.getTime() >= pendingHours * hourMs;
}

export type PaymentStep =
  /** `ask`: the card's holder has to be asked to confirm. `await`: they were asked. */
  | { kind: "create" | "confirm" | "expire" | "wait" | "ask" | "await" }
  /** `failure`: why the purchase fails once the provider has cancelled. */
  | { kind: "cancel"; failure: Failure | null }
  | { kind: "capture"; chargeId: string; lookAgain: boolean }
  | { kind: "fail"; failure: Failure }
  | { kind: "report"; trouble: string };

/** The provider's codes for a card whose bank wants its holder: https://docs.stripe.com/error-codes */
const askingCode = "authentication_required";
const notConfirmedCode = "payment_intent_authentication_failure";

const notConfirmed: Failure = {
  code: "authentication_failed",
  declineCode: null,
  detail: "The card's holder did not confirm the payment with the bank. Nothing was charged.",
};
const cancelled: Failure = {
  code: "payment_cancelled",
  declineCode: null,
  detail: "The payment was cancelled at the payment provider.",
};
const declined: Failure = {
  code: "card_declined",
  declineCode: null,
  detail: "The payment method cannot be charged.",
};

type Pending = Priced & {
  createdAt: Date;
  /** Set once the card's holder was asked to confirm the payment. */
  actionAskedAt: Date | null;
  actionDueAt: Date | null;
  failureCode: string | null;
  declineCode: string | null;
  failureDetail: string | null;
};

/** The next step of a pending payment, by the provider's report; null: there is no intent yet. */
export function nextPaymentStep(
  purchase: Pending,
  intent: IntentFacts | null,
  time: { now: Date; pendingHours: number },
): PaymentStep {
  const isOverdue = isPaymentOverdue(purchase, time);
  if (intent === null) return firstStep(purchase, isOverdue);
  const trouble = intentTrouble(purchase, intent);
  if (trouble !== null) return { kind: "report", trouble };
  const noted = notedFailure(purchase);
  const steps: Record<IntentFacts["status"], () => PaymentStep> = {
    requires_confirmation: () =>
      isOverdue || noted !== null ? { kind: "cancel", failure: noted } : { kind: "confirm" },
    requires_payment_method: () => unchargedStep(purchase, intent, isOverdue),
    requires_action: () => holderStep(purchase, isOverdue),
    processing: () => ({ kind: "wait" }),
    succeeded: () => captureStep(intent),
    canceled: () => {
      const failure = noted ?? (isOverdue ? null : cancelled);
      return failure === null ? { kind: "expire" } : { kind: "fail", failure };
    },
  };
  return steps[intent.status]();
}

/**
 * The step after an unsuccessful charge. If the holder was asked, somebody may be confirming the intent
 * right now, so it is cancelled before the purchase ends and nothing can be charged for it any more.
 */
function unchargedStep(purchase: Pending, intent: IntentFacts, isOverdue: boolean): PaymentStep {
  const failure = intent.decline ?? declined;
  if (asksHolder(failure)) return holderStep(purchase, isOverdue);
  if (purchase.actionAskedAt === null) return { kind: "fail", failure };
  const why = failure.code === notConfirmedCode ? notConfirmed : failure;
  return { kind: "cancel", failure: notedFailure(purchase) ?? why };
}

function asksHolder({ code, declineCode }: Failure): boolean {
  return code === askingCode || declineCode === askingCode;
}

/** The bank waits for the card's holder, who has until the deadline and may cancel meanwhile. */
function holderStep(purchase: Pending, isOverdue: boolean): PaymentStep {
  const noted = notedFailure(purchase);
  if (noted !== null || isOverdue) return { kind: "cancel", failure: noted };
  return { kind: purchase.actionAskedAt === null ? "ask" : "await" };
}

/** There is no intent yet: a purchase that its buyer has cancelled never gets one. */
function firstStep(purchase: Pending, isOverdue: boolean): PaymentStep {
  const noted = notedFailure(purchase);
  if (noted?.code === cancelledByBuyer.code) return { kind: "fail", failure: noted };
  return { kind: isOverdue ? "expire" : "create" };
}

/**
 * How an unpaid purchase ends, by its locked row. Its buyer may have cancelled it meanwhile, which is a
 * better reason than the provider's.
 */
export function unpaidEnd(
  locked: Pending,
  seen: { state: "payment_failed" | "expired"; failure: Failure },
): { state: "payment_failed" | "cancelled" | "expired"; failure: Failure } {
  const noted = notedFailure(locked);
  if (noted?.code !== cancelledByBuyer.code) return seen;
  return { state: "cancelled", failure: noted };
}

function captureStep(intent: IntentFacts): PaymentStep {
  if (intent.chargeId === null) {
    return { kind: "report", trouble: "the provider says that it is paid but names no charge" };
  }
  const lookAgain = intent.refundedCents > 0 || intent.bankDispute !== "none";
  return { kind: "capture", chargeId: intent.chargeId, lookAgain };
}

/** Why the provider was asked to cancel: stored before the call, whose answer may get lost. */
function notedFailure(purchase: Pending): Failure | null {
  const { failureCode: code, declineCode, failureDetail: detail } = purchase;
  return code === null ? null : { code, declineCode, detail: detail ?? code };
}

/** Why an intent cannot belong to this purchase, or null. Such a charge is never accepted silently. */
function intentTrouble(purchase: Priced, intent: IntentFacts): string | null {
  if (intent.amountCents === chargedCents(purchase) && intent.currency === purchase.currency) {
    return null;
  }
  return (
    `the provider's payment is ${intent.amountCents} ${intent.currency}, but ` +
    `the purchase is ${chargedCents(purchase)} ${purchase.currency}`
  );
}

export type EscrowStep =
  | { kind: "keep" | "refunded" | "charged_back" | "dispute" }
  | { kind: "report"; trouble: string };

/** The purchase's own part of what happened to its charge. */
type ChargeEnd = { refundedCents: number; chargeback: ChargebackState | null };

/**
 * The next step for escrowed money after its charge has changed at the provider. A part that was refunded by hand
 * counts when escrow ends.
 */
export function nextEscrowStep(
  purchase: Priced & { state: PurchaseState },
  intent: IntentFacts,
  { refundedCents, chargeback }: ChargeEnd,
): EscrowStep {
  const trouble = intentTrouble(purchase, intent);
  if (trouble !== null) return { kind: "report", trouble };
  if (chargeback === "lost") return { kind: "charged_back" };
  if (refundedCents >= purchase.priceCents) return { kind: "refunded" };
  const isNews = chargeback === "open" && purchase.state === "in_escrow";
  return { kind: isNews ? "dispute" : "keep" };
}

const lastLookHours = 1;

/**
 * The last check of escrowed money before its automatic release, in case a webhook got lost.
 * Null: that time has passed.
 */
export function lastLookAt(
  { releaseDueAt }: { releaseDueAt: Date | null },
  now: Date,
): Date | null {
  if (releaseDueAt === null) return null;
  const at = new Date(releaseDueAt.getTime() - lastLookHours * hourMs);
  return at > now ? at : null;
}

/** Why released money must not go to the seller now, or null. */
export function transferTrouble(
  purchase: Priced,
  intent: IntentFacts,
  isDisputed: boolean,
): string | null {
  const trouble = intentTrouble(purchase, intent);
  if (trouble !== null) return trouble;
  return isDisputed ? "the card's bank disputes the charge after release" : null;
}

const aftermathEvents = new Set([
  "refund.updated",
  "refund.failed",
  "charge.refund.updated",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
]);

/** Whether an event may mean that money ended otherwise than its purchase says. */
export function isAftermath(eventType: string): boolean {
  return aftermathEvents.has(eventType);
}

/**
 * Why the operator should see an event about money that has left the platform, or null: a manual
 * refund after the seller was paid is not recovered automatically.
 */
export function lateEventTrouble(
  { transferredAt }: { transferredAt: Date | null },
  eventType: string,
): string | null {
  if (transferredAt === null || eventType !== "charge.refunded") return null;
  return `${eventType} after the seller was paid`;
}

const backoffBaseSeconds = 2;
const backoffSecondsMax = 900;

/** Seconds until the next attempt: 2, 4, 8, … at most 15 minutes. `attempts` counts from 1. */
export function settleBackoffSeconds(attempts: number): number {
  const doublings = Math.min(Math.max(attempts - 1, 0), 20);
  return Math.min(backoffBaseSeconds * 2 ** doublings, backoffSecondsMax);
}

/** Whether the request that opened the purchase is still charging it: nobody else has tried yet. */
export function isFirstDriving(
  purchase: { state: PurchaseState; settleAttempts: number; settleDueAt: Date | null },
  now: Date,
): boolean {
  const { state, settleAttempts, settleDueAt } = purchase;
  if (state !== "payment_pending" || settleAttempts > 0) return false;
  return settleDueAt !== null && settleDueAt > now;
}
