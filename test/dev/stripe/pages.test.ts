/** The hosted pages of the payment stand-in. */
import { describe, expect, test } from "bun:test";
import type Stripe from "stripe";
import { getStack } from "../../support/stack.ts";
import { addFault, offSession, sharedClient, submit } from "../../support/stripe.ts";

async function openSession(stripe: Stripe) {
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const session = await stripe.checkout.sessions.create({
    mode: "setup",
    customer: customer.id,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    success_url: "http://localhost/done?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost/cancel?a=1&b=2",
    metadata: { account: "1" },
  });
  return { customer: customer.id, session, url: session.url ?? "" };
}

describe("the hosted page of a setup session", () => {
  test("offers the test cards by name, says that it is a stand-in, and a way back", async () => {
    const { url } = await openSession(await sharedClient());
    const answer = await fetch(url);
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain("Stand-in for Stripe Checkout");
    expect(page).toContain('value="pm_card_visa"');
    expect(page).toContain("Declined: insufficient funds");
    expect(page).toContain('href="http://localhost/cancel?a=1&amp;b=2"');
    expect(page).not.toContain("<script");
  });

  test("saves the chosen card for charges off session, and goes back with the session's id", async () => {
    const stripe = await sharedClient();
    const { customer, session, url } = await openSession(stripe);
    const answer = await submit(url, { payment_method: "pm_card_visa" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe(`http://localhost/done?session=${session.id}`);
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["setup_intent.payment_method"],
    });
    expect(done).toMatchObject({ status: "complete", url: null, metadata: { account: "1" } });
    const intent = done.setup_intent as Stripe.SetupIntent;
    const method = intent.payment_method as Stripe.PaymentMethod;
    expect(intent).toMatchObject({ status: "succeeded", customer });
    expect(method).toMatchObject({ customer, card: { last4: "4242" } });
    const given = { amount: 1000, customer, payment_method: method.id, ...offSession };
    expect((await stripe.paymentIntents.create(given)).status).toBe("succeeded");
    const types = (await stripe.events.list({ limit: 20 })).data.map((event) => event.type);
    expect(types).toContain("checkout.session.completed");
    expect(types).toContain("setup_intent.succeeded");
    const again = await (await fetch(url)).text();
    expect(again).toContain("Nothing left to do");
  });

  test("shows a decline, and works with another card after it", async () => {
    const stripe = await sharedClient();
    const { session, url } = await openSession(stripe);
    const method = "pm_card_visa_chargeDeclinedInsufficientFunds";
    const declined = await submit(url, { payment_method: method });
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('role="alert">Your card has insufficient funds.');
    const open = await stripe.checkout.sessions.retrieve(session.id, { expand: ["setup_intent"] });
    expect(open).toMatchObject({
      status: "open",
      setup_intent: {
        status: "requires_payment_method",
        last_setup_error: { decline_code: "insufficient_funds" },
      },
    });
    expect((await submit(url, { payment_method: "pm_card_amex" })).status).toBe(303);
  });

  test("asks to authenticate where the card does; off-session charges then pass", async () => {
    const stripe = await sharedClient();
    const { customer, session, url } = await openSession(stripe);
    const choice = { payment_method: "pm_card_authenticationRequiredOnSetup" };
    const asked = await (await submit(url, choice)).text();
    expect(asked).toContain("Complete authentication");
    const payment_method = /name="payment_method" value="(pm_1\w+)"/.exec(asked)?.[1] ?? "";
    const failed = await submit(url, { payment_method, authentication: "fail" });
    expect(failed.status).toBe(402);
    const passed = await submit(url, { payment_method, authentication: "complete" });
    expect(passed.status).toBe(303);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["setup_intent"] });
    expect(done.setup_intent).toMatchObject({ payment_method });
    const given = { amount: 1000, customer, payment_method, ...offSession };
    expect((await stripe.paymentIntents.create(given)).status).toBe("succeeded");
  });

  test("declines any card when a test asks for that", async () => {
    const { payments } = await getStack();
    const { url } = await openSession(await sharedClient());
    await addFault(payments.url, { operation: "POST /c/pay/:id", kind: "card_declined" });
    expect((await submit(url, { payment_method: "pm_card_visa" })).status).toBe(402);
    expect((await submit(url, { payment_method: "pm_card_visa" })).status).toBe(303);
  });

  test("is gone once the session is expired", async () => {
    const stripe = await sharedClient();
    const { session, url } = await openSession(stripe);
    const expired = await stripe.checkout.sessions.expire(session.id);
    expect(expired).toMatchObject({ status: "expired", url: null });
    const page = await (await submit(url, { payment_method: "pm_card_visa" })).text();
    expect(page).toContain("no longer open");
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      message: expect.stringContaining("has a status of expired"),
    });
  });

  test("takes faults as operations do: the card is saved, the way back is lost", async () => {
    const { payments } = await getStack();
    const stripe = await sharedClient();
    const { session, url } = await openSession(stripe);
    await addFault(payments.url, { operation: "POST /c/pay/:id", kind: "drop_answer" });
    await expect(submit(url, { payment_method: "pm_card_visa" })).rejects.toThrow();
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("complete");
  });

  test("refuses other modes, unknown customers and addresses that are none", async () => {
    const stripe = await sharedClient();
    const good = { mode: "setup", currency: "usd", success_url: "http://localhost/" } as const;
    const refusals = [
      { given: { ...good, mode: "payment" as const }, param: "mode" },
      { given: { ...good, customer: "cus_none" }, param: "customer" },
      { given: { ...good, success_url: "nowhere" }, param: "success_url" },
      { given: { mode: "setup", success_url: "http://localhost/" } as const, param: "currency" },
    ];
    for (const { given, param } of refusals) {
      const created = stripe.checkout.sessions.create(given);
      await expect(created).rejects.toMatchObject({ statusCode: 400, param });
    }
  });
});

describe("the bank's page of an on-session payment", () => {
  const asked = async (stripe: Stripe) => {
    const customer = await stripe.customers.create({});
    const method = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
      customer: customer.id,
    });
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: "usd",
      customer: customer.id,
      payment_method: method.id,
      confirm: true,
      return_url: "http://localhost/back?x=1",
    });
    expect(intent.status).toBe("requires_action");
    return { id: intent.id, url: intent.next_action?.redirect_to_url?.url ?? "" };
  };

  test("goes on with the charge when it is answered, and back to the shop", async () => {
    const stripe = await sharedClient();
    const { id, url } = await asked(stripe);
    expect(await (await fetch(url)).text()).toContain("$10.00");
    const answer = await submit(url, { authentication: "complete" });
    const back = new URL(answer.headers.get("Location") ?? "");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      x: "1",
      payment_intent: id,
      redirect_status: "succeeded",
    });
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe("succeeded");
  });

  test("ends the attempt when authentication fails", async () => {
    const stripe = await sharedClient();
    const { id, url } = await asked(stripe);
    const answer = await submit(url, { authentication: "fail" });
    expect(answer.headers.get("Location")).toContain("redirect_status=failed");
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
  });
});

describe("setup intents", () => {
  test("save a method through the API, and decline as the card does", async () => {
    const stripe = await sharedClient();
    const { id: customer } = await stripe.customers.create({});
    const made = await stripe.setupIntents.create({ customer, payment_method: "pm_card_visa" });
    expect(made.status).toBe("requires_confirmation");
    const saved = await stripe.setupIntents.confirm(made.id);
    expect(saved.status).toBe("succeeded");
    const listed = await stripe.customers.listPaymentMethods(customer);
    expect(listed.data.map(({ id }) => id)).toEqual([String(saved.payment_method)]);
    const declined = stripe.setupIntents.create({
      customer,
      payment_method: "pm_card_chargeDeclined",
      confirm: true,
    });
    await expect(declined).rejects.toMatchObject({ code: "card_declined", statusCode: 402 });
    await expect(stripe.setupIntents.cancel(made.id)).rejects.toMatchObject({
      code: "setup_intent_unexpected_state",
    });
  });
});

describe("the front page", () => {
  test("shows payments and transfers, and escapes callers' values", async () => {
    const { payments } = await getStack();
    const stripe = await sharedClient();
    await stripe.accounts.create({ type: "express", email: "<b>x</b>@example.com" });
    const page = await (await fetch(payments.url)).text();
    expect(page).toContain("Stand-in for Stripe");
    expect(page).toContain("&lt;b&gt;x&lt;/b&gt;<wbr>@example.com");
    expect(page).toContain("not onboarded");
  });
});
