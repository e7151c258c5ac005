/** Operations on charges: capturing an authorised one, `/v1/charges`. */
import type Stripe from "stripe";
import { z } from "zod";
import { type Call, operation } from "../http/call.ts";
import { invalidRequest } from "../http/failure.ts";
import { inPath, page } from "../http/lists.ts";
import * as param from "../http/params.ts";
import { bookCharge } from "./charging.ts";

/** The refusal of a call that the intent's status does not allow. */
export function unexpectedState(message: string, intent: Stripe.PaymentIntent) {
  return invalidRequest({
    code: "payment_intent_unexpected_state",
    message,
    payment_intent: intent,
  });
}

function capture(call: Call, amount: number | undefined): Stripe.PaymentIntent {
  const intent = inPath(call, "payment_intent", "payment_intent", "intent");
  const charge = call.store.find("charge", String(intent.latest_charge));
  if (intent.status !== "requires_capture" || charge === undefined) {
    const message =
      intent.status === "succeeded"
        ? "The remaining amount on this PaymentIntent could not be captured because the " +
          "remainder of the authorized amount has been released."
        : "This PaymentIntent could not be captured because it has a status of " +
          `${intent.status}. Only a PaymentIntent with one of the following statuses may be ` +
          "captured: requires_capture.";
    throw unexpectedState(message, intent);
  }
  const captured = amount ?? intent.amount_capturable;
  if (captured > intent.amount_capturable) {
    const message =
      "The payment could not be captured because the requested capture amount is greater than " +
      "the amount you can capture for this charge. Contact us via " +
      "https://support.stripe.com/contact/ for help.";
    throw invalidRequest({ code: "amount_too_large", message, payment_intent: intent });
  }
  const booked = { ...charge, captured: true, amount_captured: captured };
  bookCharge(call, booked, false);
  const paid: Stripe.PaymentIntent = {
    ...intent,
    amount_capturable: 0,
    amount_received: captured,
    status: "succeeded",
  };
  call.store.save(booked);
  call.store.save(paid);
  call.emit("charge.captured", booked);
  call.emit("payment_intent.succeeded", paid);
  return paid;
}

export const chargeOperations = [
  operation(
    "POST /v1/payment_intents/:id/capture",
    z.strictObject({ amount_to_capture: param.positive.optional(), expand: param.expand }),
    (call, input) => capture(call, input.amount_to_capture),
  ),
  operation(
    "GET /v1/charges",
    z.strictObject({
      ...param.paging,
      payment_intent: param.id.optional(),
      customer: param.id.optional(),
      transfer_group: param.id.optional(),
    }),
    (call, { payment_intent, customer, transfer_group, ...paging }) => {
      const match = { payment_intent, customer, transfer_group };
      return page(call.store.list("charge", match), paging, "/v1/charges");
    },
  ),
  operation("GET /v1/charges/:id", z.strictObject({ expand: param.expand }), (call) =>
    inPath(call, "charge"),
  ),
];
