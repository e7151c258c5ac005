/** Translates Stripe's answers and errors for the port (https://docs.stripe.com/api/errors). */
import Stripe from "stripe";
import { createRedactor } from "../secrets/redact.ts";
import type { Answer, BankDispute, Card, Decline, Intent, PayoutAccount, Refund } from "./port.ts";

/** Stripe's messages are shown and stored. */
const redact = createRedactor();

/** Runs an SDK call and classifies its outcome. Errors that are not Stripe's are thrown. */
export async function ask<T>(call: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: "ok", value: await call() };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return answerOf(error);
    throw error;
  }
}

/** Whether Stripe refused because the intent is past the state that the call needs. */
export function isUnexpectedState(answer: Answer<unknown>): boolean {
  return answer.kind === "refused" && answer.code === "payment_intent_unexpected_state";
}

function answerOf(error: Stripe.errors.StripeError): Exclude<Answer<never>, { kind: "ok" }> {
  const { errors } = Stripe;
  const code = error.code ?? error.type;
  const detail = redact(error.message);
  if (error instanceof errors.StripeCardError) return { kind: "declined", decline: decline(error) };
  // The key was used with other parameters, so only another key can succeed.
  if (error instanceof errors.StripeIdempotencyError) {
    return { kind: "unknown", code, detail, answered: true };
  }
  const status = error.statusCode ?? 0;
  if (status === 404) return { kind: "missing", detail };
  // A conflict means that a call with the same key is still running; the SDK's network errors have
  // no status.
  const isRefusal = status === 400 || status === 402;
  if (isRefusal) return { kind: "refused", code, detail };
  return { kind: "unknown", code, detail, answered: status >= 500 };
}

function decline(error: {
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
}): Decline {
  return {
    code: error.code ?? "card_declined",
    declineCode: error.decline_code ?? null,
    detail: redact(error.message ?? "The card was declined."),
  };
}

const intentStatuses: Partial<Record<Stripe.PaymentIntent.Status, Intent["status"]>> = {
  requires_payment_method: "requires_payment_method",
  requires_confirmation: "requires_confirmation",
  requires_action: "requires_action",
  processing: "processing",
  succeeded: "succeeded",
  canceled: "canceled",
};

/** Converts an intent with an expanded `latest_charge`, and the disputes of that charge. */
export function toIntent(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[]): Intent {
  const status = intentStatuses[intent.status];
  if (status === undefined) throw new Error(`an intent is never ${intent.status} here`);
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const failure = intent.last_payment_error;
  return {
    id: intent.id,
    status,
    amountCents: intent.amount,
    currency: intent.currency,
    chargeId: status === "succeeded" ? idOf(intent.latest_charge) : null,
    decline: failure === null ? null : decline(failure),
    actionUrl: intent.next_action?.redirect_to_url?.url ?? null,
    refundedCents: charge?.amount_refunded ?? 0,
    bankDispute: bankDispute(disputes),
  };
}

function bankDispute(disputes: Stripe.Dispute[]): Intent["bankDispute"] {
  const states = disputes.map(({ status }) => disputeState(status));
  if (states.includes("lost")) return "lost";
  if (states.includes("open")) return "open";
  return states.length > 0 ? "won" : "none";
}

function disputeState(status: Stripe.Dispute.Status): BankDispute["state"] {
  if (status === "lost") return "lost";
  return status === "won" || status === "warning_closed" ? "won" : "open";
}

export function toBankDispute(dispute: Stripe.Dispute): BankDispute {
  const dueBy = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    state: disputeState(dispute.status),
    providerStatus: dispute.status,
    reason: dispute.reason,
    amountCents: dispute.amount,
    currency: dispute.currency,
    createdAt: new Date(dispute.created * 1000),
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000),
    isAnswered: dispute.evidence_details.submission_count > 0,
    movements: dispute.balance_transactions.map(({ id, amount }) => ({ id, amountCents: amount })),
  };
}

const refundStatuses: Record<string, Refund["status"]> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

export function toRefund(refund: Stripe.Refund): Refund {
  return {
    id: refund.id,
    status: refundStatuses[refund.status ?? ""] ?? "pending",
    amountCents: refund.amount,
    failureReason: refund.failure_reason ?? null,
    purchaseId: refund.metadata?.purchase_id ?? null,
  };
}

/** Null for a payment method other than a card. */
export function toCard(method: Stripe.PaymentMethod): Card | null {
  const { card } = method;
  if (card === undefined || card === null) return null;
  return {
    id: method.id,
    customerId: idOf(method.customer),
    brand: card.brand,
    last4: card.last4 ?? "????",
    fingerprint: card.fingerprint ?? null,
    expMonth: card.exp_month,
    expYear: card.exp_year,
  };
}

export function toPayoutAccount(account: Stripe.Account): PayoutAccount {
  const transfersEnabled = account.capabilities?.transfers === "active" && account.payouts_enabled;
  return {
    id: account.id,
    detailsSubmitted: account.details_submitted,
    transfersEnabled,
    identityChecked: account.details_submitted && transfersEnabled && isSettled(account),
  };
}

/**
 * Stripe pays small amounts before it has verified an identity, so the remaining requirements
 * decide.
 */
function isSettled({ requirements }: Stripe.Account): boolean {
  if (!requirements) return false;
  const { currently_due, eventually_due, past_due, pending_verification } = requirements;
  const open = [currently_due, eventually_due, past_due, pending_verification];
  return open.every((fields) => (fields ?? []).length === 0);
}

/** The id of a reference that may be expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}
