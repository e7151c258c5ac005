/** What the payment provider's word makes of a purchase: decisions alone, no calls. Pure. */
import type { ChargebackState, PurchaseState } from "../../../db/vocabulary/purchase.ts";
import type { Decline, Intent } from "../../../platform/payments/port.ts";
import { hourMs } from "../../../platform/time.ts";
import { cancelledByBuyer } from "../rules.ts";

type Priced = { priceCents: number; currency: string };
/** Why a purchase was not paid: as the provider declines, or in words of ours. */
export type Failure = Decline;

/** What the payment provider says of a charge. */
export type IntentFacts = Omit<Intent, "id">;

/** Which settlement a purchase is due for; none: nothing is owed to or by the provider. */
export type Settlement =
  | "payment"
  | "escrow"
  | "transfer"
  | "refund"
  | "aftermath"
  /** Nothing was paid when it ended, and its intent is looked at once more. */
  | "stray"
  | "none";

export function settlementOf(purchase: {
  state: PurchaseState;
  transferredAt: Date | null;
  refundPaidAt: Date | null;
  chargeback: ChargebackState | null;
  paymentIntentId: string | null;
}): Settlement {
  const { state, transferredAt, refundPaidAt, chargeback } = purchase;
  if (state === "payment_pending") return "payment";
  if (state === "in_escrow" || state === "disputed") return "escrow";
  const isOver = transferredAt !== null || chargeback === "lost";
  if (state === "released") return isOver ? "aftermath" : "transfer";
  if (state === "refunded") return refundPaidAt === null ? "refund" : "aftermath";
  return purchase.paymentIntentId === null ? "none" : "stray";
}

function isPaymentOverdue(
  { createdAt, actionDueAt }: { createdAt: Date; actionDueAt: Date | null },
  { now, pendingHours }: { now: Date; pendingHours: number },
): boolean {
  if (actionDueAt !== null) return now >= actionDueAt;
  return now.getTime() - createdAt.getTime() >= pendingHours * hourMs;
}

export type PaymentStep =
  /** `ask`: the card's holder is to be told that the bank wants them. `await`: they were. */
  | { kind: "create" | "confirm" | "expire" | "wait" | "ask" | "await" }
  /** `failure` is what the purchase fails with once the provider has cancelled. */
  | { kind: "cancel"; failure: Failure | null }
  | { kind: "capture"; chargeId: string; lookAgain: boolean }
  | { kind: "fail"; failure: Failure }
  | { kind: "report"; trouble: string };

/** The provider's, of a card whose bank wants its holder: https://docs.stripe.com/error-codes */
const askingCode = "authentication_required";
const notConfirmedCode = "payment_intent_authentication_failure";

const notConfirmed: Failure = {
  code: "authentication_failed",
  declineCode: null,
  detail: "The card's bank did not get its holder's confirmation. Nothing was charged.",
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
  /** Set: the card's holder was asked to confirm the payment with the bank. */
  actionAskedAt: Date | null;
  actionDueAt: Date | null;
  failureCode: string | null;
  declineCode: string | null;
  failureDetail: string | null;
};

/** What a pending payment needs next, by what the provider says of it; null: it holds no intent. */
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
 * What the card did not pay. Once its holder was asked, somebody may just be confirming the intent: it
 * is cancelled before the purchase ends, so that nothing can be charged for it any more.
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

/** The bank wants the card's holder, who has until then and may cancel meanwhile. */
function holderStep(purchase: Pending, isOverdue: boolean): PaymentStep {
  const noted = notedFailure(purchase);
  if (noted !== null || isOverdue) return { kind: "cancel", failure: noted };
  return { kind: purchase.actionAskedAt === null ? "ask" : "await" };
}

/** Nothing is at the provider yet: what its buyer has cancelled never comes there. */
function firstStep(purchase: Pending, isOverdue: boolean): PaymentStep {
  const noted = notedFailure(purchase);
  if (noted?.code === cancelledByBuyer.code) return { kind: "fail", failure: noted };
  return { kind: isOverdue ? "expire" : "create" };
}

/**
 * How an unpaid purchase ends, by its locked row: its buyer may have cancelled it since it was looked
 * at, and that tells more than what the provider made of it.
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
    return { kind: "report", trouble: "the provider says that it is paid and names no charge" };
  }
  const lookAgain = intent.refundedCents > 0 || intent.bankDispute !== "none";
  return { kind: "capture", chargeId: intent.chargeId, lookAgain };
}

/** Why the provider was asked to cancel: noted before it was, since its answer may get lost. */
function notedFailure(purchase: Pending): Failure | null {
  const { failureCode: code, declineCode, failureDetail: detail } = purchase;
  return code === null ? null : { code, declineCode, detail: detail ?? code };
}

/** Why an intent cannot be this purchase's, or null. Such a charge is never taken silently. */
function intentTrouble(purchase: Priced, intent: IntentFacts): string | null {
  if (intent.amountCents === purchase.priceCents && intent.currency === purchase.currency) {
    return null;
  }
  return (
    `the provider's payment is of ${intent.amountCents} ${intent.currency}, ` +
    `the purchase of ${purchase.priceCents} ${purchase.currency}`
  );
}

export type EscrowStep =
  | { kind: "keep" | "refunded" | "charged_back" | "dispute" }
  | { kind: "report"; trouble: string };

/** What becomes of money in escrow when something about its charge has changed at the provider. */
export function nextEscrowStep(
  purchase: Priced & { state: PurchaseState },
  intent: IntentFacts,
): EscrowStep {
  const trouble = intentTrouble(purchase, intent);
  if (trouble !== null) return { kind: "report", trouble };
  if (intent.bankDispute === "lost") return { kind: "charged_back" };
  if (intent.refundedCents >= purchase.priceCents) return { kind: "refunded" };
  if (intent.refundedCents > 0) {
    return { kind: "report", trouble: `${intent.refundedCents} cents were refunded by hand` };
  }
  const isNews = intent.bankDispute === "open" && purchase.state === "in_escrow";
  return { kind: isNews ? "dispute" : "keep" };
}

const lastLookHours = 1;

/**
 * When money in escrow is looked at for the last time before it is released by itself: what the
 * provider's webhooks have told, and what they were to tell and got lost. Null: it is over.
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
export function transferTrouble(purchase: Priced, intent: IntentFacts): string | null {
  const trouble = intentTrouble(purchase, intent);
  if (trouble !== null) return trouble;
  if (intent.refundedCents > 0) return `${intent.refundedCents} cents were refunded after release`;
  if (intent.bankDispute === "open") return "the card's bank disputes the charge after release";
  if (intent.bankDispute === "lost") return "the card's bank took the charge back after release";
  return null;
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

/** Whether an event tells of money that may have ended otherwise than a purchase says. */
export function isAftermath(eventType: string): boolean {
  return aftermathEvents.has(eventType);
}

/**
 * Why an event about a purchase whose money has left the platform concerns the operator, or null:
 * what was refunded by hand after the seller was paid is taken from nobody by itself.
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

/** Until the next try, in seconds: 2, 4, 8, … at most 15 minutes. `attempts` counts from 1. */
export function settleBackoffSeconds(attempts: number): number {
  const doublings = Math.min(Math.max(attempts - 1, 0), 20);
  return Math.min(backoffBaseSeconds * 2 ** doublings, backoffSecondsMax);
}

/** Whether the request that opened the purchase still charges it: nobody else has tried yet. */
export function isFirstDriving(
  purchase: { state: PurchaseState; settleAttempts: number; settleDueAt: Date | null },
  now: Date,
): boolean {
  const { state, settleAttempts, settleDueAt } = purchase;
  if (state !== "payment_pending" || settleAttempts > 0) return false;
  return settleDueAt !== null && settleDueAt > now;
}
