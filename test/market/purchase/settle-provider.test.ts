/** Changes caused by the provider, a bank or a seller's account, and their effect on held money. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/index.ts";
import { refreshPayoutAccount } from "../../../market/account/payouts/refresh-payout-account.ts";
import { settler } from "../../../market/purchase/settlement/outcome.ts";
import { releaseDuePurchases } from "../../../market/purchase/settlement/release-due-purchases.ts";
import { settleEscrow } from "../../../market/purchase/settlement/settle-escrow.ts";
import { settlePayment } from "../../../market/purchase/settlement/settle-payment.ts";
import { settleTransfer } from "../../../market/purchase/settlement/settle-transfer.ts";
import { openTestApi } from "../../support/api.ts";
import { noticesOf } from "../../support/market.ts";
import {
  balancesOf,
  buy,
  feeCents,
  heldFor,
  newPaidSeller,
  newPayingBuyer,
  offer,
  openPurchase,
  postingsOf,
  priceCents,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";
import { control } from "../../support/stripe.ts";
import { claim, end, overtaken, straggling, wrapPayments } from "./faults.ts";

const money = await testMoney({ webhooks: false });

async function bought(card = "pm_card_visa", seller = money.seller): Promise<string> {
  const { api, provider } = money;
  const buyer = await newPayingBuyer(api, provider, { card });
  const answer = await buy(api, buyer, await offer(api, seller));
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body.id);
}

/** Checks the provider, as a webhook requests it. */
async function lookAt(id: string) {
  const { trouble } = await settleEscrow(money.api.ctx, await readRow(money.api, id));
  return { ...(await readRow(money.api, id)), trouble };
}

async function intentOf(id: string): Promise<string> {
  return String((await readRow(money.api, id)).paymentIntentId);
}

async function decideDispute(id: string, evidence: "winning_evidence" | "losing_evidence") {
  const { stripe } = money.provider;
  const disputes = await stripe.disputes.list({ payment_intent: await intentOf(id) });
  const [dispute] = disputes.data;
  if (dispute === undefined) throw new Error("there is no dispute");
  await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: evidence } });
}

describe("a dispute of the card's bank", () => {
  test("holds the money, tells seller and administrators, and is seen again by every look", async () => {
    const id = await bought("pm_card_createDispute");
    expect(await lookAt(id)).toMatchObject({
      state: "disputed",
      disputeReason: "chargeback",
      releaseDueAt: null,
      trouble: null,
    });
    expect(await lookAt(id)).toMatchObject({ state: "disputed", settleDueAt: expect.any(Date) });
    const told = await noticesOf(money.api, id);
    expect(told).toEqual([
      "bought",
      "chargeback_opened_buyer",
      "disputed_administrators",
      "disputed_seller",
      "sold",
    ]);
    expect(await balancesOf(money.api, id)).toEqual({
      buyer: -1000,
      escrow: 1000,
      bank: 1000,
      platform_funds: -1000,
    });
  });

  test("that is lost gives the money to the buyer, once, and refunds nothing on top", async () => {
    const { api, provider } = money;
    const id = await bought("pm_card_createDispute");
    await lookAt(id);
    await decideDispute(id, "losing_evidence");
    expect(await lookAt(id)).toMatchObject({ state: "refunded", refundCause: "charged_back" });
    expect(await postingsOf(api, id)).toEqual([
      "captured",
      "dispute_withdrawn",
      "charged_back",
      "dispute_closed",
    ]);
    expect(await balancesOf(api, id)).toEqual({});
    await runClockOut(api);
    expect(await heldFor(provider, id)).toMatchObject({ refunds: [], taken: 1000 });
  });

  test("that is won moves nothing at the look: the clock lets the escrow go on, or administrators release it", async () => {
    const { api, provider } = money;
    const id = await bought("pm_card_createDispute");
    await lookAt(id);
    await decideDispute(id, "winning_evidence");
    expect(await lookAt(id)).toMatchObject({ state: "disputed", settleDueAt: null });
    await end(money, id, "released");
    await runClockOut(api);
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [950], taken: 0 });
  });

  test("that is open after release keeps the transfer back and says so", async () => {
    const { api, provider } = money;
    const id = await bought("pm_card_createDispute");
    await end(money, id, "released");
    const { trouble } = await settleTransfer(api.ctx, await readRow(api, id));
    expect(trouble).toMatchObject({ level: "error" });
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [] });
    await decideDispute(id, "winning_evidence");
    await runClockOut(api);
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [950] });
  });

  test("that is lost while a refund is owed counts as the refund", async () => {
    const { api, provider } = money;
    const id = await bought("pm_card_createDispute");
    await lookAt(id);
    await end(money, id, "refunded");
    await runClock(api);
    expect((await readRow(api, id)).refundPaidAt).toBeNull();
    await decideDispute(id, "losing_evidence");
    await runClockOut(api);
    expect(await readRow(api, id)).toMatchObject({ state: "refunded", refundId: null });
    expect((await readRow(api, id)).refundPaidAt).not.toBeNull();
    expect(await balancesOf(api, id)).toEqual({});
    expect(await heldFor(provider, id)).toMatchObject({ refunds: [], taken: 1000 });
  });
});

for (const amount of [1000, 400]) {
  test(`a dispute of ${amount} cents that is lost between the two readings of a look is booked once`, async () => {
    const { api, provider } = money;
    const id = await bought();
    const payment_intent = await intentOf(id);
    await control(provider.url, "_disputes", { payment_intent, amount });
    const seen = await claim(money, id);
    const look = () => settleEscrow(api.ctx, seen);
    await overtaken(money, "readIntent", look, () => decideDispute(id, "losing_evidence"));
    await runClockOut(api, { fromHour: 8 * 24 });
    expect(await readRow(api, id)).toMatchObject({
      state: "refunded",
      refundCause: "charged_back",
    });
    const refunds = amount === 1000 ? [] : [1000 - amount];
    expect(await heldFor(provider, id)).toMatchObject({ refunds, taken: amount });
    expect(await balancesOf(api, id)).toEqual({});
  });
}

describe("a refund that somebody makes at the provider", () => {
  test("of everything ends the purchase as refunded_at_provider, and is not made twice", async () => {
    const { api, provider } = money;
    const id = await bought();
    await provider.stripe.refunds.create({ payment_intent: await intentOf(id) });
    expect(await lookAt(id)).toMatchObject({
      state: "refunded",
      refundCause: "refunded_at_provider",
      settleDueAt: null,
    });
    expect(await postingsOf(api, id)).toEqual(["captured", "refund_owed", "refund_paid"]);
    await runClockOut(api);
    expect(await heldFor(provider, id)).toMatchObject({ refunds: [1000] });
  });

  test("of a part moves nothing while the money is held", async () => {
    const { api, provider } = money;
    const id = await bought();
    await provider.stripe.refunds.create({ payment_intent: await intentOf(id), amount: 400 });
    expect(await lookAt(id)).toMatchObject({ state: "in_escrow", trouble: null });
    expect(await postingsOf(api, id)).toEqual(["captured"]);
  });

  test("before ours is found, and counts as ours", async () => {
    const { api, provider } = money;
    const id = await end(money, await bought(), "refunded");
    await provider.stripe.refunds.create({ payment_intent: await intentOf(id) });
    await runClock(api);
    expect((await readRow(api, id)).refundPaidAt).not.toBeNull();
    expect(await heldFor(provider, id)).toMatchObject({ refunds: [1000] });
  });

  test("after release costs the sale, and nothing is transferred", async () => {
    const { api, provider } = money;
    const id = await end(money, await bought(), "released");
    await provider.stripe.refunds.create({ payment_intent: await intentOf(id) });
    const { trouble } = await settleTransfer(api.ctx, await readRow(api, id));
    expect(trouble).toBeNull();
    expect(await readRow(api, id)).toMatchObject({ transferredAt: null, settleDueAt: null });
    expect(await balancesOf(api, id)).toEqual({});
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [] });
  });
});

describe("changes whose webhook got lost", () => {
  const almostDue = 7 * 24 - 1;

  test("of a refund is found by the last look before the release", async () => {
    const { api, provider } = money;
    const id = await bought();
    await provider.stripe.refunds.create({ payment_intent: await intentOf(id) });
    await runClock(api, (almostDue - 1) * 3600);
    expect((await readRow(api, id)).state).toBe("in_escrow");
    await runClock(api, almostDue * 3600 + 60);
    expect(await readRow(api, id)).toMatchObject({
      state: "refunded",
      refundCause: "refunded_at_provider",
    });
    expect(await heldFor(provider, id)).toMatchObject({ refunds: [1000], transfers: [] });
  });

  test("of a bank's dispute holds the money, and sound money is released in time", async () => {
    const { api } = money;
    const disputed = await bought("pm_card_createDispute");
    const sound = await bought();
    await runClock(api, almostDue * 3600 + 60);
    expect((await readRow(api, disputed)).state).toBe("disputed");
    expect(await readRow(api, sound)).toMatchObject({ state: "in_escrow", settleDueAt: null });
    const now = () => new Date(Date.now() + (7 * 86_400 + 60) * 1000);
    await releaseDuePurchases({ ...api.ctx, now }, { rowsMax: 1000 });
    expect((await readRow(api, disputed)).state).toBe("disputed");
    expect((await readRow(api, sound)).state).toBe("released");
  });

  test("keeps money in escrow beyond its time while the provider cannot be asked", async () => {
    const { api } = money;
    const id = await bought();
    const restore = wrapPayments(money, (payments) => ({
      ...payments,
      readIntent: async () => ({ kind: "unknown", code: "x", detail: "Away.", answered: false }),
    }));
    await runClock(api, almostDue * 3600 + 60);
    restore();
    const now = () => new Date(Date.now() + (7 * 86_400 + 60) * 1000);
    await releaseDuePurchases({ ...api.ctx, now }, { rowsMax: 1000 });
    expect((await readRow(api, id)).state).toBe("in_escrow");
    await runClock(api, 7 * 86_400 + 7200);
    await releaseDuePurchases({ ...api.ctx, now }, { rowsMax: 1000 });
    expect((await readRow(api, id)).state).toBe("released");
  });
});

describe("a seller", () => {
  test("without a payout account waits, costs no calls, and is paid when the account is ready", async () => {
    const { api, provider } = money;
    const seller = await newPaidSeller(api, provider, { payouts: false });
    const id = await end(money, await bought("pm_card_visa", seller), "released");
    await runClock(api);
    expect(await readRow(api, id)).toMatchObject({ transferredAt: null, settleDueAt: null });
    await runClock(api, 3600);
    expect(await readRow(api, id)).toMatchObject({ settleDueAt: null, settleAttempts: 1 });
    await refreshPayoutAccount(api.ctx, settler, seller.owner.accountId);
    await runClock(api);
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [priceCents - feeCents] });
  });

  test("whose account is enabled while a driver decides to wait is not forgotten", async () => {
    const { api, provider } = money;
    const seller = await newPaidSeller(api, provider, { payouts: false });
    const id = await end(money, await bought("pm_card_visa", seller), "released");
    const seen = await readRow(api, id);
    await Promise.all([
      settleTransfer(api.ctx, seen),
      refreshPayoutAccount(api.ctx, settler, seller.owner.accountId),
    ]);
    await runClock(api);
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [priceCents - feeCents] });
  });

  test("a suspended seller is not paid", async () => {
    const { api, provider } = money;
    const seller = await newPaidSeller(api, provider);
    const id = await end(money, await bought("pm_card_visa", seller), "released");
    await api.db
      .update(accounts)
      .set({ suspendedAt: new Date(), suspendedReason: "test" })
      .where(eq(accounts.id, seller.owner.accountId));
    await runClock(api);
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [] });
    expect((await readRow(api, id)).settleDueAt).toBeNull();
  });

  test("whose account the provider refuses is asked about again, and paid by another key", async () => {
    const { api, provider } = money;
    const seller = await newPaidSeller(api, provider);
    const id = await end(money, await bought("pm_card_visa", seller), "released");
    const restore = wrapPayments(money, (payments) => ({
      ...payments,
      createTransfer: async () => ({ kind: "refused", code: "account_closed", detail: "Closed." }),
    }));
    await runClock(api);
    restore();
    const accountId = seller.owner.accountId;
    const [account] = await api.db.select().from(accounts).where(eq(accounts.id, accountId));
    expect(account?.payoutCheckDueAt).not.toBeNull();
    expect((await readRow(api, id)).keyGeneration).toBe(1);
    await runClockOut(api);
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [priceCents - feeCents] });
  });
});

describe("refunds that take their time", () => {
  test("stay owed while they are pending and are paid once, when the provider says so", async () => {
    const { api, provider } = money;
    const id = await end(money, await bought("pm_card_pendingRefund"), "refunded");
    await runClock(api);
    expect((await readRow(api, id)).refundPaidAt).toBeNull();
    expect(await balancesOf(api, id)).toEqual({ buyer: -1000, refund_payable: 1000 });
    await eventually(async () => {
      await runClock(api, 3600);
      return (await readRow(api, id)).refundPaidAt !== null;
    });
    expect(await balancesOf(api, id)).toEqual({});
    expect(await heldFor(provider, id)).toMatchObject({ refunds: [1000] });
  });
});

describe("provider data that do not match", () => {
  for (const [what, change] of [
    ["amount", { amountCents: 999 }],
    ["currency", { currency: "eur" }],
  ] as const) {
    test(`a payment of another ${what} is never taken silently`, async () => {
      const { api, seller, buyer } = money;
      const datasetId = await offer(api, seller);
      const body = { payment_method_id: buyer.cardId };
      const purchase = await openPurchase(api.ctx, buyer.operator, datasetId, body);
      const restore = wrapPayments(money, (payments) => ({
        ...payments,
        async createIntent(...given) {
          const answer = await payments.createIntent(...given);
          if (answer.kind !== "ok") return answer;
          return { kind: "ok", value: { ...answer.value, ...change } };
        },
      }));
      const { trouble } = await settlePayment(api.ctx, purchase);
      restore();
      expect(trouble).toMatchObject({ level: "error" });
      expect(await readRow(api, purchase.id)).toMatchObject({ state: "payment_pending" });
      expect(await postingsOf(api, purchase.id)).toEqual([]);
    });
  }

  for (const [how, answer] of [
    ["refuses", { kind: "refused", code: "account_invalid", detail: "No." }],
    [
      "declines without saying so at the intent",
      {
        kind: "declined",
        decline: { code: "card_declined", declineCode: "lost_card", detail: "No." },
      },
    ],
  ] as const) {
    test(`a confirmation that the provider ${how} fails, and its intent can never be paid`, async () => {
      const { api, provider, seller, buyer } = money;
      const restore = wrapPayments(money, (payments) => ({
        ...payments,
        confirmIntent: async () => answer,
      }));
      const datasetId = await offer(api, seller);
      const refused = await buy(api, buyer, datasetId);
      restore();
      expect([refused.status, refused.body.code]).toEqual([402, "payment_declined"]);
      const { data } = await provider.stripe.paymentIntents.list({ limit: 1 });
      expect(data[0]?.status).toBe("canceled");
      expect((await buy(api, buyer, datasetId)).status).toBe(201);
    });
  }

  test("a reason to fail that was noted before its cancelling got lost is the reason in the end", async () => {
    const { api, provider, seller, buyer } = money;
    let isAway = false;
    const lost = { kind: "unknown", code: "connection", detail: "No.", answered: false } as const;
    const restore = wrapPayments(money, (payments) => ({
      ...payments,
      confirmIntent: async () => ({ kind: "refused", code: "account_invalid", detail: "No." }),
      async cancelIntent(id) {
        await payments.cancelIntent(id);
        isAway = true;
        return lost;
      },
      readIntent: async (id) => (isAway ? lost : payments.readIntent(id)),
    }));
    const answer = await buy(api, buyer, await offer(api, seller));
    restore();
    expect([answer.status, answer.body.status]).toEqual([201, "payment_pending"]);
    const id = String(answer.body.id);
    await runClockOut(api);
    expect(await readRow(api, id)).toMatchObject({
      state: "payment_failed",
      failureCode: "account_invalid",
    });
    expect(await heldFor(provider, id)).toMatchObject({ charges: [] });
  });

  test("a key is kept while a call by it may still be on its way, whatever else is answered", async () => {
    const { api, provider } = money;
    const id = await end(money, await bought(), "released");
    const late = straggling("createTransfer");
    const restore = wrapPayments(money, late.wrap);
    await runClock(api);
    restore();
    await money.fault({ operation: "GET /v1/transfers", kind: "status_500_after", times: 99 });
    await runClock(api, 3600);
    await money.clearFaults();
    expect(await readRow(api, id)).toMatchObject({ transferredAt: null, keyGeneration: 0 });
    await runClockOut(api);
    await late.arrive();
    expect(await heldFor(provider, id)).toMatchObject({ transfers: [priceCents - feeCents] });
  });

  test("a card that was taken off at the provider meanwhile fails the payment", async () => {
    const { api, provider, seller } = money;
    const buyer = await newPayingBuyer(api, provider);
    await provider.stripe.paymentMethods.detach(buyer.cardId);
    const answer = await buy(api, buyer, await offer(api, seller));
    expect([answer.status, answer.body.code]).toEqual([402, "payment_declined"]);
  });

  test("a provider that is away for a day expires the payment, and nobody was charged", async () => {
    const { api, provider, buyer, seller } = money;
    const nowhere = await openTestApi({
      DATABASE_URL: api.databaseUrl,
      STRIPE_API_BASE_URL: "http://127.0.0.1:9",
    });
    const answer = await buy(nowhere, buyer, await offer(api, seller));
    expect([answer.status, answer.body.status]).toEqual([201, "payment_pending"]);
    const id = String(answer.body.id);
    await runClock(nowhere, 3600);
    expect((await readRow(api, id)).state).toBe("payment_pending");
    await runClock(nowhere, 25 * 3600);
    expect(await readRow(api, id)).toMatchObject({ state: "expired", settleDueAt: null });
    expect(await heldFor(provider, id)).toMatchObject({ charges: [] });
    await nowhere.close();
  });
});
