/** Subscriptions against the payment stand-in, with a moved clock. */
import { afterEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { apiKeys, listings } from "../../../db/schema/index.ts";
import { approveWaitingSubscription } from "../../../market/subscription/approve-waiting-subscription.ts";
import { RENEWAL_NOTICE_DAYS } from "../../../market/subscription/limits.ts";
import { remindOfRenewals } from "../../../market/subscription/remind-of-renewals.ts";
import {
  addCard,
  balancesOf,
  expectExactSums,
  heldFor,
  newPayingBuyer,
  postingsOf,
  readRow,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import {
  at,
  change,
  dayMs,
  eventsOf,
  latestPeriod,
  mailsOf,
  monthly,
  periodsOf,
  publishVersion,
  runAll,
  setPlans,
  subscribe,
  subscribed,
  subscriptionRow,
  yearly,
} from "./support.ts";

const money = await testMoney({ webhooks: false });
const { api } = money;
afterEach(() => {
  api.clock.skewMs = 0;
});

const newBuyer = (key = {}) => newPayingBuyer(api, money.provider, { key });
const days = (count: number) => api.ctx.now().getTime() + count * dayMs;

describe("a first period", () => {
  test("is charged at once, and its money waits for an update", async () => {
    const buyer = await newBuyer();
    const { id, purchaseId, datasetId } = await subscribed(money, { buyer });
    const row = await subscriptionRow(api, id);
    expect(row).toMatchObject({ state: "active", renewal: "on", periodNumber: 1, priceCents: 700 });
    const purchase = await readRow(api, purchaseId);
    expect(purchase).toMatchObject({ state: "in_escrow", releaseDueAt: row.periodEndsAt });
    const early = await api.send("POST", `/purchases/${purchaseId}/confirm`, {
      token: buyer.token,
    });
    expect([early.status, early.body.code]).toEqual([409, "purchase_not_in_escrow"]);

    await at(api, days(3));
    const version = await publishVersion(api, datasetId);
    await runAll(api);
    const delivered = await readRow(api, purchaseId);
    expect(delivered.deliveredVersion).toBe(version);
    const waitDays = (Number(delivered.releaseDueAt) - api.ctx.now().getTime()) / dayMs;
    expect(Math.round(waitDays)).toBe(api.ctx.config.ESCROW_DAYS);
    expect(await eventsOf(api, id, buyer.owner.accountId)).toEqual([
      "subscription.started",
      "subscription.updated",
    ]);
    expect(await mailsOf(api, id)).toEqual(["updated"]);

    await at(api, days(8));
    await runClockOut(api);
    expect(await postingsOf(api, purchaseId)).toEqual(["captured", "released", "transferred"]);
    expect(await heldFor(money.provider, purchaseId)).toMatchObject({
      charges: [700],
      transfers: [665],
      refunds: [],
    });
    await expectExactSums(api, money.seller.owner);
  });

  test("that is declined starts nothing", async () => {
    const buyer = await newPayingBuyer(api, money.provider, { card: "pm_card_chargeCustomerFail" });
    const datasetId = (await subscribed(money)).datasetId;
    const answer = await subscribe(api, buyer, datasetId);
    expect([answer.status, answer.body.code]).toEqual([402, "payment_declined"]);
    const { body } = await api.send("GET", "/subscriptions", { token: buyer.token });
    expect(body.items).toMatchObject([{ status: "ended", end_cause: "unpaid" }]);
    const again = await subscribe(api, await newBuyer(), datasetId);
    expect(again.status).toBe(201);
  });

  test("is refused for a plan that is not offered, another price, or a second time", async () => {
    const buyer = await newBuyer();
    const { datasetId } = await subscribed(money, { buyer, plans: [monthly] });
    const other = await newBuyer();
    const refusal = async (body: object, by = other) => {
      const path = `/datasets/${datasetId}/buy`;
      const sent = { payment_method_id: by.cardId, plan: "month", ...body };
      return (await api.send("POST", path, { token: by.token, body: sent })).body.code;
    };
    expect(await refusal({ plan: "year" })).toBe("plan_not_offered");
    expect(await refusal({ expected_price_cents: 500 })).toBe("price_changed");
    expect(await refusal({}, buyer)).toBe("already_subscribed");
  });

  test("above the key's limit waits for its owner, who subscribes by approving it", async () => {
    const buyer = await newBuyer({ confirm_above_cents: 500 });
    const { datasetId } = await subscribed(money);
    const answer = await subscribe(api, buyer, datasetId);
    expect([answer.status, answer.body.status, answer.body.plan]).toEqual([
      202,
      "waiting",
      "month",
    ]);
    const again = await subscribe(api, buyer, datasetId);
    expect(again.body.id).toBe(answer.body.id as string);
    const waitingId = String(answer.body.id);
    const approve = () => approveWaitingSubscription(api.ctx, buyer.owner, waitingId);
    const [made, repeat] = await Promise.all([approve(), approve()]);
    expect(repeat).toEqual(made);
    await runClockOut(api);
    const purchaseId = "purchaseId" in made ? made.purchaseId : "";
    const { body } = await api.send("GET", `/purchases/${purchaseId}`, { token: buyer.token });
    expect(body).toMatchObject({ status: "in_escrow", subscription: { period: 1 } });
    expect((await subscribe(api, buyer, datasetId)).body.code).toBe("already_subscribed");
  });
});

describe("a period without an update", () => {
  test("is refunded at its end, and the next one is charged", async () => {
    const buyer = await newBuyer();
    const { id, purchaseId } = await subscribed(money, { buyer });
    const { periodEndsAt } = await subscriptionRow(api, id);
    await at(api, periodEndsAt.getTime() - 3 * 3_600_000);
    expect((await readRow(api, purchaseId)).state).toBe("in_escrow");
    await at(api, periodEndsAt);
    await runClockOut(api);
    await runAll(api);
    const first = await readRow(api, purchaseId);
    expect(first).toMatchObject({ state: "refunded", refundCause: "no_update" });
    expect(await balancesOf(api, purchaseId)).toEqual({});
    expect(await heldFor(money.provider, purchaseId)).toMatchObject({
      charges: [700],
      refunds: [700],
    });
    const second = await latestPeriod(api, id);
    expect(second).toMatchObject({ state: "in_escrow", periodNumber: 2, priceCents: 700 });
    expect(second.periodStartsAt).toEqual(periodEndsAt);
  });

  test("is kept if the update came in its last minute", async () => {
    const { id, purchaseId, datasetId } = await subscribed(money, { buyer: await newBuyer() });
    const { periodEndsAt } = await subscriptionRow(api, id);
    api.clock.skewMs = periodEndsAt.getTime() - Date.now() - 60_000;
    await publishVersion(api, datasetId);
    await at(api, periodEndsAt);
    await at(api, periodEndsAt.getTime() + dayMs);
    const first = await readRow(api, purchaseId);
    expect(first).toMatchObject({ state: "in_escrow", deliveredVersion: 2 });
    expect(await latestPeriod(api, id)).toMatchObject({ periodNumber: 2, deliveredVersion: null });
  });
});

describe("a renewal that cannot be charged", () => {
  test("is tried again for days, and then ends", async () => {
    const { provider } = money;
    const buyer = await newBuyer();
    const { id, datasetId } = await subscribed(money, { buyer });
    const bad = {
      ...buyer.owner,
      customerId: buyer.customerId,
      card: "pm_card_chargeCustomerFail",
    };
    const cardId = await addCard(api, provider.stripe, bad);
    const changed = await change(api, buyer, id, { payment_method_id: cardId });
    expect(changed.status).toBe(200);
    const { periodEndsAt } = await subscriptionRow(api, id);
    await at(api, periodEndsAt);
    expect(await subscriptionRow(api, id)).toMatchObject({ state: "past_due", failures: 1 });
    for (const [later, failures] of [
      [1, 2],
      [4, 3],
    ] as const) {
      await at(api, periodEndsAt.getTime() + later * 1.1 * dayMs);
      expect(await subscriptionRow(api, id)).toMatchObject({ state: "past_due", failures });
    }
    await at(api, periodEndsAt.getTime() + 10 * dayMs);
    expect(await subscriptionRow(api, id)).toMatchObject({ state: "ended", endCause: "unpaid" });
    expect((await periodsOf(api, id)).map(({ periodNumber }) => periodNumber)).toEqual([
      1, 2, 2, 2, 2,
    ]);
    expect(await mailsOf(api, id)).toEqual(["past_due", "past_due", "past_due", "ended"]);
    const answer = await change(api, buyer, id, { renewal: "on" });
    expect([answer.status, answer.body.code]).toEqual([409, "subscription_ended"]);
    expect((await subscribe(api, buyer, datasetId)).status).toBe(201);
  });

  test("continues at once with another card, for the whole period", async () => {
    const { provider } = money;
    const buyer = await newBuyer();
    const { id } = await subscribed(money, { buyer });
    const bad = {
      ...buyer.owner,
      customerId: buyer.customerId,
      card: "pm_card_chargeCustomerFail",
    };
    await change(api, buyer, id, { payment_method_id: await addCard(api, provider.stripe, bad) });
    const { periodEndsAt } = await subscriptionRow(api, id);
    await at(api, periodEndsAt);
    await change(api, buyer, id, { payment_method_id: buyer.cardId });
    await runAll(api);
    const row = await subscriptionRow(api, id);
    expect(row).toMatchObject({ state: "active", failures: 0, periodNumber: 2 });
    expect(row.periodStartsAt).toEqual(periodEndsAt);
    expect(row.nextStepAt).toEqual(row.periodEndsAt);
  });

  test("is tried again at once with the same card, once for a double click", async () => {
    const buyer = await newBuyer();
    const { id } = await subscribed(money, { buyer });
    const card = "pm_card_chargeCustomerFail";
    const bad = { ...buyer.owner, customerId: buyer.customerId, card };
    const cardId = await addCard(api, money.provider.stripe, bad);
    const choose = () => change(api, buyer, id, { payment_method_id: cardId });
    await choose();
    const { periodEndsAt } = await subscriptionRow(api, id);
    await at(api, periodEndsAt);
    const failed = await subscriptionRow(api, id);
    expect(failed).toMatchObject({ state: "past_due", failures: 1 });
    await choose();
    expect((await subscriptionRow(api, id)).nextStepAt).toEqual(failed.nextStepAt);
    await at(api, periodEndsAt.getTime() + 120_000);
    await Promise.all([choose(), choose(), choose()]);
    await runAll(api);
    await choose();
    await runAll(api);
    expect(await subscriptionRow(api, id)).toMatchObject({ state: "past_due", failures: 2 });
  });

  test("waits for the key's budget", async () => {
    const buyer = await newBuyer({ budget_cents: 1500, budget_period: "total" });
    const { id } = await subscribed(money, { buyer });
    const other = await subscribed(money, { buyer: await newBuyer() });
    const refused = await subscribe(api, buyer, other.datasetId);
    expect(refused.body.code).toBe("spend_limit_exceeded");
    const { body } = await api.send("GET", "/operator/me", { token: buyer.token });
    expect(body).toMatchObject({ spent_cents: 700, reserved_cents: 700, remaining_cents: 100 });
    await api.db
      .update(apiKeys)
      .set({ budgetCents: 800 })
      .where(eq(apiKeys.id, buyer.operator.apiKeyId));
    const { periodEndsAt } = await subscriptionRow(api, id);
    // An update keeps the first period's money spent.
    await publishVersion(api, (await latestPeriod(api, id)).listingId);
    await at(api, periodEndsAt);
    const late = await subscriptionRow(api, id);
    expect(late).toMatchObject({ state: "past_due", periodNumber: 1, failures: 1 });
    expect(late.failureDetail).toContain("left of its budget");
  });
});

describe("the subscriber", () => {
  test("pauses and resumes", async () => {
    const buyer = await newBuyer();
    const { id } = await subscribed(money, { buyer });
    await change(api, buyer, id, { renewal: "paused" });
    const { periodEndsAt } = await subscriptionRow(api, id);
    await at(api, periodEndsAt);
    expect(await subscriptionRow(api, id)).toMatchObject({ state: "paused", nextStepAt: null });
    await at(api, periodEndsAt.getTime() + 40 * dayMs);
    expect(await periodsOf(api, id)).toHaveLength(1);
    const resumedAt = api.ctx.now().getTime();
    await change(api, buyer, id, { renewal: "on" });
    await runAll(api);
    const row = await subscriptionRow(api, id);
    expect(row).toMatchObject({ state: "active", periodNumber: 2 });
    expect(row.periodStartsAt.getTime()).toBeGreaterThanOrEqual(resumedAt);
  });

  test("cancels: the paid period stays, and nothing more is charged", async () => {
    const buyer = await newBuyer();
    const { id, datasetId, purchaseId } = await subscribed(money, { buyer });
    await change(api, buyer, id, { renewal: "off" });
    const { periodEndsAt } = await subscriptionRow(api, id);
    await at(api, days(2));
    const version = await publishVersion(api, datasetId);
    await runAll(api);
    await at(api, periodEndsAt);
    expect(await subscriptionRow(api, id)).toMatchObject({ state: "ended", endCause: "cancelled" });
    expect(await periodsOf(api, id)).toHaveLength(1);
    const later = await publishVersion(api, datasetId);
    const path = `/purchases/${purchaseId}/download-url`;
    const download = (of: number) =>
      api.send("GET", `${path}?version=${of}`, { token: buyer.token });
    expect((await download(1)).status).toBe(200);
    expect((await download(version)).status).toBe(200);
    const refused = await download(later);
    expect([refused.status, refused.body.code]).toEqual([404, "file_not_found"]);
    const { body } = await api.send("GET", `/subscriptions/${id}`, { token: buyer.token });
    expect(body.versions).toMatchObject([{ version, purchase_id: purchaseId }]);
  });

  test("is refunded by cancelling in the trial, once for a dataset", async () => {
    const buyer = await newBuyer();
    const plans = [{ ...monthly, trial_days: 7 }];
    const { id, purchaseId, datasetId } = await subscribed(money, { buyer, plans });
    await at(api, days(1));
    await publishVersion(api, datasetId);
    await runAll(api);
    expect((await readRow(api, purchaseId)).state).toBe("in_escrow");
    const shown = () => api.send("GET", `/subscriptions/${id}`, { token: buyer.token });
    expect((await shown()).body.trial_ends_at).toEqual(expect.any(String));
    const answer = await change(api, buyer, id, { renewal: "off" });
    expect(answer.body).toMatchObject({ status: "ended", end_cause: "cancelled" });
    expect((await shown()).body.trial_ends_at).toBeNull();
    await runClockOut(api);
    const refunded = await readRow(api, purchaseId);
    expect(refunded).toMatchObject({ state: "refunded", refundCause: "trial_cancelled" });
    const again = await subscribe(api, buyer, datasetId);
    const { id: second } = again.body.subscription as { id: string };
    expect(await subscriptionRow(api, second)).toMatchObject({ trialEndsAt: null });
  });

  test("sees nobody else's subscription", async () => {
    const { id } = await subscribed(money, { buyer: await newBuyer() });
    const stranger = await newBuyer();
    const read = await api.send("GET", `/subscriptions/${id}`, { token: stranger.token });
    expect([read.status, read.body.code]).toEqual([404, "subscription_not_found"]);
    const changed = await change(api, stranger, id, { renewal: "off" });
    expect(changed.status).toBe(404);
    const foreign = await change(api, await newBuyer(), id, {});
    expect(foreign.status).toBe(404);
  });
});

describe("the seller", () => {
  test("raises a price with notice: subscribers pay the old one until then", async () => {
    const buyer = await newBuyer();
    const { id, datasetId } = await subscribed(money, { buyer, plans: [monthly] });
    const first = await subscriptionRow(api, id);
    await at(api, days(5));
    await setPlans(api, datasetId, [{ ...monthly, price_cents: 900 }]);
    await runAll(api);
    expect(await subscriptionRow(api, id)).toMatchObject({ priceCents: 700, nextPriceCents: 900 });
    expect(await mailsOf(api, id)).toEqual(["price_changing"]);
    await at(api, first.periodEndsAt);
    expect(await latestPeriod(api, id)).toMatchObject({ periodNumber: 2, priceCents: 700 });
    const second = await subscriptionRow(api, id);
    await at(api, second.periodEndsAt);
    expect(await latestPeriod(api, id)).toMatchObject({ periodNumber: 3, priceCents: 900 });
    expect(await subscriptionRow(api, id)).toMatchObject({ priceCents: 900, nextPriceCents: null });
  });

  const endings: [string, string, (datasetId: string, keyId: string) => Promise<unknown>][] = [
    ["who drops the plan", "plan_ended", (datasetId) => setPlans(api, datasetId, [yearly])],
    [
      "who withdraws the listing",
      "not_on_sale",
      (datasetId) =>
        api.db
          .update(listings)
          .set({ status: "withdrawn", withdrawnAt: new Date() })
          .where(eq(listings.id, datasetId)),
    ],
    [
      "whose subscriber's key is revoked",
      "key_ended",
      (_, keyId) =>
        api.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, keyId)),
    ],
  ];
  for (const [who, cause, act] of endings) {
    test(`${who} ends the subscription with its period`, async () => {
      const buyer = await newBuyer();
      const { id, datasetId } = await subscribed(money, { buyer });
      await act(datasetId, buyer.operator.apiKeyId);
      await runAll(api);
      const row = await subscriptionRow(api, id);
      expect(row.state).toBe("active");
      await at(api, row.periodEndsAt);
      expect(await subscriptionRow(api, id)).toMatchObject({ state: "ended", endCause: cause });
      expect(await periodsOf(api, id)).toHaveLength(1);
    });
  }
});

describe("a subscriber is announced", () => {
  test("a dropped plan at once, and once; if it returns, the subscription goes on", async () => {
    const buyer = await newBuyer();
    const { id, datasetId } = await subscribed(money, { buyer });
    await setPlans(api, datasetId, [yearly]);
    await Promise.all([runAll(api), runAll(api)]);
    await publishVersion(api, datasetId);
    await runAll(api);
    const types = await eventsOf(api, id, buyer.owner.accountId);
    expect(types.filter((type) => type === "subscription.plan_ending")).toHaveLength(1);
    expect(await mailsOf(api, id)).toEqual(["plan_ending", "updated"]);
    await setPlans(api, datasetId, [monthly]);
    await runAll(api);
    const row = await subscriptionRow(api, id);
    expect(row.planEndingAt).toBeNull();
    await at(api, row.periodEndsAt);
    expect(await subscriptionRow(api, id)).toMatchObject({ state: "active", periodNumber: 2 });
  });

  test("a year's renewal by mail some days before, once for each period", async () => {
    const buyer = await newBuyer();
    const { id } = await subscribed(money, { buyer, plans: [yearly] });
    const month = await subscribed(money, { buyer: await newBuyer() });
    const remind = () => remindOfRenewals(api.ctx, { rowsMax: 10 });
    const { periodEndsAt } = await subscriptionRow(api, id);
    const before = (days: number) => {
      api.clock.skewMs = periodEndsAt.getTime() - days * dayMs - Date.now();
    };
    before(RENEWAL_NOTICE_DAYS + 1);
    expect(await remind()).toBe(0);
    before(RENEWAL_NOTICE_DAYS - 1);
    expect((await Promise.all([remind(), remind(), remind()])).sort()).toEqual([0, 0, 1]);
    expect(await remind()).toBe(0);
    await at(api, periodEndsAt);
    const next = await subscriptionRow(api, id);
    expect(next.periodNumber).toBe(2);
    api.clock.skewMs = next.periodEndsAt.getTime() - dayMs - Date.now();
    expect(await remind()).toBe(1);
    expect(await mailsOf(api, id)).toEqual(["renewing", "renewing"]);
    expect(await mailsOf(api, month.id)).not.toContain("renewing");
  });
});

describe("two at once", () => {
  test("renew a period once", async () => {
    const { id } = await subscribed(money, { buyer: await newBuyer() });
    const { periodEndsAt } = await subscriptionRow(api, id);
    api.clock.skewMs = periodEndsAt.getTime() - Date.now() + 1000;
    await Promise.all([runAll(api), runAll(api), runAll(api)]);
    const periods = await periodsOf(api, id);
    expect(periods.map(({ periodNumber }) => periodNumber)).toEqual([1, 2]);
    const held = await heldFor(money.provider, periods[1]?.id ?? "");
    expect(held.charges).toEqual([700]);
  });

  test("subscribe an account once", async () => {
    const buyer = await newBuyer();
    const { datasetId } = await subscribed(money);
    const six = await Promise.all(
      Array.from({ length: 6 }, () => subscribe(api, buyer, datasetId)),
    );
    expect(six.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});
