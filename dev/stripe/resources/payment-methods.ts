/** `/v1/payment_methods`: the test methods, attached to customers. */
import type Stripe from "stripe";
import { z } from "zod";
import { type Call, operation } from "../http/call.ts";
import { invalidRequest, noSuch, StripeFailure } from "../http/failure.ts";
import { inPath, page } from "../http/lists.ts";
import { expand, id, paging } from "../http/params.ts";
import { newPaymentMethod } from "../shapes/payment.ts";
import { type Decline, genericDecline, type TestCard, testCards } from "./test-cards.ts";

export type Method = {
  method: Stripe.PaymentMethod;
  card: TestCard;
  wasSetUp: boolean;
  wasUsed: boolean;
};

/** Finds a method; a documented test id creates a new method of that kind, as at Stripe. */
export function findMethod(call: Call, methodId: string, status = 400): Method {
  const card = testCards.get(methodId);
  if (card !== undefined)
    return { method: addMethod(call, card), card, wasSetUp: false, wasUsed: false };
  const method = call.store.find("payment_method", methodId);
  if (method === undefined) throw noSuch("PaymentMethod", methodId, "payment_method", status);
  const hidden = call.store.hidden(methodId);
  const known = testCards.get(String(hidden.card));
  if (known === undefined) throw new Error(`The payment method ${methodId} has no card.`);
  return {
    method,
    card: known,
    wasSetUp: hidden.wasSetUp === true,
    wasUsed: hidden.wasUsed === true,
  };
}

function addMethod(call: Call, card: TestCard): Stripe.PaymentMethod {
  const method = newPaymentMethod(card, { created: call.now });
  call.store.save(method);
  call.store.setHidden(method.id, { card: card.id });
  return method;
}

/** Attaches and saves. Throws the card's own decline if it has one for that. */
export function attachMethod(
  call: Call,
  { method, card }: Method,
  customer: string,
  { isSetUp }: { isSetUp: boolean },
): Stripe.PaymentMethod {
  const decline = call.isDeclineForced ? genericDecline : card.attachDecline;
  if (decline !== undefined) throw cardFailure(decline);
  const attached = { ...method, customer };
  call.store.save(attached);
  call.store.setHidden(method.id, { card: card.id, wasSetUp: isSetUp });
  call.emit("payment_method.attached", attached);
  return attached;
}

/**
 * Throws if the method belongs to another customer, or if the intent names none and the method has
 * one.
 */
export function checkSameCustomer(
  intent: Stripe.PaymentIntent,
  { id, customer: owner }: Stripe.PaymentMethod,
): void {
  const { customer } = intent;
  if (customer === null && owner !== null) {
    const message =
      `The \`payment_method\` parameter supplied ${id} belongs to the Customer ${owner}. Please ` +
      "include the Customer in the `customer` parameter on the PaymentIntent.";
    const names = { code: "parameter_missing", param: "source", payment_intent: intent };
    throw invalidRequest({ message, ...names });
  }
  if (owner !== null && owner !== customer) {
    const message =
      `The PaymentMethod ${id} does not belong to the Customer you supplied ${customer}. Please ` +
      "use this PaymentMethod with the Customer that it belongs to instead.";
    throw invalidRequest({ message, param: "payment_method", payment_intent: intent });
  }
}

/** The 402 of a decline; `extra` names the affected object. */
export function cardFailure(
  decline: Decline,
  extra: Partial<StripeFailure["error"]> = {},
): StripeFailure {
  return new StripeFailure(402, { type: "card_error", ...decline, ...extra });
}

export const paymentMethodOperations = [
  operation("GET /v1/payment_methods/:id", z.strictObject({ expand }), (call) => {
    return findMethod(call, call.id, 404).method;
  }),
  operation(
    "POST /v1/payment_methods/:id/attach",
    z.strictObject({ customer: id, expand }),
    (call, input) => {
      const found = findMethod(call, call.id, 404);
      if (call.store.find("customer", input.customer) === undefined) {
        throw noSuch("customer", input.customer, "customer", 400);
      }
      if (found.method.customer === input.customer) return found.method;
      if (found.method.customer !== null) {
        const message = "The payment method you provided has already been attached to a customer.";
        throw invalidRequest({ code: "payment_method_unexpected_state", message });
      }
      if (found.wasUsed) throw usedAlready();
      return attachMethod(call, found, input.customer, { isSetUp: false });
    },
  ),
  operation("POST /v1/payment_methods/:id/detach", z.strictObject({ expand }), (call) => {
    const method = inPath(call, "payment_method", "PaymentMethod", "payment_method");
    if (method.customer === null) {
      const message =
        "The payment method you provided is not attached to a customer so detachment is impossible.";
      throw invalidRequest({ code: "payment_method_unexpected_state", message });
    }
    const customer = call.store.find("customer", String(method.customer));
    if (customer?.invoice_settings.default_payment_method === method.id) {
      customer.invoice_settings.default_payment_method = null;
      call.store.save(customer);
    }
    const detached = { ...method, customer: null };
    call.store.save(detached);
    call.store.setHidden(method.id, { ...call.store.hidden(method.id), wasUsed: true });
    call.emit("payment_method.detached", detached);
    return detached;
  }),
  operation(
    "GET /v1/payment_methods",
    z.strictObject({
      ...paging,
      customer: id.optional(),
      type: z.literal("card").optional(),
    }),
    (call, input) => {
      const { customer } = input;
      if (customer !== undefined && call.store.find("customer", customer) === undefined) {
        throw noSuch("customer", customer, "customer", 400);
      }
      const methods = call.store
        .list("payment_method", { customer })
        .filter((method) => method.customer !== null);
      return page(methods, input, "/v1/payment_methods");
    },
  ),
];

/** At Stripe, a method that was charged while unattached, or detached, can never be used again. */
export function usedAlready(): StripeFailure {
  return invalidRequest({
    code: "payment_method_unexpected_state",
    message:
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer " +
      "attachment, shared with a connected account without Customer attachment, or was detached " +
      "from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must " +
      "attach it to a Customer first.",
  });
}
