/** Administrators' steps after a failed refund: retrying it, or recording how it was paid. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { purchases } from "../../../db/schema/index.ts";
import { payRefundOtherwise } from "../../../market/purchase/settlement/pay-refund-otherwise.ts";
import { retryRefund } from "../../../market/purchase/settlement/retry-refund.ts";
import { settleRefund } from "../../../market/purchase/settlement/settle-refund.ts";
import {
  balancesOf,
  expectExactSums,
  heldFor,
  postingsOf,
  readRow,
  runClock,
  testMoney,
} from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";
import { openAftermath } from "./aftermath-support.ts";
import { claim, dyingAt, end, overtaken, straggling, wrapPayments } from "./faults.ts";

const money = await testMoney({ webhooks: true });
const { api } = money;
const world = openAftermath(money);
const admin = await world.newAdmin();
const paid = { reference: "SEPA 17", reason: "The card is gone." };
const pay = (id: string, body = paid, as = admin) => payRefundOtherwise(api.ctx, as, id, body);

async function failed(): Promise<string> {
  const id = await end(money, await world.bought("pm_card_refundFail"), "refunded");
  await world.until(id, ({ refundFailedAt }) => refundFailedAt !== null);
  return id;
}

describe("a refund that was paid another way", () => {
  test("is no longer owed, its buyer is notified, and it is never also paid by card", async () => {
    const id = await failed();
    expect((await readRow(api, id)).refundFailureReason).toBe("expired_or_canceled_card");
    expect(await pay(id)).toEqual({ changed: true });
    expect(await balancesOf(api, id)).toEqual({ platform_outside: -1000, platform_funds: 1000 });
    expect((await world.auditsOf(id)).at(-1)).toMatchObject({
      action: "purchase.refund_paid_otherwise",
      actorKind: "admin",
      actorId: admin.accountId,
      detail: { ...paid, amount_cents: 1000 },
    });
    expect(await world.eventsOf(id)).toContain("purchase.refund_paid_otherwise");
    expect(await world.noticesOf(id)).toContain("refund_paid_otherwise_buyer");
    expect(await pay(id)).toEqual({ changed: false });
    await expect(pay(id, { ...paid, reference: "SEPA 18" })).rejects.toMatchObject({
      code: "refund_not_owed",
    });
    // Neither time nor another message from the provider wakes it.
    await api.db.update(purchases).set({ settleDueAt: api.ctx.now() }).where(eq(purchases.id, id));
    for (const day of [1, 2, 5]) await runClock(api, day * 25 * 3600);
    expect((await heldFor(money.provider, id)).refunds).toEqual([]);
    expect((await readRow(api, id)).refundPaidReference).toBe("SEPA 17");
    expect((await postingsOf(api, id)).filter((one) => one === "refund_failed")).toHaveLength(1);
    await expectExactSums(api, money.seller.owner);
  });

  test("is no matter for who bought it, and none of a purchase that is not refunded", async () => {
    const id = await failed();
    const { accountId } = await readRow(api, id);
    await expect(pay(id, paid, { ...admin, accountId })).rejects.toMatchObject({
      code: "party_to_dispute",
    });
    await expect(pay(await world.bought())).rejects.toMatchObject({ code: "refund_not_owed" });
    const settled = await end(money, await world.bought(), "refunded");
    await world.until(settled, ({ refundPaidAt }) => refundPaidAt !== null);
    await expect(pay(settled)).rejects.toMatchObject({ code: "refund_not_owed" });
  });
});

describe("the clock's try against the button", () => {
  test("a try that has begun bars the button, also when its process died after the call", async () => {
    const id = await end(money, await world.bought(), "refunded");
    const restore = wrapPayments(money, dyingAt("createRefund", "after"));
    await world.until(id, ({ refundTryingAt }) => refundTryingAt !== null);
    restore();
    await expect(pay(id)).rejects.toMatchObject({ code: "refund_not_owed" });
    await world.until(id, ({ refundPaidAt }) => refundPaidAt !== null, 61);
    expect((await heldFor(money.provider, id)).refunds).toEqual([1000]);
    expect(await balancesOf(api, id)).toEqual({});
  });

  test("a request that is still under way bars it, though the provider knows of none", async () => {
    const id = await end(money, await world.bought(), "refunded");
    const late = straggling("createRefund");
    const restore = wrapPayments(money, late.wrap);
    await world.until(id, ({ refundTryingAt }) => refundTryingAt !== null);
    restore();
    await expect(pay(id)).rejects.toThrow("A refund is in progress");
    await late.arrive();
    await world.until(id, ({ refundPaidAt }) => refundPaidAt !== null, 61);
    expect((await heldFor(money.provider, id)).refunds).toEqual([1000]);
  });

  test("the button first: a driver that had looked before pays nothing", async () => {
    const id = await end(money, await world.bought(), "refunded");
    // The button is pressed between the driver's check and its attempt.
    const { paymentIntentId } = await readRow(api, id);
    const restore = wrapPayments(money, (payments) => ({
      ...payments,
      async listRefunds(intentId) {
        const found = await payments.listRefunds(intentId);
        if (intentId !== paymentIntentId) return found;
        restore();
        await pay(id);
        return found;
      },
    }));
    await world.until(id, ({ refundPaidReference }) => refundPaidReference === "SEPA 17");
    await runClock(api, 3600);
    expect((await heldFor(money.provider, id)).refunds).toEqual([]);
    expect(await balancesOf(api, id)).toEqual({ platform_outside: -1000, platform_funds: 1000 });
  });

  test("a late refusal does not undo the next attempt", async () => {
    const id = await end(money, await world.bought(), "refunded");
    const seen = await claim(money, id);
    const later = { keyGeneration: 1, refundTryingAt: api.ctx.now() };
    const restore = wrapPayments(money, (payments) => ({
      ...payments,
      async createRefund() {
        await api.db.update(purchases).set(later).where(eq(purchases.id, id));
        return { kind: "refused", code: "balance_insufficient", detail: "Not enough." };
      },
    }));
    await settleRefund(api.ctx, seen);
    restore();
    await expect(pay(id)).rejects.toThrow("A refund is in progress");
  });

  test("both at once pay once, whichever wins", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await end(money, await world.bought(), "refunded");
      const pressed = pay(id).catch(() => ({ changed: false }));
      const [{ changed }] = await Promise.all([pressed, runClock(api)]);
      await world.until(id, ({ refundPaidAt }) => refundPaidAt !== null, 61);
      const { refunds } = await heldFor(money.provider, id);
      expect(refunds).toEqual(changed ? [] : [1000]);
    }
  });
});

test("a refund that has failed since a driver read it is not written down as paid", async () => {
  const id = await end(money, await world.bought("pm_card_refundFail"), "refunded");
  const seen = await claim(money, id);
  const payment_intent = String(seen.paymentIntentId);
  const refund = () => settleRefund(api.ctx, seen);
  await overtaken(money, "createRefund", refund, async () => {
    await eventually(async () => {
      const { data } = await money.provider.stripe.refunds.list({ payment_intent });
      return data[0]?.status === "failed";
    });
    await world.until(id, ({ refundFailedAt }) => refundFailedAt !== null, 61);
  });
  expect(await readRow(api, id)).toMatchObject({ refundPaidAt: null, refundFailures: 1 });
});

describe("another try", () => {
  test("is made at once where somebody asks, also after the last one, and counts once", async () => {
    const id = await failed();
    await retryRefund(api.ctx, admin, id, { reason: "They have a new card." });
    await world.until(id, ({ refundFailures }) => refundFailures === 2);
    expect((await world.auditsOf(id)).map(({ action }) => action)).toContain(
      "purchase.refund_retry_asked",
    );
    await runClock(api, 3600);
    expect((await readRow(api, id)).refundFailures).toBe(2);
    for (const failures of [3, 4]) {
      await retryRefund(api.ctx, admin, id, { reason: "Once more." });
      await world.until(id, ({ refundFailures }) => refundFailures === failures);
    }
    await world.until(id, ({ settleDueAt }) => settleDueAt === null);
    await retryRefund(api.ctx, admin, id, { reason: "The last one." });
    await world.until(id, ({ refundFailures }) => refundFailures === 5);
    expect(await balancesOf(api, id)).toEqual({ buyer: -1000, refund_payable: 1000 });
  });

  test("is refused for paid refunds", async () => {
    const id = await failed();
    await pay(id);
    const again = retryRefund(api.ctx, admin, id, { reason: "Again." });
    await expect(again).rejects.toMatchObject({ code: "refund_not_owed" });
  });
});
