/** `/v1/payment_intents` and `/v1/charges`. */
import type Stripe from "stripe";
import { z } from "zod";
import { formatAmount, minimumAmount } from "../currencies.ts";
import { type Call, operation } from "../http/call.ts";
import { invalidRequest, noSuch } from "../http/failure.ts";
import { inPath, isInRange, page } from "../http/lists.ts";
import * as param from "../http/params.ts";
import { newPaymentIntent } from "../shapes/payment.ts";
import { unexpectedState } from "./charges.ts";
import { type Confirmation, confirmIntent } from "./charging.ts";
import { checkSameCustomer, findMethod } from "./payment-methods.ts";

const AMOUNT_MAX = 99_999_999;

const confirmFields = {
  payment_method: param.id.optional(),
  off_session: param.bool.optional(),
  return_url: param.url.optional(),
  error_on_requires_action: param.bool.optional(),
  allowed_payment_method_types: z.array(z.literal("card")).optional(),
  payment_method_options: param.anything.optional(),
  capture_method: z.enum(["automatic", "automatic_async", "manual"]).optional(),
  setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
  receipt_email: param.text.optional(),
  use_stripe_sdk: param.bool.optional(),
  expand: param.expand,
} satisfies param.FieldsOf<Stripe.PaymentIntentConfirmParams>;
const createSchema = z.strictObject({
  ...confirmFields,
  amount: param.positive,
  currency: param.currency,
  customer: param.id.optional(),
  confirm: param.bool.optional(),
  automatic_payment_methods: z
    .strictObject({
      enabled: param.bool,
      allow_redirects: z.enum(["always", "never"]).optional(),
    })
    .optional(),
  confirmation_method: z.enum(["automatic", "manual"]).optional(),
  description: param.text.optional(),
  metadata: param.metadata.optional(),
  statement_descriptor: param.text.optional(),
  statement_descriptor_suffix: param.text.optional(),
  transfer_group: param.text.optional(),
} satisfies param.FieldsOf<Stripe.PaymentIntentCreateParams>);
const confirmSchema = z.strictObject(confirmFields);
type CreateInput = z.output<typeof createSchema>;
type ConfirmInput = z.output<typeof confirmSchema>;

function checkAmount(amount: number, currency: string): void {
  if (amount > AMOUNT_MAX) {
    const message = `Amount must be no more than ${formatAmount(AMOUNT_MAX, currency)}`;
    throw invalidRequest({ code: "amount_too_large", message, param: "amount" });
  }
  const minimum = minimumAmount(currency);
  if (amount >= minimum) return;
  const message = `Amount must be at least ${formatAmount(minimum, currency)} ${currency}`;
  throw invalidRequest({ code: "amount_too_small", message, param: "amount" });
}

function create(call: Call, input: CreateInput): Stripe.PaymentIntent {
  const { amount, currency, customer, allowed_payment_method_types: types } = input;
  checkAmount(amount, currency);
  if (customer !== undefined && call.store.find("customer", customer) === undefined) {
    throw noSuch("customer", customer, "customer", 400);
  }
  if (input.confirm !== true && input.off_session !== undefined) {
    const message = "`off_session` can only be set when `confirm` is true.";
    throw invalidRequest({ message, param: "off_session" });
  }
  const method =
    input.payment_method === undefined ? null : findMethod(call, input.payment_method).method;
  const { enabled, allow_redirects = "always" } = input.automatic_payment_methods ?? {
    enabled: types === undefined,
  };
  const intent = newPaymentIntent(
    {
      amount,
      currency,
      allowed_payment_method_types: types ?? null,
      automatic_payment_methods: enabled ? { enabled, allow_redirects } : null,
      capture_method: input.capture_method ?? "automatic_async",
      confirmation_method: input.confirmation_method ?? "automatic",
      customer: customer ?? null,
      description: input.description ?? null,
      metadata: param.mergeMetadata({}, input.metadata),
      payment_method: method?.id ?? null,
      receipt_email: input.receipt_email ?? null,
      setup_future_usage: input.setup_future_usage ?? null,
      statement_descriptor: input.statement_descriptor ?? null,
      statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
      status: method === null ? "requires_payment_method" : "requires_confirmation",
      transfer_group: input.transfer_group ?? null,
    },
    { created: call.now },
  );
  if (method !== null) checkSameCustomer(intent, method);
  call.store.save(intent);
  call.emit("payment_intent.created", intent);
  return input.confirm === true ? confirm(call, intent, input) : intent;
}

const confirmable = ["requires_payment_method", "requires_confirmation", "requires_action"];

function confirm(call: Call, intent: Stripe.PaymentIntent, input: ConfirmInput) {
  if (intent.status === "succeeded") {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it has already succeeded after being " +
        "previously confirmed.",
      intent,
    );
  }
  if (!confirmable.includes(intent.status)) throw wrongStatus("confirm", intent, confirmable);
  const methodId = input.payment_method ?? intent.payment_method ?? defaultMethod(call, intent);
  if (methodId === null) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can " +
      "either update the PaymentIntent with a payment method and then confirm it again, or " +
      "confirm it again directly with a payment method or ConfirmationToken.";
    throw unexpectedState(message, intent);
  }
  const confirmation: Confirmation = {
    isOffSession: input.off_session === true,
    failsOnAction: input.error_on_requires_action === true,
    returnUrl: input.return_url ?? null,
  };
  checkReturnUrl(intent, confirmation);
  return confirmIntent(
    call,
    {
      ...intent,
      capture_method: input.capture_method ?? intent.capture_method,
      payment_method: String(methodId),
      receipt_email: input.receipt_email ?? intent.receipt_email,
      setup_future_usage: input.setup_future_usage ?? intent.setup_future_usage,
    },
    confirmation,
  );
}

/** Stripe falls back to the customer's default method. */
function defaultMethod(call: Call, { customer }: Stripe.PaymentIntent): string | null {
  const owner = customer === null ? undefined : call.store.find("customer", String(customer));
  const id = owner?.invoice_settings.default_payment_method ?? null;
  return id === null ? null : String(id);
}

/** On session, methods enabled in the Dashboard may redirect, so Stripe requires a return URL. */
function checkReturnUrl(intent: Stripe.PaymentIntent, given: Confirmation): void {
  const automatic = intent.automatic_payment_methods;
  // Only cards, which do not redirect.
  if (intent.allowed_payment_method_types !== null) return;
  if (automatic === null || automatic.allow_redirects === "never") return;
  if (given.isOffSession || given.returnUrl !== null) return;
  const message =
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. " +
    "Because some of these payment methods might redirect your customer off of your page, you " +
    "must provide a `return_url`. If you don't want to accept redirect-based payment methods, " +
    "set `automatic_payment_methods[enabled]` to `true` and " +
    "`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and " +
    "Payment Intents.";
  throw invalidRequest({ message, param: "return_url" });
}

function wrongStatus(verb: string, intent: Stripe.PaymentIntent, allowed: string[]) {
  const past = { confirm: "confirmed", cancel: "canceled" }[verb] ?? `${verb}d`;
  const message =
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a ` +
    `PaymentIntent with one of the following statuses may be ${past}: ${allowed.join(", ")}.`;
  return unexpectedState(message, intent);
}

const cancelable = [
  "requires_payment_method",
  "requires_capture",
  "requires_reauthorization",
  "requires_confirmation",
  "requires_action",
  "expired",
  "processing",
];
const cancelSchema = z.strictObject({
  cancellation_reason: z
    .enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"])
    .optional(),
  expand: param.expand,
});

function cancel(call: Call, reason: z.output<typeof cancelSchema>["cancellation_reason"]) {
  const intent = inPath(call, "payment_intent", "payment_intent", "intent");
  if (!cancelable.includes(intent.status)) throw wrongStatus("cancel", intent, cancelable);
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    amount_capturable: 0,
    canceled_at: call.now,
    cancellation_reason: reason ?? null,
    next_action: null,
    status: "canceled",
  };
  call.store.save(canceled);
  call.emit("payment_intent.canceled", canceled);
  return canceled;
}

export const paymentIntentOperations = [
  operation("POST /v1/payment_intents", createSchema, create),
  operation(
    "GET /v1/payment_intents",
    z.strictObject({
      ...param.paging,
      customer: param.id.optional(),
      created: param.range.optional(),
    }),
    (call, { customer, created, ...paging }) => {
      const intents = call.store
        .list("payment_intent", { customer })
        .filter((intent) => isInRange(intent.created, created));
      return page(intents, paging, "/v1/payment_intents");
    },
  ),
  operation(
    "GET /v1/payment_intents/:id",
    z.strictObject({ expand: param.expand, client_secret: param.id.optional() }),
    (call) => inPath(call, "payment_intent", "payment_intent", "intent"),
  ),
  operation("POST /v1/payment_intents/:id/confirm", confirmSchema, (call, input) =>
    confirm(call, inPath(call, "payment_intent", "payment_intent", "intent"), input),
  ),
  operation("POST /v1/payment_intents/:id/cancel", cancelSchema, (call, input) =>
    cancel(call, input.cancellation_reason),
  ),
];
