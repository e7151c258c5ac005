/** Charges, refunds, transfers and disputes of the payment stand-in. */
import { describe, expect, test } from "bun:test";
import type Stripe from "stripe";
import { eventually, getStack } from "../../support/stack.ts";
import {
  control,
  offSession,
  onboardedAccount,
  saveCard,
  sharedClient,
  submit,
} from "../../support/stripe.ts";

async function pay(stripe: Stripe, amount: number, testMethod?: string, group?: string) {
  const card = await saveCard(stripe, testMethod);
  const intent = await stripe.paymentIntents.create({
    amount,
    ...card,
    ...offSession,
    ...(group === undefined ? {} : { transfer_group: group }),
  });
  return { intent: intent.id, charge: String(intent.latest_charge) };
}

describe("refunds", () => {
  test("go up to the amount paid, in parts, and no further", async () => {
    const stripe = await sharedClient();
    const { intent, charge } = await pay(stripe, 1000);
    const above = stripe.refunds.create({ payment_intent: intent, amount: 1001 });
    await expect(above).rejects.toMatchObject({
      message: "Refund amount ($10.01) is greater than charge amount ($10.00)",
      param: "amount",
    });
    const part = await stripe.refunds.create({ payment_intent: intent, amount: 400 });
    expect(part).toMatchObject({ amount: 400, status: "succeeded", charge });
    await expect(stripe.refunds.create({ charge, amount: 601 })).rejects.toMatchObject({
      message: "Refund amount ($6.01) is greater than unrefunded amount on charge ($6.00)",
    });
    await stripe.refunds.create({ payment_intent: intent, reason: "requested_by_customer" });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 1000,
      refunded: true,
    });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_already_refunded",
      message: `Charge ${charge} has already been refunded.`,
    });
    const listed = await stripe.refunds.list({ payment_intent: intent });
    expect(listed.data.map(({ amount }) => amount)).toEqual([600, 400]);
    expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ payment_intent: intent });
  });

  test("need a successful charge of an intent that exists", async () => {
    const stripe = await sharedClient();
    const card = await saveCard(stripe);
    const unpaid = await stripe.paymentIntents.create({ amount: 1000, currency: "usd", ...card });
    const early = stripe.refunds.create({ payment_intent: unpaid.id });
    await expect(early).rejects.toMatchObject({
      message: `This PaymentIntent (${unpaid.id}) does not have a successful charge to refund.`,
    });
    await expect(stripe.refunds.create({ payment_intent: "pi_none" })).rejects.toMatchObject({
      code: "resource_missing",
      statusCode: 400,
    });
  });

  test("of the documented cards stay pending first, or fail and give the money back", async () => {
    const stripe = await sharedClient();
    const slow = await pay(stripe, 1000, "pm_card_pendingRefund");
    const pending = await stripe.refunds.create({ payment_intent: slow.intent });
    expect(pending.status).toBe("pending");
    await eventually(async () => {
      return (await stripe.refunds.retrieve(pending.id)).status === "succeeded";
    });
    const broken = await pay(stripe, 1000, "pm_card_refundFail");
    const refund = await stripe.refunds.create({ payment_intent: broken.intent });
    expect(refund.status).toBe("succeeded");
    const failed = await eventually(async () => {
      const found = await stripe.refunds.retrieve(refund.id);
      return found.status === "failed" && found;
    });
    expect(failed.failure_reason).toBe("expired_or_canceled_card");
    const charge = await stripe.charges.retrieve(broken.charge);
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
  });
});

describe("transfers", () => {
  test("go out of a charge up to its amount, in the charge's group", async () => {
    const stripe = await sharedClient();
    const group = `purchase_${crypto.randomUUID()}`;
    const { charge } = await pay(stripe, 1000, "pm_card_visa", group);
    const destination = await onboardedAccount(stripe);
    const given = { currency: "usd", destination, source_transaction: charge };
    const transfer = await stripe.transfers.create({ amount: 900, ...given });
    expect(transfer).toMatchObject({ amount: 900, transfer_group: group, reversed: false });
    const above = stripe.transfers.create({ amount: 101, ...given });
    await expect(above).rejects.toMatchObject({
      message:
        "Transfers using this transaction as a source must not exceed the source amount of " +
        "$10.00. (There is already a transfer using this source, amounting to $9.00.)",
    });
    const listed = await stripe.transfers.list({ transfer_group: group });
    expect(listed.data.map(({ id }) => id)).toEqual([transfer.id]);
    const other = stripe.transfers.create({ amount: 10, ...given, transfer_group: "other" });
    await expect(other).rejects.toMatchObject({ param: "transfer_group" });
  });

  test("come back by reversal, after which the charge has that much again", async () => {
    const stripe = await sharedClient();
    const { charge } = await pay(stripe, 1000);
    const destination = await onboardedAccount(stripe);
    const given = { currency: "usd", destination, source_transaction: charge };
    const { id } = await stripe.transfers.create({ amount: 1000, ...given });
    await stripe.transfers.createReversal(id, { amount: 300 });
    await stripe.transfers.createReversal(id);
    const transfer = await stripe.transfers.retrieve(id);
    expect(transfer).toMatchObject({ amount_reversed: 1000, reversed: true });
    expect(transfer.reversals.data.map(({ amount }) => amount)).toEqual([700, 300]);
    await expect(stripe.transfers.createReversal(id)).rejects.toMatchObject({ statusCode: 400 });
    await stripe.transfers.create({ amount: 1000, ...given });
  });

  test("are refused to unknown accounts and to those that were not onboarded", async () => {
    const stripe = await sharedClient();
    const { charge } = await pay(stripe, 1000);
    const given = { amount: 100, currency: "usd", source_transaction: charge };
    await expect(
      stripe.transfers.create({ ...given, destination: "acct_none" }),
    ).rejects.toMatchObject({
      code: "resource_missing",
      message: "No such destination: 'acct_none'",
    });
    const account = await stripe.accounts.create({
      type: "express",
      capabilities: { transfers: { requested: true } },
    });
    expect(account).toMatchObject({
      type: "express",
      details_submitted: false,
      payouts_enabled: false,
      capabilities: { transfers: "inactive" },
    });
    await expect(
      stripe.transfers.create({ ...given, destination: account.id }),
    ).rejects.toMatchObject({ code: "insufficient_capabilities_for_transfer" });
  });

  test("without a source need an available balance, which usual charges do not give", async () => {
    const stripe = await sharedClient();
    await pay(stripe, 5000);
    const destination = await onboardedAccount(stripe);
    const given = { amount: 1000, currency: "nzd", destination };
    await expect(stripe.transfers.create(given)).rejects.toMatchObject({
      code: "balance_insufficient",
    });
    const card = await saveCard(stripe, "pm_card_bypassPending");
    await stripe.paymentIntents.create({ amount: 2000, ...card, ...offSession, currency: "nzd" });
    expect(await stripe.transfers.create(given)).toMatchObject({ source_transaction: null });
    const balance = await stripe.balance.retrieve();
    const available = balance.available.find(({ currency }) => currency === "nzd");
    expect(available?.amount).toBe(2000 - 88 - 1000);
  });
});

describe("connected accounts", () => {
  test("are onboarded on the hosted page, which goes back and spends its link", async () => {
    const stripe = await sharedClient();
    const account = await stripe.accounts.create({
      country: "DE",
      email: "seller@example.com",
      controller: {
        losses: { payments: "application" },
        fees: { payer: "application" },
        stripe_dashboard: { type: "express" },
      },
      capabilities: { transfers: { requested: true } },
    });
    expect(account).toMatchObject({ type: "express", default_currency: "eur" });
    const link = await stripe.accountLinks.create({
      account: account.id,
      type: "account_onboarding",
      refresh_url: "http://localhost/refresh",
      return_url: "http://localhost/return",
    });
    const page = await (await fetch(link.url)).text();
    expect(page).toContain("Stand-in for Stripe Connect onboarding");
    const stopped = await submit(link.url, { action: "stop" });
    expect(stopped.headers.get("Location")).toBe("http://localhost/return");
    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({ details_submitted: false });
    const completed = await submit(link.url, { action: "complete" });
    expect(completed.status).toBe(303);
    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: "active" },
      requirements: { currently_due: [], disabled_reason: null },
    });
    const again = await fetch(link.url, { redirect: "manual" });
    expect(again.headers.get("Location")).toBe("http://localhost/refresh");
  });

  test("may lose the capability again, after which transfers are refused", async () => {
    const stripe = await sharedClient();
    const { payments } = await getStack();
    const { charge } = await pay(stripe, 1000);
    const destination = await onboardedAccount(stripe);
    await control(payments.url, "_accounts", { account: destination, transfers: "inactive" });
    const given = { amount: 100, currency: "usd", source_transaction: charge, destination };
    await expect(stripe.transfers.create(given)).rejects.toMatchObject({
      code: "insufficient_capabilities_for_transfer",
    });
    await control(payments.url, "_accounts", { account: destination, transfers: "active" });
    await stripe.transfers.create(given);
  });

  test("are not acted for: a call in their name is refused", async () => {
    const stripe = await sharedClient();
    const stripeAccount = await onboardedAccount(stripe);
    const called = stripe.customers.create({}, { stripeAccount });
    await expect(called).rejects.toMatchObject({ statusCode: 403 });
  });

  test("answer 403 when there is no such account, and links need both addresses", async () => {
    const stripe = await sharedClient();
    await expect(stripe.accounts.retrieve("acct_none")).rejects.toMatchObject({
      type: "StripePermissionError",
      statusCode: 403,
      code: "account_invalid",
    });
    const account = await onboardedAccount(stripe);
    const link = stripe.accountLinks.create({ account, type: "account_onboarding" });
    await expect(link).rejects.toMatchObject({ code: "parameter_missing", param: "refresh_url" });
  });
});

describe("disputes", () => {
  test("open with the charge of the card for that, take the money and bar a refund", async () => {
    const stripe = await sharedClient();
    const { intent, charge } = await pay(stripe, 1000, "pm_card_createDispute");
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
    expect(dispute).toMatchObject({
      amount: 1000,
      charge,
      reason: "fraudulent",
      status: "needs_response",
      balance_transactions: [{ amount: -1000, fee: 1500 }],
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_disputed",
    });
    const closed = await stripe.disputes.close(dispute?.id ?? "");
    expect(closed.status).toBe("lost");
    await expect(stripe.disputes.close(closed.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test("may be opened later by a test, once a charge, which a refund then cannot follow", async () => {
    const stripe = await sharedClient();
    const { payments } = await getStack();
    const { intent, charge } = await pay(stripe, 1000);
    const asked = { payment_intent: intent, reason: "product_not_received" };
    await control(payments.url, "_disputes", asked);
    const [dispute] = (await stripe.disputes.list({ charge })).data;
    expect(dispute).toMatchObject({ reason: "product_not_received", status: "needs_response" });
    await expect(control(payments.url, "_disputes", asked)).rejects.toThrow("disputed already");
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ statusCode: 400 });
  });

  test("are won by the documented evidence, which brings the money back, and a refund may follow", async () => {
    const stripe = await sharedClient();
    const { intent } = await pay(stripe, 1000, "pm_card_createDisputeProductNotReceived");
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
    const won = await stripe.disputes.update(dispute?.id ?? "", {
      evidence: { uncategorized_text: "winning_evidence" },
    });
    expect(won.status).toBe("won");
    const amounts = won.balance_transactions.map(({ amount }) => amount);
    expect(amounts).toEqual([-1000, 1000]);
    expect(won.is_charge_refundable).toBe(true);
    const refund = await stripe.refunds.create({ payment_intent: intent });
    expect(refund).toMatchObject({ status: "succeeded", amount: 1000 });
  });
});
