/** `/v1/checkout/sessions` in setup mode, and the actions of its hosted page. */
import type Stripe from "stripe";
import { z } from "zod";
import { daySeconds, minuteSeconds } from "../../../platform/time.ts";
import { type Call, operation } from "../http/call.ts";
import { InvalidParameters, invalidRequest, noSuch } from "../http/failure.ts";
import { inPath, page } from "../http/lists.ts";
import * as param from "../http/params.ts";
import { newCustomer } from "../shapes/payment.ts";
import { newSession, newSetupIntent } from "../shapes/setup.ts";
import { findMethod } from "./payment-methods.ts";
import { type Authentication, asksAtSetup, confirmSetup } from "./setup-intents.ts";

type Session = Stripe.Checkout.Session;

const EXPIRES_SECONDS = daySeconds;
const EXPIRES_SECONDS_MIN = 30 * minuteSeconds;

const createSchema = z.strictObject({
  mode: z.literal("setup"),
  success_url: param.url,
  cancel_url: param.url.optional(),
  customer: param.id.optional(),
  customer_email: param.text.optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  client_reference_id: param.text.optional(),
  currency: param.currency.optional(),
  expires_at: param.integer.optional(),
  locale: z.string().optional(),
  metadata: param.metadata.optional(),
  allowed_payment_method_types: z.array(z.literal("card")).optional(),
  setup_intent_data: z
    .strictObject({
      description: param.text.optional(),
      metadata: param.metadata.optional(),
    })
    .optional(),
  submit_type: z.string().optional(),
  ui_mode: z.enum(["hosted", "hosted_page"]).optional(),
  expand: param.expand,
} satisfies param.FieldsOf<Stripe.Checkout.SessionCreateParams>);

function create(call: Call, input: z.output<typeof createSchema>): Session {
  const { customer, currency, allowed_payment_method_types: types } = input;
  if (currency === undefined && types === undefined) {
    const message = "Missing required param: currency.";
    throw invalidParameter({ code: "parameter_missing", message, param: "currency" });
  }
  if (customer !== undefined && call.store.find("customer", customer) === undefined) {
    throw noSuch("customer", customer, "customer", 400);
  }
  const expires_at = input.expires_at ?? call.now + EXPIRES_SECONDS;
  const isInTime =
    expires_at >= call.now + EXPIRES_SECONDS_MIN && expires_at <= call.now + EXPIRES_SECONDS;
  if (!isInTime) {
    const message =
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session " +
      "creation.";
    throw invalidRequest({ message, param: "expires_at" });
  }
  const intent = newSetupIntent(
    {
      customer: customer ?? null,
      description: input.setup_intent_data?.description ?? null,
      metadata: param.mergeMetadata({}, input.setup_intent_data?.metadata),
    },
    { created: call.now },
  );
  const session = newSession(
    {
      allowed_payment_method_types: types ?? null,
      cancel_url: input.cancel_url ?? null,
      client_reference_id: input.client_reference_id ?? null,
      currency: currency ?? null,
      customer: customer ?? null,
      customer_creation: customer === undefined ? (input.customer_creation ?? null) : null,
      customer_email: input.customer_email ?? null,
      expires_at,
      metadata: param.mergeMetadata({}, input.metadata),
      setup_intent: intent.id,
      success_url: input.success_url,
    },
    { created: call.now, baseUrl: call.baseUrl },
  );
  call.store.save(intent);
  call.store.save(session);
  call.emit("setup_intent.created", intent);
  return session;
}

function invalidParameter(error: { code: string; message: string; param: string }) {
  return new InvalidParameters(400, { type: "invalid_request_error", ...error });
}

/** A session that was not completed in time expires when it is next read. */
export function currentSession(call: Call): Session {
  const session = inPath(call, "checkout.session", "checkout.session");
  if (session.status !== "open" || session.expires_at > call.now) return session;
  return expire(call, session);
}

function expire(call: Call, session: Session): Session {
  const expired: Session = { ...session, status: "expired", url: null };
  call.store.save(expired);
  call.emit("checkout.session.expired", expired);
  return expired;
}

/** The result of one submission of the hosted page. */
export type Submission =
  | { kind: "ask_authentication"; methodId: string }
  | { kind: "completed"; redirectTo: string };

/** Handles the choice of a card. Throws the card's 402, after which the page may be used again. */
export function completeSession(
  call: Call,
  session: Session,
  methodId: string,
  authentication: Authentication,
): Submission {
  const found = findMethod(call, methodId);
  if (asksAtSetup(found) && authentication === undefined) {
    return { kind: "ask_authentication", methodId: found.method.id };
  }
  const intent = call.store.find("setup_intent", String(session.setup_intent));
  if (intent === undefined) throw new Error(`The session ${session.id} has no setup intent.`);
  const customer = session.customer ?? createdCustomer(call, session);
  const owned = { ...intent, customer };
  confirmSetup(call, owned, found, { authentication, returnUrl: null });
  const completed: Session = { ...session, customer, status: "complete", url: null };
  const owner = customer === null ? undefined : call.store.find("customer", String(customer));
  completed.customer_details = {
    address: null,
    business_name: null,
    email: owner?.email ?? session.customer_email,
    individual_name: null,
    name: owner?.name ?? null,
    phone: null,
    tax_exempt: "none",
    tax_ids: null,
  };
  call.store.save(completed);
  call.emit("checkout.session.completed", completed);
  return { kind: "completed", redirectTo: successUrl(completed) };
}

function createdCustomer(call: Call, session: Session): string | null {
  if (session.customer_creation !== "always") return null;
  const customer = { ...newCustomer({ created: call.now }), email: session.customer_email };
  call.store.save(customer);
  call.emit("customer.created", customer);
  return customer.id;
}

function successUrl(session: Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

export const checkoutOperations = [
  operation("POST /v1/checkout/sessions", createSchema, create),
  operation(
    "GET /v1/checkout/sessions/:id",
    z.strictObject({ expand: param.expand }),
    currentSession,
  ),
  operation(
    "GET /v1/checkout/sessions",
    z.strictObject({ ...param.paging, customer: param.id.optional() }),
    (call, { customer, ...paging }) =>
      page(call.store.list("checkout.session", { customer }), paging, "/v1/checkout/sessions"),
  ),
  operation(
    "POST /v1/checkout/sessions/:id/expire",
    z.strictObject({ expand: param.expand }),
    (call) => {
      const session = currentSession(call);
      if (session.status === "open") return expire(call, session);
      const message =
        'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session ' +
        `has a status of ${session.status}.`;
      throw invalidRequest({ message, param: "session" });
    },
  ),
];
