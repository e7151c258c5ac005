import { describe, expect, test } from "bun:test";
import Stripe from "stripe";
import { getStack } from "../support/stack.ts";

async function client(): Promise<Stripe> {
  const { payments } = await getStack();
  return new Stripe(payments.secretKey, {
    host: "127.0.0.1",
    port: payments.port,
    protocol: "http",
    maxNetworkRetries: 0,
  });
}

async function saved(stripe: Stripe, testMethod = "pm_card_visa") {
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const method = await stripe.paymentMethods.attach(testMethod, { customer: customer.id });
  return { customer: customer.id, method: method.id };
}

describe("the payment stand-in", () => {
  test("charges a saved card off session, and refunds it once", async () => {
    const stripe = await client();
    const { customer, method } = await saved(stripe);
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: "usd",
      customer,
      payment_method: method,
      off_session: true,
      confirm: true,
      transfer_group: "purchase_1",
      metadata: { purchase: "1" },
      expand: ["latest_charge.balance_transaction"],
    });
    expect(intent).toMatchObject({
      status: "succeeded",
      amount_received: 1000,
      payment_method: method,
    });
    expect(intent.latest_charge).toMatchObject({ paid: true, transfer_group: "purchase_1" });
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund).toMatchObject({ amount: 1000, status: "succeeded" });
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      statusCode: 400,
      code: "charge_already_refunded",
    });
  });

  test("declines as documented, with the failed intent in the error", async () => {
    const stripe = await client();
    const { customer, method } = await saved(stripe, "pm_card_chargeCustomerFail");
    const declined = stripe.paymentIntents.create({
      amount: 1000,
      currency: "usd",
      customer,
      payment_method: method,
      off_session: true,
      confirm: true,
    });
    await expect(declined).rejects.toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
      code: "card_declined",
      decline_code: "generic_decline",
      payment_intent: { status: "requires_payment_method" },
    });
  });
});
