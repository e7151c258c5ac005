/** A bank that takes a part of a sale's price for good, before and after the seller's payout. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { wakeTransfersOf } from "../../../db/queries/accounts/accounts.ts";
import { accounts, purchases } from "../../../db/schema/index.ts";
import type { Refund } from "../../../platform/payments/port.ts";
import {
  balancesOf,
  expectExactSums,
  heldFor,
  type MoneySeller,
  newPaidSeller,
  readRow,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { control } from "../../support/stripe.ts";
import { openFindings, reconcile } from "../reconciliation/books.ts";
import { openAftermath } from "./aftermath-support.ts";
import { dyingAt, end, straggling, type Wrap, wrapPayments } from "./faults.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
const { bought, chargebackOf, decided, disputed, transferred, until } = openAftermath(money);

/** The sale of 1000 costs 50; of the 600 that the buyer left, the fee is 30. */
const lostCents = 400;
const left = { buyer: -600, seller_paid: 570, platform_fee: 30 };

async function enablePayouts({ owner: { accountId } }: MoneySeller): Promise<void> {
  const now = api.ctx.now();
  await api.db.transaction(async (tx) => {
    await tx.update(accounts).set({ payoutsEnabledAt: now }).where(eq(accounts.id, accountId));
    await wakeTransfersOf(tx, accountId, now);
  });
}

async function expectNoFinding(id: string): Promise<void> {
  await reconcile(money);
  const own = (await openFindings(money)).filter(({ purchaseId }) => purchaseId === id);
  expect(own.map(({ kind }) => kind)).toEqual([]);
}

/** Released, not transferred, and the bank has taken a part. */
async function lostBefore(amount = lostCents) {
  const seller = await newPaidSeller(api, provider, { payouts: false });
  const id = await end(money, await bought("pm_card_visa", seller), "released");
  const disputeId = await disputed(id, { amount });
  await decided(id, "lost");
  return { seller, id, disputeId };
}

describe("a bank that took a part of the price", () => {
  test("before the transfer leaves the seller their share of the rest, which is transferred", async () => {
    const { seller, id, disputeId } = await lostBefore();
    expect((await chargebackOf(disputeId)).debtCents).toBe(0);
    expect(await balancesOf(api, id)).toEqual({
      buyer: -600,
      seller_payable: 570,
      platform_fee: 30,
    });
    await enablePayouts(seller);
    await until(id, ({ transferredAt }) => transferredAt !== null, 3600);
    expect(await balancesOf(api, id)).toEqual(left);
    expect((await heldFor(provider, id)).transfers).toEqual([570]);
    await expectExactSums(api, seller.owner);
    await expectNoFinding(id);
  });

  test("after the transfer ends with the same figures, once the debt is settled", async () => {
    const seller = await newPaidSeller(api, provider);
    const id = await transferred(seller);
    const disputeId = await disputed(id, { amount: lostCents });
    await decided(id, "lost");
    expect((await chargebackOf(disputeId)).debtCents).toBe(380);
    expect(await balancesOf(api, id)).toEqual({
      ...left,
      seller_paid: 950,
      platform_funds: -380,
    });
    const next = await end(money, await bought("pm_card_visa", seller), "released");
    await runClockOut(api);
    expect(await balancesOf(api, next)).toEqual({
      buyer: -1000,
      platform_fee: 50,
      platform_funds: 380,
      seller_paid: 570,
    });
    await expectExactSums(api, seller.owner);
    await expectNoFinding(id);
  });

  test("before the transfer of a sale that pays older debts leaves what is left of both", async () => {
    const { seller, id: owing } = await lostBefore(1);
    await enablePayouts(seller);
    await until(owing, ({ transferredAt }) => transferredAt !== null, 3600);
    const older = await disputedAfterPayout(seller);
    expect((await chargebackOf(older)).debtCents).toBe(380);
    const id = await end(money, await bought("pm_card_visa", seller), "released");
    const stuck = wrapPayments(money, dyingAt("createTransfer", "before"));
    await until(id, ({ setOffAt }) => setOffAt !== null, 60);
    stuck();
    expect((await readRow(api, id)).setOffCents).toBe(380);
    const disputeId = await disputed(id, { amount: 700 });
    await decided(id, "lost");
    // The seller's share of 1000 is 950, that of the 300 left is 285: the loss is 665, and 570 are there.
    expect((await chargebackOf(disputeId)).debtCents).toBe(95);
    expect(await balancesOf(api, id)).toEqual({
      buyer: -300,
      platform_fee: 15,
      platform_funds: 285,
    });
    await until(id, ({ settleDueAt }) => settleDueAt === null, 7200);
    expect((await heldFor(provider, id)).transfers).toEqual([]);
    await expectExactSums(api, seller.owner);
  });

  test("while the transfer was on its way: what it brought too much is the seller's debt", async () => {
    const seller = await newPaidSeller(api, provider);
    const id = await end(money, await bought("pm_card_visa", seller), "released");
    const straggler = straggling("createTransfer");
    const restore = wrapPayments(money, straggler.wrap);
    await until(id, ({ setOffAt }) => setOffAt !== null, 60);
    const disputeId = await disputed(id, { amount: lostCents });
    await decided(id, "lost");
    await straggler.arrive();
    restore();
    // No webhook tells of a transfer, so the daily comparison finds it.
    await reconcile(money);
    await until(id, ({ transferredAt }) => transferredAt !== null, 2 * 86_400);
    expect((await heldFor(provider, id)).transfers).toEqual([950]);
    expect((await chargebackOf(disputeId)).debtCents).toBe(380);
    const books = await balancesOf(api, id);
    expect(books).toMatchObject({ ...left, seller_paid: 950 });
    expect((books.platform_funds ?? 0) + (books.provider_fees ?? 0)).toBe(-380);
    await expectExactSums(api, seller.owner);
  });
});

describe("a bank that took a part of a refund that is owed", () => {
  const verdict = async (id: string) => {
    const payment_intent = String((await readRow(api, id)).paymentIntentId);
    const { data } = await provider.stripe.disputes.list({ payment_intent });
    await control(provider.url, "_verdicts", { dispute: data[0]?.id, verdict: "lost" });
  };

  test("has paid that part, and the card gets the rest", async () => {
    const id = await bought();
    await disputed(id, { amount: lostCents });
    await end(money, id, "refunded");
    await verdict(id);
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null, 3600);
    expect(await heldFor(provider, id)).toMatchObject({ refunds: [600], taken: 400 });
    expect(await balancesOf(api, id)).toEqual({});
    await expectNoFinding(id);
  });

  test("leaves the rest owed while the provider refuses to refund it", async () => {
    const id = await bought();
    await disputed(id, { amount: lostCents });
    await end(money, id, "refunded");
    await verdict(id);
    const answer = { kind: "refused", code: "balance_insufficient", detail: "No money." } as const;
    const restore = wrapPayments(
      money,
      (payments) => ({ ...payments, createRefund: async () => answer }) as typeof payments,
    );
    await until(id, ({ chargeback }) => chargeback === "lost", 3600);
    expect((await readRow(api, id)).refundPaidAt).toBeNull();
    expect(await balancesOf(api, id)).toEqual({ buyer: -600, refund_payable: 600 });
    restore();
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null, 7200);
    expect(await balancesOf(api, id)).toEqual({});
    await expectNoFinding(id);
  });

  test("after the card had all of it: if that refund comes back, the rest is owed again", async () => {
    const id = await end(money, await bought("pm_card_pendingRefund"), "refunded");
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null, 60);
    await disputed(id, { amount: lostCents });
    await verdict(id);
    await until(id, ({ chargeback }) => chargeback === "lost");
    expect(await balancesOf(api, id)).toEqual({ buyer: 400, platform_funds: -400 });
    const { refundId } = await readRow(api, id);
    const failing: Wrap = (payments) => ({
      ...payments,
      async listRefunds(intentId) {
        const answer = await payments.listRefunds(intentId);
        if (answer.kind !== "ok") return answer;
        const failed = (refund: Refund) => ({
          ...refund,
          ...(refund.id === refundId ? { status: "failed" as const } : {}),
        });
        return { kind: "ok", value: answer.value.map(failed) };
      },
      // The provider has its money again, so it could refund what is left.
      createRefund: async ({ amountCents = 0, purchaseId }) => ({
        kind: "ok",
        value: {
          ...{ id: "re_again", status: "succeeded", failureReason: null },
          ...{ amountCents, purchaseId },
        },
      }),
    });
    const restore = wrapPayments(money, failing);
    await api.db.update(purchases).set({ settleDueAt: new Date() }).where(eq(purchases.id, id));
    await until(id, ({ refundFailedAt }) => refundFailedAt !== null);
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null, 26 * 3600);
    restore();
    expect(await readRow(api, id)).toMatchObject({ refundId: "re_again", chargedBackCents: 400 });
    expect(await balancesOf(api, id)).toEqual({});
  });
});

async function disputedAfterPayout(seller: MoneySeller): Promise<string> {
  const id = await transferred(seller);
  const disputeId = await disputed(id, { amount: lostCents });
  await decided(id, "lost");
  return disputeId;
}
