/** Confirming a payment intent: the charge, its decline, or a request to authenticate. */
import type Stripe from "stripe";
import type { Call } from "../http/call.ts";
import {
  documented,
  invalidRequest,
  notAttached,
  type StripeError,
  StripeFailure,
} from "../http/failure.ts";
import { newCharge } from "../shapes/payment.ts";
import { schedule } from "../tasks.ts";
import { availableOn, feeOf, move } from "./balance.ts";
import { openDispute } from "./disputes.ts";
import {
  cardFailure,
  checkSameCustomer,
  findMethod,
  type Method,
  usedAlready,
} from "./payment-methods.ts";
import { authenticationDecline, type Decline, genericDecline } from "./test-cards.ts";

export type Confirmation = {
  isOffSession: boolean;
  failsOnAction: boolean;
  returnUrl: string | null;
  /** The customer has answered the bank on the hosted page. */
  isAuthenticated?: boolean;
};

/** Confirms with the intent's own method. Throws the 402 of a decline after recording it. */
export function confirmIntent(
  call: Call,
  intent: Stripe.PaymentIntent,
  confirmation: Confirmation,
): Stripe.PaymentIntent {
  const found = findMethod(call, String(intent.payment_method));
  checkOwner(intent, found, confirmation);
  const confirmed = { ...intent, payment_method: found.method.id, next_action: null };
  if (call.processingMs !== undefined) return process(call, confirmed, confirmation);
  const decline = declineOf(call, found, confirmation);
  if (decline !== undefined) return failWith(call, confirmed, found, decline);
  if (needsAction(found, confirmation)) return requireAction(call, confirmed, confirmation);
  return charge(call, confirmed, found);
}

/** A method belongs to one customer; off session only that customer can use it. */
function checkOwner(
  intent: Stripe.PaymentIntent,
  { method, wasUsed }: Method,
  { isOffSession }: Confirmation,
): void {
  const { customer } = intent;
  const { id, customer: owner } = method;
  checkSameCustomer(intent, method);
  if (isOffSession && customer === null) {
    const message =
      "You cannot confirm with `off_session=true` when the PaymentIntent has no `customer`.";
    throw invalidRequest({ message, param: "off_session" });
  }
  if (isOffSession && owner === null) throw notAttached(id, "payment_method");
  if (owner === null && wasUsed) throw usedAlready();
}

function declineOf(call: Call, found: Method, confirmation: Confirmation): Decline | undefined {
  if (call.isDeclineForced) return genericDecline;
  const { authentication, chargeDecline } = found.card;
  const isRefusedUnseen =
    authentication === "always" || (authentication === "unless_set_up" && !found.wasSetUp);
  if (confirmation.isOffSession && isRefusedUnseen) return authenticationDecline;
  if (needsAction(found, confirmation)) {
    return confirmation.failsOnAction ? authenticationDecline : undefined;
  }
  return chargeDecline;
}

function needsAction({ card }: Method, { isOffSession, isAuthenticated }: Confirmation): boolean {
  return card.authentication !== undefined && !isOffSession && isAuthenticated !== true;
}

function process(
  call: Call,
  intent: Stripe.PaymentIntent,
  { isOffSession }: Confirmation,
): Stripe.PaymentIntent {
  const processing: Stripe.PaymentIntent = { ...intent, status: "processing" };
  call.store.save(processing);
  call.emit("payment_intent.processing", processing);
  call.store.setHidden(intent.id, { isOffSession });
  schedule(call, "settle_payment", intent.id, call.processingMs ?? 0);
  return processing;
}

/** Ends the processing of an intent with the result that its card would have given at once. */
export function settlePayment(call: Call): void {
  const intent = call.store.find("payment_intent", call.id);
  if (intent?.status !== "processing") return;
  const isOffSession = call.store.hidden(intent.id).isOffSession === true;
  const settled = { isOffSession, failsOnAction: true, returnUrl: null };
  try {
    confirmIntent({ ...call, processingMs: undefined }, intent, settled);
  } catch (error) {
    if (!(error instanceof StripeFailure && error.status === 402)) throw error;
  }
}

function requireAction(
  call: Call,
  intent: Stripe.PaymentIntent,
  { returnUrl }: Confirmation,
): Stripe.PaymentIntent {
  const url = `${call.baseUrl}/authenticate/${intent.id}`;
  const next_action =
    returnUrl === null
      ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", url } }
      : { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } };
  const waiting: Stripe.PaymentIntent = { ...intent, next_action, status: "requires_action" };
  call.store.save(waiting);
  call.emit("payment_intent.requires_action", waiting);
  return waiting;
}

function charge(call: Call, intent: Stripe.PaymentIntent, found: Method): Stripe.PaymentIntent {
  const { method, card } = found;
  const isCaptured = intent.capture_method !== "manual";
  const made: Stripe.Charge = {
    ...newCharge(intent, method, { created: call.now }),
    status: "succeeded",
    paid: true,
    captured: isCaptured,
    amount_captured: isCaptured ? intent.amount : 0,
    outcome: outcome("approved_by_network", null, "Payment complete."),
  };
  made.receipt_url = `${call.baseUrl}/receipts/${made.id}`;
  const paid: Stripe.PaymentIntent = {
    ...intent,
    amount_capturable: isCaptured ? 0 : intent.amount,
    amount_received: isCaptured ? intent.amount : 0,
    last_payment_error: null,
    latest_charge: made.id,
    status: isCaptured ? "succeeded" : "requires_capture",
  };
  if (isCaptured) bookCharge(call, made, card.bypassesPending === true);
  call.store.save(made);
  call.store.save(paid);
  if (method.customer === null) call.store.setHidden(method.id, { card: card.id, wasUsed: true });
  call.emit("charge.succeeded", made);
  if (card.dispute !== undefined && isCaptured) openDispute(call, made, card.dispute);
  call.emit(
    isCaptured ? "payment_intent.succeeded" : "payment_intent.amount_capturable_updated",
    paid,
  );
  return paid;
}

/** Adds the captured amount to the balance. */
export function bookCharge(call: Call, made: Stripe.Charge, bypassesPending: boolean): void {
  made.balance_transaction = move(call, {
    amount: made.amount_captured,
    currency: made.currency,
    fee: feeOf(made.amount_captured),
    type: "charge",
    available_on: availableOn(call, bypassesPending),
    source: made.id,
  });
}

/** Records the decline; a decline that only requires authentication never reached the network. */
function failWith(
  call: Call,
  intent: Stripe.PaymentIntent,
  { method }: Method,
  decline: Decline,
): never {
  const isCharged = decline !== authenticationDecline;
  const made = isCharged ? failedCharge(call, intent, method, decline) : undefined;
  const charge = made === undefined ? {} : { charge: made.id };
  const error: StripeError = { type: "card_error", ...decline, ...charge };
  const failed = {
    ...intent,
    latest_charge: made?.id ?? null,
    payment_method: null,
    status: "requires_payment_method",
    last_payment_error: {
      ...error,
      ...documented(error),
      payment_method: method,
      payment_method_type: method.type,
    },
  } as Stripe.PaymentIntent;
  call.store.save(failed);
  if (made !== undefined) call.emit("charge.failed", made);
  call.emit("payment_intent.payment_failed", failed);
  throw cardFailure(decline, { ...charge, payment_intent: failed, payment_method: method });
}

function failedCharge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Stripe.Charge {
  const made: Stripe.Charge = {
    ...newCharge(intent, method, { created: call.now }),
    status: "failed",
    failure_code: decline.code ?? null,
    failure_message: decline.message,
    outcome: outcome("declined_by_network", decline.decline_code ?? decline.code ?? null),
  };
  call.store.save(made);
  return made;
}

function outcome(
  network_status: string,
  reason: string | null,
  sellerMessage = "The bank did not return any further details with this decline.",
): Stripe.Charge.Outcome {
  const isApproved = network_status === "approved_by_network";
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status,
    reason,
    risk_level: "normal",
    risk_score: 20,
    seller_message: sellerMessage,
    type: isApproved ? "authorized" : "issuer_declined",
  };
}
