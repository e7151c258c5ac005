/** The bank's question (3D Secure) to a customer, represented by a hosted page. */
import type Stripe from "stripe";
import type { Call } from "../http/call.ts";
import { documented, noSuch, type StripeError, StripeFailure } from "../http/failure.ts";
import { confirmIntent } from "../resources/charging.ts";
import { findMethod } from "../resources/payment-methods.ts";
import { confirmSetup } from "../resources/setup-intents.ts";

export type PaymentOrSetupIntent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The intent that waits for an answer; undefined if it no longer waits. */
export function askedIntent(call: Call): PaymentOrSetupIntent | undefined {
  const intent =
    call.store.find("payment_intent", call.id) ?? call.store.find("setup_intent", call.id);
  if (intent === undefined) throw noSuch("payment_intent", call.id, "intent");
  return intent.status === "requires_action" ? intent : undefined;
}

/** Continues the intent and returns the address for the customer, if any. */
export function answerBank(
  call: Call,
  intent: PaymentOrSetupIntent,
  answer: "complete" | "fail",
): string | null {
  const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null;
  let status = "succeeded";
  try {
    if (intent.object === "setup_intent") {
      const found = findMethod(call, String(intent.payment_method));
      confirmSetup(call, intent, found, { authentication: answer, returnUrl });
    } else if (answer === "fail") {
      failAuthentication(call, intent);
      status = "failed";
    } else {
      const confirmation = { isOffSession: false, failsOnAction: false, returnUrl };
      confirmIntent(call, intent, { ...confirmation, isAuthenticated: true });
    }
  } catch (error) {
    if (!(error instanceof StripeFailure && error.status === 402)) throw error;
    status = "failed";
  }
  return returnUrl === null ? null : withResult(returnUrl, intent, status);
}

function withResult(returnUrl: string, intent: PaymentOrSetupIntent, status: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? "");
  url.searchParams.set("redirect_status", status);
  return url.href;
}

function failAuthentication(call: Call, intent: Stripe.PaymentIntent): void {
  const error: StripeError = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment " +
      "method and try again.",
  };
  const { method } = findMethod(call, String(intent.payment_method));
  const failed = {
    ...intent,
    last_payment_error: { ...error, ...documented(error), payment_method: method },
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  } as Stripe.PaymentIntent;
  call.store.save(failed);
  call.emit("payment_intent.payment_failed", failed);
}
