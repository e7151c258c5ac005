/** `/v1/refunds`: money back to a card, at once or pending. */
import type Stripe from "stripe";
import { z } from "zod";
import { formatAmount } from "../currencies.ts";
import { type Call, operation } from "../http/call.ts";
import { invalidRequest, noSuch } from "../http/failure.ts";
import { inPath, page } from "../http/lists.ts";
import {
  expand,
  type FieldsOf,
  id,
  mergeMetadata,
  metadata,
  paging,
  positive,
} from "../http/params.ts";
import { newRefund } from "../shapes/payment.ts";
import { schedule } from "../tasks.ts";
import { availableOnOf, move } from "./balance.ts";
import { testCards } from "./test-cards.ts";

/** With Stripe's test cards it takes minutes. */
const SETTLE_MS = 500;

const createSchema = z.strictObject({
  payment_intent: id.optional(),
  charge: id.optional(),
  amount: positive.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.optional(),
  expand,
} satisfies FieldsOf<Stripe.RefundCreateParams>);
type CreateInput = z.output<typeof createSchema>;

function chargeOf(call: Call, input: CreateInput): Stripe.Charge {
  const { payment_intent: intentId, charge: chargeId } = input;
  if (chargeId === undefined && intentId === undefined) {
    const message =
      "One of the following params should be provided for this request: payment_intent or charge.";
    throw invalidRequest({ code: "parameter_missing", message });
  }
  if (chargeId !== undefined) {
    const charge = call.store.find("charge", chargeId);
    if (charge === undefined) throw noSuch("charge", chargeId, "charge", 400);
    return charge;
  }
  const intent = call.store.find("payment_intent", String(intentId));
  if (intent === undefined) throw noSuch("payment_intent", String(intentId), "payment_intent", 400);
  const charge = call.store.find("charge", String(intent.latest_charge));
  if (charge?.status === "succeeded") return charge;
  const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
  throw invalidRequest({ message, param: "payment_intent" });
}

function checkRefundable(call: Call, charge: Stripe.Charge, amount: number | undefined): number {
  if (charge.status !== "succeeded" || !charge.captured) {
    const message = `Charge ${charge.id} cannot be refunded because it is not a captured charge.`;
    throw invalidRequest({ message });
  }
  const disputes = call.store.list("dispute", { charge: charge.id });
  if (disputes.some(({ is_charge_refundable }) => !is_charge_refundable)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequest({ code: "charge_disputed", message });
  }
  const lost = disputes.filter(({ status }) => status === "lost");
  const disputed = lost.reduce((sum, dispute) => sum + dispute.amount, 0);
  const remaining = charge.amount_captured - charge.amount_refunded - disputed;
  if (remaining <= 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidRequest({ code: "charge_already_refunded", message });
  }
  const wanted = amount ?? remaining;
  if (wanted <= remaining) return wanted;
  const has = charge.amount_refunded === 0 ? "charge amount" : "unrefunded amount on charge";
  const message =
    `Refund amount (${formatAmount(wanted, charge.currency)}) is greater than ${has} ` +
    `(${formatAmount(remaining, charge.currency)})`;
  throw invalidRequest({ message, param: "amount" });
}

function create(call: Call, input: CreateInput): Stripe.Refund {
  const charge = chargeOf(call, input);
  const amount = checkRefundable(call, charge, input.amount);
  const kind = testCards.get(String(call.store.hidden(String(charge.payment_method)).card))?.refund;
  const refund = newRefund(
    charge,
    {
      amount,
      reason: input.reason ?? null,
      metadata: mergeMetadata({}, input.metadata),
      status: kind === "pending" ? "pending" : "succeeded",
    },
    { created: call.now },
  );
  refund.balance_transaction = moveBack(call, refund, charge, -amount, "refund");
  const refunded = charge.amount_refunded + amount;
  const changed = {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  };
  call.store.save(refund);
  call.store.save(changed);
  call.emit("refund.created", refund);
  call.emit("charge.refunded", changed);
  if (kind === "pending") schedule(call, "settle_refund", refund.id, SETTLE_MS);
  if (kind === "failed") schedule(call, "fail_refund", refund.id, SETTLE_MS);
  return refund;
}

function moveBack(
  call: Call,
  refund: Stripe.Refund,
  charge: Stripe.Charge,
  amount: number,
  type: "refund" | "refund_failure",
): string {
  return move(call, {
    amount,
    currency: charge.currency,
    fee: 0,
    type,
    available_on: availableOnOf(call, charge),
    source: refund.id,
  });
}

/** Completes a pending refund, as the bank would days later. */
export function settleRefund(call: Call): void {
  const refund = call.store.find("refund", call.id);
  if (refund?.status !== "pending") return;
  const settled: Stripe.Refund = { ...refund, status: "succeeded" };
  call.store.save(settled);
  call.emit("refund.updated", settled);
}

/** The bank returns a refund: the platform and the charge have the money again. */
export function failRefund(call: Call): void {
  const refund = call.store.find("refund", call.id);
  const charge = call.store.find("charge", String(refund?.charge));
  if (refund?.status !== "succeeded" || charge === undefined) return;
  const failed: Stripe.Refund = {
    ...refund,
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: moveBack(call, refund, charge, refund.amount, "refund_failure"),
  };
  call.store.save(failed);
  call.store.save({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  call.emit("refund.updated", failed);
  call.emit("refund.failed", failed);
}

export const refundOperations = [
  operation("POST /v1/refunds", createSchema, create),
  operation("GET /v1/refunds/:id", z.strictObject({ expand }), (call) => inPath(call, "refund")),
  operation(
    "GET /v1/refunds",
    z.strictObject({ ...paging, payment_intent: id.optional(), charge: id.optional() }),
    (call, { payment_intent, charge, ...rest }) =>
      page(call.store.list("refund", { payment_intent, charge }), rest, "/v1/refunds"),
  ),
];
