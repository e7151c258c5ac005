/** `/v1/setup_intents`: saving a method for later charges. */
import type Stripe from "stripe";
import { z } from "zod";
import { type Call, operation } from "../http/call.ts";
import { documented, invalidRequest, noSuch, type StripeError } from "../http/failure.ts";
import { newId } from "../http/ids.ts";
import { inPath, page } from "../http/lists.ts";
import * as param from "../http/params.ts";
import { newSetupIntent } from "../shapes/setup.ts";
import {
  attachMethod,
  cardFailure,
  findMethod,
  type Method,
  usedAlready,
} from "./payment-methods.ts";
import { authenticationDecline, type Decline, genericDecline } from "./test-cards.ts";

type Intent = Stripe.SetupIntent;
/** The customer's answer to the bank; undefined if nobody has asked. */
export type Authentication = "complete" | "fail" | undefined;

/** Whether the card's bank asks the customer before the card may be saved. */
export function asksAtSetup({ card }: Method): boolean {
  return card.authentication === "always" || card.authentication === "unless_set_up";
}

/** Saves the method. Throws the 402 of a decline after recording it. */
export function confirmSetup(
  call: Call,
  intent: Intent,
  found: Method,
  options: { authentication: Authentication; returnUrl: string | null },
): Intent {
  checkOwner(intent, found);
  const attempt: Intent = {
    ...intent,
    latest_attempt: newId("setatt"),
    next_action: null,
    payment_method: found.method.id,
  };
  const { attachDecline } = found.card;
  const isRefused = options.authentication === "fail" && asksAtSetup(found);
  const cardDecline = call.isDeclineForced ? genericDecline : attachDecline;
  const decline = isRefused ? authenticationFailure : cardDecline;
  if (decline !== undefined) return fail(call, attempt, found, decline);
  if (asksAtSetup(found) && options.authentication === undefined) {
    return requireAction(call, attempt, options.returnUrl);
  }
  const saved: Intent = { ...attempt, last_setup_error: null, status: "succeeded" };
  call.store.save(saved);
  if (saved.customer !== null && found.method.customer === null) {
    attachMethod(call, found, String(saved.customer), { isSetUp: true });
  } else {
    call.store.setHidden(found.method.id, { card: found.card.id, wasSetUp: true });
  }
  call.emit("setup_intent.succeeded", saved);
  return saved;
}

const authenticationFailure: Decline = {
  ...authenticationDecline,
  code: "setup_intent_authentication_failure",
  message:
    "The latest attempt to set up the payment method has failed because authentication failed.",
};

/** A method belongs to one customer, and a used one without a customer cannot be used again. */
function checkOwner(intent: Intent, { method, wasUsed }: Method): void {
  const { customer, id } = method;
  const param = "payment_method";
  if (customer === null && wasUsed) throw usedAlready();
  if (customer === null || customer === intent.customer) return;
  const message =
    intent.customer === null
      ? `The payment method supplied (${id}) belongs to the Customer ${customer}. Please include ` +
        "the Customer in the `customer` parameter on the SetupIntent."
      : `The PaymentMethod ${id} does not belong to the Customer you supplied ${intent.customer}. ` +
        "Please use this PaymentMethod with the Customer that it belongs to instead.";
  throw invalidRequest({ message, param, setup_intent: intent });
}

function requireAction(call: Call, intent: Intent, returnUrl: string | null): Intent {
  const url = `${call.baseUrl}/authenticate/${intent.id}`;
  const waiting = {
    ...intent,
    next_action:
      returnUrl === null
        ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", url } }
        : { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url } },
    status: "requires_action",
  } as Intent;
  call.store.save(waiting);
  call.emit("setup_intent.requires_action", waiting);
  return waiting;
}

function fail(call: Call, intent: Intent, { method }: Method, decline: Decline): never {
  const error: StripeError = { type: "card_error", ...decline };
  const failed = {
    ...intent,
    last_setup_error: { ...error, ...documented(error), payment_method: method },
    payment_method: null,
    status: "requires_payment_method",
  } as Intent;
  call.store.save(failed);
  call.emit("setup_intent.setup_failed", failed);
  throw cardFailure(decline, { setup_intent: failed, payment_method: method });
}

const confirmFields = {
  allowed_payment_method_types: z.array(z.literal("card")).optional(),
  payment_method: param.id.optional(),
  return_url: param.url.optional(),
  payment_method_options: param.anything.optional(),
  use_stripe_sdk: param.bool.optional(),
  expand: param.expand,
} satisfies param.FieldsOf<Stripe.SetupIntentConfirmParams>;
const createSchema = z.strictObject({
  ...confirmFields,
  customer: param.id.optional(),
  confirm: param.bool.optional(),
  usage: z.enum(["off_session", "on_session"]).optional(),
  automatic_payment_methods: z
    .strictObject({
      enabled: param.bool,
      allow_redirects: z.enum(["always", "never"]).optional(),
    })
    .optional(),
  description: param.text.optional(),
  metadata: param.metadata.optional(),
} satisfies param.FieldsOf<Stripe.SetupIntentCreateParams>);

function create(call: Call, input: z.output<typeof createSchema>): Intent {
  const { customer, automatic_payment_methods: automatic } = input;
  if (customer !== undefined && call.store.find("customer", customer) === undefined) {
    throw noSuch("customer", customer, "customer", 400);
  }
  const method =
    input.payment_method === undefined ? null : findMethod(call, input.payment_method).method.id;
  const intent = newSetupIntent(
    {
      allowed_payment_method_types: input.allowed_payment_method_types ?? null,
      automatic_payment_methods: automatic?.enabled === true ? automatic : null,
      customer: customer ?? null,
      description: input.description ?? null,
      metadata: param.mergeMetadata({}, input.metadata),
      payment_method: method,
      status: method === null ? "requires_payment_method" : "requires_confirmation",
      usage: input.usage ?? "off_session",
    },
    { created: call.now },
  );
  call.store.save(intent);
  call.emit("setup_intent.created", intent);
  return input.confirm === true ? confirm(call, intent, input) : intent;
}

const confirmSchema = z.strictObject(confirmFields);

function confirm(call: Call, intent: Intent, input: z.output<typeof confirmSchema>): Intent {
  const methodId = input.payment_method ?? intent.payment_method;
  if (methodId === null) {
    throw unexpectedState(
      intent,
      "You cannot confirm this SetupIntent because it's missing a payment method. You can either " +
        "update the SetupIntent with a payment method and then confirm it again, or confirm it " +
        "again directly with a payment method or ConfirmationToken.",
    );
  }
  if (intent.status === "succeeded" || intent.status === "canceled") {
    const reason = intent.status === "succeeded" ? "already succeeded" : "been canceled";
    const message = `You cannot confirm this SetupIntent because it has ${reason}.`;
    throw unexpectedState(intent, message);
  }
  const returnUrl = input.return_url ?? null;
  const found = findMethod(call, String(methodId));
  return confirmSetup(call, intent, found, { authentication: undefined, returnUrl });
}

function unexpectedState(intent: Intent, message: string) {
  const code = "setup_intent_unexpected_state";
  return invalidRequest({ code, message, setup_intent: intent });
}

const cancelable = ["requires_payment_method", "requires_confirmation", "requires_action"];

export const setupIntentOperations = [
  operation("POST /v1/setup_intents", createSchema, create),
  operation("GET /v1/setup_intents/:id", z.strictObject({ expand: param.expand }), (call) =>
    inPath(call, "setup_intent", "setupintent", "intent"),
  ),
  operation(
    "GET /v1/setup_intents",
    z.strictObject({ ...param.paging, customer: param.id.optional() }),
    (call, { customer, ...paging }) =>
      page(call.store.list("setup_intent", { customer }), paging, "/v1/setup_intents"),
  ),
  operation("POST /v1/setup_intents/:id/confirm", confirmSchema, (call, input) =>
    confirm(call, inPath(call, "setup_intent", "setupintent", "intent"), input),
  ),
  operation(
    "POST /v1/setup_intents/:id/cancel",
    z.strictObject({
      cancellation_reason: z.enum(["abandoned", "duplicate", "requested_by_customer"]).optional(),
      expand: param.expand,
    }),
    (call, input) => {
      const intent = inPath(call, "setup_intent", "setupintent", "intent");
      if (!cancelable.includes(intent.status)) {
        const message =
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}. Only a ` +
          `SetupIntent with one of the following statuses may be canceled: ${cancelable.join(", ")}.`;
        throw unexpectedState(intent, message);
      }
      const canceled: Intent = {
        ...intent,
        cancellation_reason: input.cancellation_reason ?? null,
        next_action: null,
        status: "canceled",
      };
      call.store.save(canceled);
      call.emit("setup_intent.canceled", canceled);
      return canceled;
    },
  ),
];
