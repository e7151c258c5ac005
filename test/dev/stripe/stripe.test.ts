/** Customers, cards and accounts of the payment stand-in, by Stripe's own SDK. */
import { describe, expect, test } from "bun:test";
import Stripe from "stripe";
import { getStack } from "../../support/stack.ts";
import { clientOf, offSession, saveCard, sharedClient } from "../../support/stripe.ts";

const invalid = "StripeInvalidRequestError";

/** Each documented decline: the test method, then the result of its charge or attachment. */
const declines: [method: string, code: string, declineCode: string | null, text: string][] = [
  ["pm_card_visa_chargeDeclined", "card_declined", "generic_decline", "Your card was declined."],
  [
    "pm_card_visa_chargeDeclinedInsufficientFunds",
    "card_declined",
    "insufficient_funds",
    "Your card has insufficient funds.",
  ],
  ["pm_card_visa_chargeDeclinedLostCard", "card_declined", "lost_card", "Your card was declined."],
  [
    "pm_card_visa_chargeDeclinedStolenCard",
    "card_declined",
    "stolen_card",
    "Your card was declined.",
  ],
  ["pm_card_chargeDeclinedExpiredCard", "expired_card", null, "Your card has expired."],
  [
    "pm_card_chargeDeclinedIncorrectCvc",
    "incorrect_cvc",
    null,
    "Your card's security code is incorrect.",
  ],
  [
    "pm_card_chargeDeclinedProcessingError",
    "processing_error",
    null,
    "An error occurred while processing your card. Try again in a little bit.",
  ],
];

describe("customers and payment methods", () => {
  test("keeps a customer's fields, merges metadata and drops emptied ones", async () => {
    const stripe = await sharedClient();
    const made = await stripe.customers.create({ name: "Ada", metadata: { a: "1", b: "2" } });
    const updated = await stripe.customers.update(made.id, { name: "", metadata: { b: "" } });
    expect(updated).toMatchObject({ name: null, metadata: { a: "1" } });
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ id: made.id, name: null });
  });

  test("attaches a copy of a test method, takes it as default, and lists and detaches it", async () => {
    const stripe = await sharedClient();
    const { customer, payment_method } = await saveCard(stripe, "pm_card_mastercard");
    expect(payment_method).toMatch(/^pm_1/);
    const updated = await stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: payment_method },
    });
    expect(updated.invoice_settings.default_payment_method).toBe(payment_method);
    const listed = await stripe.customers.listPaymentMethods(customer);
    expect(listed.data).toMatchObject([{ id: payment_method, card: { brand: "mastercard" } }]);
    await stripe.paymentMethods.detach(payment_method);
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
    const again = stripe.paymentMethods.attach(payment_method, { customer });
    await expect(again).rejects.toMatchObject({
      code: "payment_method_unexpected_state",
      message: expect.stringContaining("It may not be used again"),
    });
  });

  test.each(declines)("%s cannot be attached: 402 %s %s", async (method, code, decline, text) => {
    const stripe = await sharedClient();
    const { id: customer } = await stripe.customers.create({});
    const attached = stripe.paymentMethods.attach(method, { customer });
    await expect(attached).rejects.toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
      code,
      ...(decline === null ? {} : { decline_code: decline }),
      message: text,
      doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`,
    });
  });

  test("refuses a method of nobody, of somebody else and unknown customers", async () => {
    const stripe = await sharedClient();
    const [ada, bob] = await Promise.all([saveCard(stripe), saveCard(stripe)]);
    const foreign = stripe.paymentMethods.attach(ada.payment_method, { customer: bob.customer });
    await expect(foreign).rejects.toMatchObject({ type: invalid, statusCode: 400 });
    const isDefault = stripe.customers.update(bob.customer, {
      invoice_settings: { default_payment_method: ada.payment_method },
    });
    await expect(isDefault).rejects.toMatchObject({
      param: "invoice_settings[default_payment_method]",
      message: expect.stringContaining("must be attached to the customer"),
    });
    await expect(stripe.customers.retrieve("cus_none")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such customer: 'cus_none'",
      param: "id",
    });
  });
});

describe("payment intents", () => {
  test("charges a saved card off session; expansions reach the balance transaction", async () => {
    const stripe = await sharedClient();
    const card = await saveCard(stripe);
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      ...card,
      ...offSession,
      transfer_group: "purchase_1",
      description: "A dataset",
      metadata: { purchase: "1" },
      expand: ["latest_charge.balance_transaction", "customer"],
    });
    expect(intent).toMatchObject({
      status: "succeeded",
      amount_received: 1000,
      customer: { id: card.customer },
      latest_charge: {
        paid: true,
        captured: true,
        metadata: { purchase: "1" },
        transfer_group: "purchase_1",
        balance_transaction: { amount: 1000, fee: 59, net: 941, status: "pending" },
      },
    });
    const charges = await stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data).toHaveLength(1);
    const listed = await stripe.paymentIntents.list({ customer: card.customer });
    expect(listed.data.map(({ id }) => id)).toEqual([intent.id]);
  });

  test("goes through its states when it is confirmed in a second call", async () => {
    const stripe = await sharedClient();
    const card = await saveCard(stripe);
    const made = await stripe.paymentIntents.create({
      amount: 500,
      currency: "usd",
      customer: card.customer,
      allowed_payment_method_types: ["card"],
    });
    expect(made.status).toBe("requires_payment_method");
    const { payment_method } = card;
    const paid = await stripe.paymentIntents.confirm(made.id, { payment_method });
    expect(paid.status).toBe("succeeded");
    await expect(stripe.paymentIntents.confirm(made.id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
      payment_intent: { id: made.id, status: "succeeded" },
    });
    await expect(stripe.paymentIntents.cancel(made.id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
      message: expect.stringContaining("it has a status of succeeded"),
    });
  });

  test("cancels unpaid intents, which can then not be confirmed", async () => {
    const stripe = await sharedClient();
    const card = await saveCard(stripe);
    const made = await stripe.paymentIntents.create({ amount: 500, currency: "usd", ...card });
    expect(made.status).toBe("requires_confirmation");
    const canceled = await stripe.paymentIntents.cancel(made.id);
    expect(canceled).toMatchObject({ status: "canceled", canceled_at: expect.any(Number) });
    const confirmed = stripe.paymentIntents.confirm(made.id, { off_session: true });
    await expect(confirmed).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
  });

  test("captures an authorisation once and not above its amount", async () => {
    const stripe = await sharedClient();
    const held = await stripe.paymentIntents.create({
      amount: 500,
      ...(await saveCard(stripe)),
      ...offSession,
      capture_method: "manual",
    });
    expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 500 });
    const tooMuch = stripe.paymentIntents.capture(held.id, { amount_to_capture: 501 });
    await expect(tooMuch).rejects.toMatchObject({ code: "amount_too_large" });
    expect(await stripe.paymentIntents.capture(held.id)).toMatchObject({ amount_received: 500 });
    await expect(stripe.paymentIntents.capture(held.id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
      message: expect.stringContaining("has been released"),
    });
  });

  test("declines with the failed intent and charge in the 402, and both stay on record", async () => {
    const stripe = await sharedClient();
    const card = await saveCard(stripe, "pm_card_chargeCustomerFail");
    const error = await stripe.paymentIntents
      .create({ amount: 1000, ...card, ...offSession })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    const { payment_intent, charge } = error as Stripe.errors.StripeCardError;
    expect(error).toMatchObject({ code: "card_declined", decline_code: "generic_decline" });
    const intent = await stripe.paymentIntents.retrieve(payment_intent?.id ?? "");
    expect(intent).toMatchObject({
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: { code: "card_declined", payment_method: { id: card.payment_method } },
    });
    const failed = await stripe.charges.retrieve(charge ?? "");
    expect(failed).toMatchObject({ status: "failed", paid: false, failure_code: "card_declined" });
    const visa = await stripe.paymentMethods.attach("pm_card_visa", { customer: card.customer });
    const retried = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: visa.id,
      off_session: true,
    });
    expect(retried).toMatchObject({ status: "succeeded", last_payment_error: null });
  });

  test("wants authentication off session, unless the card was set up for that", async () => {
    const stripe = await sharedClient();
    for (const method of [
      "pm_card_authenticationRequired",
      "pm_card_authenticationRequiredOnSetup",
    ]) {
      const card = await saveCard(stripe, method);
      const declined = stripe.paymentIntents.create({ amount: 1000, ...card, ...offSession });
      await expect(declined).rejects.toMatchObject({
        statusCode: 402,
        code: "authentication_required",
        decline_code: "authentication_required",
        payment_intent: { status: "requires_payment_method", latest_charge: null },
      });
    }
    const ready = await saveCard(stripe, "pm_card_authenticationRequiredSetupForOffSession");
    const paid = await stripe.paymentIntents.create({ amount: 1000, ...ready, ...offSession });
    expect(paid.status).toBe("succeeded");
  });

  test("falls back to the customer's default method", async () => {
    const stripe = await sharedClient();
    const { customer, payment_method } = await saveCard(stripe);
    await stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: payment_method },
    });
    const paid = await stripe.paymentIntents.create({ amount: 1000, customer, ...offSession });
    expect(paid).toMatchObject({ status: "succeeded", payment_method });
  });
});

/** Stripe's refusals: parameters changed from a valid set, then the error. */
const refusals: [name: string, given: Record<string, unknown>, error: Record<string, unknown>][] = [
  [
    "49 cents",
    { amount: 49 },
    { code: "amount_too_small", message: "Amount must be at least $0.50 usd" },
  ],
  [
    "a million dollars",
    { amount: 100_000_000 },
    { code: "amount_too_large", message: "Amount must be no more than $999,999.99" },
  ],
  ["nothing", { amount: 0 }, { code: "parameter_invalid_integer", param: "amount" }],
  [
    "half a cent",
    { amount: 50.5 },
    { code: "parameter_invalid_integer", message: "Invalid integer: 50.5" },
  ],
  ["no amount", { amount: undefined }, { code: "parameter_missing", param: "amount" }],
  [
    "an unknown currency",
    { currency: "xyz" },
    { param: "currency", message: expect.stringContaining("Invalid currency: xyz") },
  ],
  [
    "an unknown customer",
    { customer: "cus_none" },
    { code: "resource_missing", param: "customer", statusCode: 400 },
  ],
  [
    "an unknown method",
    { payment_method: "pm_none" },
    { code: "resource_missing", message: "No such PaymentMethod: 'pm_none'" },
  ],
  [
    "an unattached method off session",
    { payment_method: "pm_card_visa" },
    {
      message: expect.stringContaining("must be attached to the customer"),
      param: "payment_method",
    },
  ],
  [
    "an unknown parameter",
    { colour: "red" },
    { code: "parameter_unknown", param: "colour", message: "Received unknown parameter: colour" },
  ],
  [
    "an unknown nested parameter",
    { automatic_payment_methods: { enabled: true, x: "1" } },
    { code: "parameter_unknown", param: "automatic_payment_methods[x]" },
  ],
  ["off_session without confirm", { confirm: false }, { param: "off_session", statusCode: 400 }],
  [
    "the former name of the allowed types",
    { payment_method_types: ["card"] },
    { code: "parameter_unknown", param: "payment_method_types" },
  ],
  ["an unknown expansion", { expand: ["colour"] }, { param: "expand", statusCode: 400 }],
];

describe("what is refused", () => {
  test.each(refusals)("%s", async (_name, given, error) => {
    const stripe = await sharedClient();
    const parameters = { amount: 1000, ...(await saveCard(stripe)), ...offSession, ...given };
    const created = stripe.paymentIntents.create(parameters as Stripe.PaymentIntentCreateParams);
    await expect(created).rejects.toMatchObject({ type: invalid, statusCode: 400, ...error });
  });

  test("a method of another customer, and one whose customer is not named", async () => {
    const stripe = await sharedClient();
    const [ada, bob] = await Promise.all([saveCard(stripe), saveCard(stripe)]);
    const mixed = { customer: bob.customer, payment_method: ada.payment_method };
    const foreign = stripe.paymentIntents.create({ amount: 1000, ...mixed, ...offSession });
    await expect(foreign).rejects.toMatchObject({
      type: invalid,
      message: expect.stringContaining("does not belong to the Customer you supplied"),
    });
    const unnamed = stripe.paymentIntents.create({
      amount: 1000,
      currency: "usd",
      payment_method: ada.payment_method,
      confirm: true,
      allowed_payment_method_types: ["card"],
    });
    await expect(unnamed).rejects.toMatchObject({ code: "parameter_missing" });
  });

  test("a missing and a wrong key, in Stripe's words; the key works as user name, too", async () => {
    const { payments } = await getStack();
    const address = `${payments.url}/v1/customers`;
    const missing = await fetch(address, { method: "POST" });
    expect(missing.status).toBe(401);
    expect(await missing.json()).toMatchObject({
      error: {
        type: "invalid_request_error",
        message: expect.stringContaining("You did not provide an API key."),
      },
    });
    const wrong = clientOf({ ...payments, secretKey: "sk_test_wrong" }).customers.create({});
    await expect(wrong).rejects.toMatchObject({ type: "StripeAuthenticationError" });
    const basic = { Authorization: `Basic ${btoa(`${payments.secretKey}:`)}` };
    const made = await fetch(address, { method: "POST", headers: basic });
    expect(made.status).toBe(200);
    expect(made.headers.get("request-id")).toMatch(/^req_/);
    expect(made.headers.get("stripe-version")).toMatch(/^\d{4}-/);
  });

  test("an unknown address", async () => {
    const { payments } = await getStack();
    const headers = { Authorization: `Bearer ${payments.secretKey}` };
    const answer = await fetch(`${payments.url}/v1/nothing`, { headers });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: { message: expect.stringContaining("Unrecognized request URL (GET: /v1/nothing)") },
    });
  });
});
