/** Reconciliation of subscriptions: a period is a purchase, and each difference is found and mended as one. */
import { afterEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { insertLedgerEntries } from "../../../db/queries/purchases/charged.ts";
import { purchases, subscriptions } from "../../../db/schema/index.ts";
import { postingEntries } from "../../../market/purchase/ledger.ts";
import { renewDueSubscriptions } from "../../../market/subscription/renew-due-subscriptions.ts";
import { dayMs } from "../../../platform/time.ts";
import {
  addCard,
  heldFor,
  type MoneyBuyer,
  newPayingBuyer,
  readRow,
  runClock,
  testMoney,
} from "../../support/money.ts";
import { offSession, saveCard } from "../../support/stripe.ts";
import {
  change,
  latestPeriod,
  publishVersion,
  runAll,
  subscribed,
  subscriptionRow,
} from "../subscription/support.ts";
import { openFindings, reconcile, runsOf } from "./books.ts";

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const periodCents = 700;
/** Settling is due again when the days are compared. */
const tomorrow = 28 * 3600;
afterEach(() => money.clearFaults());

const findings = async () =>
  (await openFindings(money)).map(({ kind, purchaseId, expectedCents, foundCents }) => ({
    ...{ kind, purchaseId, expectedCents, foundCents },
  }));

/** A subscription whose first period ended a moment ago, with an update in it. */
async function due(buyer?: MoneyBuyer): Promise<string> {
  const { id, purchaseId, datasetId } = await subscribed(money, {
    buyer: buyer ?? (await newPayingBuyer(api, provider)),
  });
  await publishVersion(api, datasetId);
  await runAll(api);
  const [startsAt, endsAt] = [new Date(Date.now() - 30 * dayMs), new Date(Date.now() - 500)];
  const period = { periodStartsAt: startsAt, periodEndsAt: endsAt };
  await api.db.update(purchases).set(period).where(eq(purchases.id, purchaseId));
  const step = { ...period, anchorDay: endsAt.getUTCDate(), nextStepAt: endsAt };
  await api.db.update(subscriptions).set(step).where(eq(subscriptions.id, id));
  return id;
}

/** A subscription whose second period is paid. */
async function renewed(): Promise<{ id: string; purchaseId: string }> {
  const id = await due();
  await runAll(api);
  const { id: purchaseId, state, periodNumber } = await latestPeriod(api, id);
  expect([state, periodNumber]).toEqual(["in_escrow", 2]);
  return { id, purchaseId };
}

test("paid, declined, cancelled and refunded periods agree with the provider", async () => {
  await renewed();
  const buyer = await newPayingBuyer(api, provider);
  const trial = { interval: "month", price_cents: periodCents, trial_days: 9 } as const;
  const { id } = await subscribed(money, { buyer, plans: [trial] });
  await change(api, buyer, id, { renewal: "off" });
  await runAll(api);
  const declined = await due(buyer);
  const bad = { ...buyer.owner, customerId: buyer.customerId, card: "pm_card_chargeCustomerFail" };
  const cardId = await addCard(api, provider.stripe, bad);
  await change(api, buyer, declined, { payment_method_id: cardId });
  await runAll(api);
  expect(await subscriptionRow(api, declined)).toMatchObject({ state: "past_due" });
  await runClock(api, 1);
  await reconcile(money);
  expect(await findings()).toEqual([]);
  for (const run of await runsOf(money)) {
    for (const sum of run.sums) expect(sum.ledgerCents).toBe(sum.providerCents);
  }
});

test("a period that was charged, and whose answer was lost, is found and then paid once", async () => {
  const id = await due();
  const lost = { kind: "drop_answer", times: 100 };
  await money.fault({ operation: "POST /v1/payment_intents/:id/confirm", ...lost });
  await money.fault({ operation: "GET /v1/payment_intents/:id", ...lost });
  await renewDueSubscriptions(api.ctx, { rowsMax: 10 });
  await runClock(api);
  const { id: purchaseId } = await latestPeriod(api, id);
  expect(await readRow(api, purchaseId)).toMatchObject({ state: "payment_pending" });
  await money.clearFaults();
  expect((await heldFor(provider, purchaseId)).charges).toEqual([periodCents]);
  await reconcile(money);
  expect(await findings()).toEqual([
    { kind: "charge_unknown", purchaseId, expectedCents: 0, foundCents: periodCents },
  ]);
  await runClock(api, tomorrow);
  await runAll(api);
  await reconcile(money, 3);
  expect(await findings()).toEqual([]);
  expect(await subscriptionRow(api, id)).toMatchObject({ state: "active", periodNumber: 2 });
  expect(await heldFor(provider, purchaseId)).toMatchObject({
    charges: [periodCents],
    refunds: [],
  });
});

test("a period that was refunded at the provider is found, refunded here, and the next one is charged", async () => {
  const { id, purchaseId } = await renewed();
  const { paymentIntentId } = await readRow(api, purchaseId);
  await provider.stripe.refunds.create({ payment_intent: String(paymentIntentId) });
  await reconcile(money);
  expect(await findings()).toEqual([
    { kind: "refund_unknown", purchaseId, expectedCents: 0, foundCents: -periodCents },
  ]);
  await runClock(api, tomorrow);
  expect(await readRow(api, purchaseId)).toMatchObject({
    ...{ state: "refunded", refundCause: "refunded_at_provider" },
  });
  await reconcile(money, 3);
  expect(await findings()).toEqual([]);
  expect(await heldFor(provider, purchaseId)).toMatchObject({
    ...{ charges: [periodCents], refunds: [periodCents] },
  });
  const row = await subscriptionRow(api, id);
  expect(row).toMatchObject({ state: "active", nextStepAt: row.periodEndsAt });
});

/** A renewal whose charge was declined. */
async function declined(): Promise<{ id: string; purchaseId: string }> {
  const buyer = await newPayingBuyer(api, provider);
  const id = await due(buyer);
  const bad = { ...buyer.owner, customerId: buyer.customerId, card: "pm_card_chargeCustomerFail" };
  await change(api, buyer, id, { payment_method_id: await addCard(api, provider.stripe, bad) });
  await runAll(api);
  const { id: purchaseId, state } = await latestPeriod(api, id);
  expect(state).toBe("payment_failed");
  return { id, purchaseId };
}

test("a charge for a period that was given up, and one that the provider lacks, are alerts", async () => {
  const given = await declined();
  const card = await saveCard(provider.stripe);
  await provider.stripe.paymentIntents.create({
    ...{ ...offSession, ...card, amount: periodCents },
    metadata: { purchase_id: given.purchaseId },
  });
  const lacking = await declined();
  const row = await readRow(api, lacking.purchaseId);
  const now = api.ctx.now();
  const paid = {
    state: "in_escrow",
    chargeId: "ch_nowhere",
    paidAt: now,
    releaseDueAt: now,
  } as const;
  await api.db.update(purchases).set(paid).where(eq(purchases.id, row.id));
  const entries = postingEntries("captured", row);
  await insertLedgerEntries(api.db, row, { posting: "captured", entries, now });
  await reconcile(money, 3);
  expect(await findings()).toEqual([
    {
      ...{ kind: "charge_unknown", purchaseId: given.purchaseId },
      ...{ expectedCents: 0, foundCents: periodCents },
    },
    {
      ...{ kind: "charge_missing", purchaseId: lacking.purchaseId },
      ...{ expectedCents: periodCents, foundCents: 0 },
    },
  ]);
  for (const { id } of [given, lacking]) {
    expect(await subscriptionRow(api, id)).toMatchObject({ state: "past_due" });
  }
});
