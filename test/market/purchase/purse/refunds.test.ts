/** The rest of a shared charge: refunds that fail or are made by hand, and disputes of a part of the charge. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { and, eq, sql } from "drizzle-orm";
import { chargebacks, outbox, purses } from "../../../../db/schema/index.ts";
import { visitorOf } from "../../../site/visitor.ts";
import { adminEmail, signedIn } from "../../../support/administrators.ts";
import {
  balancesOf,
  expectExactSums,
  newPayingBuyer,
  readRow,
  testMoney,
} from "../../../support/money.ts";
import { eventually } from "../../../support/stack.ts";
import { control } from "../../../support/stripe.ts";
import { openFindings, reconcile } from "../../reconciliation/books.ts";
import { end } from "../faults.ts";
import {
  atProvider,
  booksOf,
  charge,
  endShared,
  openShared,
  readPurse,
  settleAll,
} from "./support.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
const { stripe } = provider;
api.ctx.config.ADMIN_EMAILS.push(adminEmail);
const admin = await visitorOf(api, await signedIn(api, adminEmail));
afterEach(() => money.clearFaults());

type PurseRow = Awaited<ReturnType<typeof readPurse>>;

async function shared(prices: number[], priceCents = 4000, card = "pm_card_visa") {
  const buyer = await newPayingBuyer(api, provider, { card });
  const { purse, ids } = await openShared(money, { priceCents, prices, buyer });
  const { paymentIntentId } = await charge(money, purse);
  return { buyer, id: purse.id, ids, intent: String(paymentIntentId) };
}

/** Runs the clock until the purse meets a condition. */
async function until(id: string, isSo: (purse: PurseRow) => boolean, seconds = 1): Promise<void> {
  await eventually(async () => {
    await settleAll(money, seconds);
    return isSo(await readPurse(money, id));
  });
}

/** The books agree with the provider's about this charge. */
async function expectReconciled(id: string, ids: string[]): Promise<void> {
  await reconcile(money);
  const all = await openFindings(money);
  const own = all.filter(({ purchaseId }) => [id, ...ids].includes(String(purchaseId)));
  expect(own.map(({ kind, category }) => [kind, category])).toEqual([]);
}

const mailsOf = async (id: string) => {
  const rows = await api.db
    .select({ notice: sql<string>`payload->>'notice'` })
    .from(outbox)
    .where(sql`payload->>'purse_id' = ${id}`)
    .orderBy(outbox.id);
  return rows.map(({ notice }) => notice);
};

async function failed() {
  const made = await shared([1000], 4000, "pm_card_refundFail");
  await endShared(money, made.id);
  await until(made.id, ({ refundFailedAt }) => refundFailedAt !== null);
  return made;
}

describe("the rest of a shared charge whose refund fails", () => {
  test("is listed for administrators with its reason, and buyer and administrators get a mail", async () => {
    const { id, ids, buyer } = await failed();
    expect(await mailsOf(id)).toEqual([
      "purse_refund_failed_buyer",
      "purse_refund_failed_administrators",
    ]);
    const path = `/admin/refunds/${id}`;
    const listed = (await admin.open("/admin/refunds?status=failed")).text;
    expect(listed).toContain(path);
    expect(listed).toContain("expired or canceled card");
    const shown = await admin.open(path);
    for (const words of ["$30.00", "$40.00", "One charge for a bounty", "Try the card again"]) {
      expect(shown.text).toContain(words);
    }
    expect(shown.text).toContain(String(ids[0]));
    const own = await visitorOf(api, buyer.owner);
    expect((await own.open(`/account/payments/${id}`)).text).toContain("returned the refund");
  });

  test("is tried once a day, four times in total, and once more when an administrator asks", async () => {
    const { id } = await failed();
    for (const days of [1, 2, 3]) {
      await until(id, ({ refundFailures }) => refundFailures === days + 1, days * 25 * 3600);
    }
    await until(id, ({ refundFailures }) => refundFailures === 4, 100 * 3600);
    await settleAll(money, 130 * 3600);
    expect((await readPurse(money, id)).refundFailures).toBe(4);
    expect((await admin.open("/admin/refunds?status=failed")).text).toContain("not be retried");
    // The failures came at later times than the administrator's.
    await api.db.update(purses).set({ refundFailedAt: new Date() }).where(eq(purses.id, id));
    const asked = await admin.submit(`/admin/refunds/${id}/retry`, { retry_reason: "New card." });
    expect(asked.status).toBe(303);
    await until(id, ({ refundFailures }) => refundFailures === 5);
    expect((await booksOf(money, id)).balances).toMatchObject({ refund_payable: 3000 });
  });

  test("is paid another way from its page, once, and never also by card", async () => {
    const { id, ids } = await failed();
    const paid = { reference: "SEPA 18", paid_reason: "The card is gone." };
    const posts = [1, 2, 3].map(() => admin.submit(`/admin/refunds/${id}/paid`, paid));
    for (const { status } of await Promise.all(posts)) expect(status).toBe(303);
    expect((await readPurse(money, id)).refundPaidReference).toBe("SEPA 18");
    for (const days of [1, 2, 5]) await settleAll(money, days * 25 * 3600);
    expect((await atProvider(money, id)).refunds).toEqual([]);
    expect((await booksOf(money, id)).balances).toEqual({
      buyer: -1000,
      allotted: 1000,
      platform_outside: -3000,
      platform_funds: 3000,
    });
    expect((await mailsOf(id)).at(-1)).toBe("purse_refund_paid_otherwise_buyer");
    const late = await admin.submit(`/admin/refunds/${id}/retry`, { retry_reason: "Again." });
    expect(late.status).toBe(400);
    expect(await readRow(api, String(ids[0]))).toMatchObject({ state: "in_escrow" });
    await expectExactSums(api, money.seller.owner);
  });
});

describe("a refund by hand at the provider", () => {
  test("of the rest ends an open purse, and its purchases stay paid", async () => {
    const { id, ids, intent } = await shared([1000]);
    await stripe.refunds.create({ payment_intent: intent, amount: 3000 });
    await until(id, ({ state }) => state === "refunded");
    expect(await readPurse(money, id)).toMatchObject({
      refundCause: "refunded_at_provider",
      refundCents: 3000,
    });
    await end(money, String(ids[0]), "released");
    await settleAll(money, 1);
    await settleAll(money, 61);
    expect(await atProvider(money, id)).toEqual({
      charges: [4000],
      refunds: [3000],
      transfers: [950],
    });
    await expectReconciled(id, ids);
  });

  test("of a rest that is owed counts as its refund: it is not paid again", async () => {
    const { id, intent } = await shared([1000]);
    await stripe.refunds.create({ payment_intent: intent, amount: 3000 });
    const { state } = await endShared(money, id);
    expect(["refunded", "in_escrow"]).toContain(state);
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null);
    expect((await atProvider(money, id)).refunds).toEqual([3000]);
    expect((await booksOf(money, id)).balances).toEqual({ buyer: -1000, allotted: 1000 });
  });

  test("of the whole charge ends the purse and the purchases that are still held", async () => {
    const { id, ids, intent } = await shared([1000]);
    await stripe.refunds.create({ payment_intent: intent });
    await until(id, ({ state }) => state === "refunded");
    await eventually(async () => {
      await settleAll(money, 1);
      return (await readRow(api, String(ids[0]))).state === "refunded";
    });
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null);
    expect((await atProvider(money, id)).refunds).toEqual([4000]);
    expect(await balancesOf(api, String(ids[0]))).toEqual({ allotted: -1000, buyer: 1000 });
    await expectReconciled(id, ids);
  });

  test("of a part of the rest ends an open purse: the card gets the rest of it", async () => {
    const { id, ids, intent } = await shared([1000]);
    await stripe.refunds.create({ payment_intent: intent, amount: 500 });
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null);
    expect(await readPurse(money, id)).toMatchObject({
      state: "refunded",
      refundCause: "refunded_at_provider",
      refundCents: 3000,
    });
    expect((await atProvider(money, id)).refunds).toEqual([500, 2500]);
    expect((await booksOf(money, id)).balances).toEqual({ buyer: -1000, allotted: 1000 });
    await end(money, String(ids[0]), "released");
    await settleAll(money, 61);
    expect((await atProvider(money, id)).transfers).toEqual([950]);
    await expectReconciled(id, ids);
  });

  test("beyond the rest is divided by price, and lowers what is sold or pays what is refunded", async () => {
    const { id, ids, intent } = await shared([2000, 1000], 4000);
    const [sold = "", back = ""] = ids;
    await stripe.refunds.create({ payment_intent: intent, amount: 1300 });
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null);
    await end(money, sold, "released");
    await end(money, back, "refunded");
    await eventually(async () => {
      await settleAll(money, 61);
      const isPaid = (await readRow(api, back)).refundPaidAt !== null;
      return isPaid && (await readRow(api, sold)).transferredAt !== null;
    });
    // 1000 are the rest, 200 of 2000 and 100 of 1000 are the purchases'.
    expect(await atProvider(money, id)).toMatchObject({ refunds: [900, 1300], transfers: [1710] });
    expect(await balancesOf(api, sold)).toEqual({
      allotted: -2000,
      buyer: 200,
      seller_paid: 1710,
      platform_fee: 90,
    });
    expect(await balancesOf(api, back)).toEqual({ allotted: -1000, buyer: 1000 });
    await expectReconciled(id, ids);
  });

  test("that names a purchase is only that purchase's", async () => {
    const { id, ids, intent } = await shared([2000, 1000], 3000);
    const [held = "", named = ""] = ids;
    const metadata = { purchase_id: named };
    await stripe.refunds.create({ payment_intent: intent, amount: 1000, metadata });
    await eventually(async () => {
      await settleAll(money, 1);
      return (await readRow(api, named)).state === "refunded";
    });
    expect(await readRow(api, held)).toMatchObject({ state: "in_escrow" });
    await end(money, held, "released");
    await settleAll(money, 61);
    expect(await atProvider(money, id)).toMatchObject({ refunds: [1000], transfers: [1900] });
    await expectReconciled(id, ids);
  });

  test("of the whole charge after a payout is a finding of what was paid out", async () => {
    const { id, ids, intent } = await shared([2000, 1000], 3000);
    const [sold = "", held = ""] = ids;
    await end(money, sold, "released");
    await eventually(async () => {
      await settleAll(money, 1);
      return (await readRow(api, sold)).transferredAt !== null;
    });
    await stripe.refunds.create({ payment_intent: intent });
    await eventually(async () => {
      await settleAll(money, 1);
      return (await readRow(api, held)).state === "refunded";
    });
    await reconcile(money);
    const all = await openFindings(money);
    const own = all.filter(({ purchaseId }) => [id, ...ids].includes(String(purchaseId)));
    expect(own).toMatchObject([
      { kind: "refund_unknown", purchaseId: id, expectedCents: -1000, foundCents: -3000 },
    ]);
  });
});

describe("a bank that disputes a part of a shared charge", () => {
  const amount = 1000;

  async function disputed() {
    const made = await shared([2000, 1000]);
    const [sold = "", held = ""] = made.ids;
    await end(money, sold, "released");
    await until(made.id, () => true);
    await eventually(async () => {
      await settleAll(money, 1);
      return (await readRow(api, sold)).transferredAt !== null;
    });
    await control(provider.url, "_disputes", { payment_intent: made.intent, amount });
    await eventually(async () => {
      await settleAll(money, 1);
      const rows = [await readRow(api, sold), await readRow(api, held)];
      const all = [...rows, await readPurse(money, made.id)];
      return all.every(({ chargeback }) => chargeback === "open");
    });
    return { ...made, sold, held };
  }

  async function decide(of: Awaited<ReturnType<typeof disputed>>, verdict: "won" | "lost") {
    const { data } = await stripe.disputes.list({ payment_intent: of.intent });
    await control(provider.url, "_verdicts", { dispute: data[0]?.id, verdict });
    await eventually(async () => {
      await settleAll(money, 1);
      const rows = [await readRow(api, of.sold), await readRow(api, of.held)];
      const all = [...rows, await readPurse(money, of.id)];
      return all.every(({ chargeback }) => chargeback === verdict);
    });
  }

  test("shares it by price, and lost: the buyer has all that was held, the seller owes a part", async () => {
    const of = await disputed();
    await decide(of, "lost");
    const { id, ids, sold, held } = of;
    expect(await readRow(api, held)).toMatchObject({
      state: "refunded",
      refundCause: "charged_back",
      chargedBackCents: 250,
    });
    expect(await readPurse(money, id)).toMatchObject({
      state: "refunded",
      chargedBackCents: 250,
      refundCents: 1000,
    });
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null, 61);
    await eventually(async () => {
      await settleAll(money, 61);
      return (await readRow(api, held)).refundPaidAt !== null;
    });
    expect((await atProvider(money, id)).refunds).toEqual([750, 750]);
    expect(await balancesOf(api, held)).toEqual({ allotted: -1000, buyer: 1000 });
    expect((await booksOf(money, id)).balances).toEqual({ buyer: -3000, allotted: 3000 });
    const [debt] = await api.db
      .select()
      .from(chargebacks)
      .where(and(eq(chargebacks.purchaseId, sold), eq(chargebacks.state, "lost")));
    // The platform gives up its fee of the 500: a twentieth.
    expect([debt?.amountCents, debt?.debtCents]).toEqual([500, 475]);
    await expectReconciled(id, ids);
  });

  test("won: everything goes on as before", async () => {
    const of = await disputed();
    await decide(of, "won");
    expect(await readPurse(money, of.id)).toMatchObject({
      state: "in_escrow",
      chargedBackCents: 0,
    });
    expect((await endShared(money, of.id)).refundCents).toBe(1000);
    await until(of.id, ({ refundPaidAt }) => refundPaidAt !== null);
    expect((await atProvider(money, of.id)).refunds).toEqual([1000]);
    await expectReconciled(of.id, of.ids);
  });
});
