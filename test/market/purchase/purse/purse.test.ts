/** One charge that pays several purchases: its ledger, its parts and its end at the provider. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { lockPurse } from "../../../../db/queries/purchases/purses.ts";
import { cancelPurse } from "../../../../market/purchase/purse/open-purse.ts";
import { settleRefund } from "../../../../market/purchase/settlement/settle-refund.ts";
import {
  balancesOf,
  expectExactSums,
  newPayingBuyer,
  postingsOf,
  readRow,
  testMoney,
} from "../../../support/money.ts";
import { eventually } from "../../../support/stack.ts";
import { control } from "../../../support/stripe.ts";
import { openFindings, reconcile } from "../../reconciliation/books.ts";
import { dyingAt, end, wrapPayments } from "../faults.ts";
import {
  atProvider,
  award,
  booksOf,
  charge,
  endShared,
  notice,
  openShared,
  readPurse,
  settleAll,
} from "./support.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;

const share = (priceCents: number) => priceCents - Math.floor(priceCents * 0.05);

test("one charge pays two purchases of two prices; the rest goes back in part", async () => {
  const { purse, ids } = await openShared(money, { priceCents: 5000, prices: [1000, 3000] });
  const [one = "", two = ""] = ids;
  expect((await charge(money, purse)).state).toBe("in_escrow");
  const rows = [await readRow(api, one), await readRow(api, two)];
  const { paymentIntentId, chargeId } = await readPurse(money, purse.id);
  for (const row of rows) {
    expect(row).toMatchObject({ state: "in_escrow", paymentIntentId, chargeId });
  }
  expect(await postingsOf(api, one)).toEqual(["funded"]);
  expect(await balancesOf(api, one)).toEqual({ allotted: -1000, escrow: 1000 });
  expect(await booksOf(money, purse.id)).toEqual({
    postings: ["captured", "allotted"],
    balances: { buyer: -5000, escrow: 1000, allotted: 4000 },
  });

  expect((await endShared(money, purse.id)).state).toBe("refunded");
  await end(money, one, "released");
  await end(money, two, "refunded");
  await settleAll(money, 1);
  expect(await atProvider(money, purse.id)).toEqual({
    charges: [5000],
    refunds: [1000, 3000],
    transfers: [share(1000)],
  });
  expect(await booksOf(money, purse.id)).toEqual({
    postings: ["captured", "allotted", "refund_owed", "refund_paid"],
    balances: { buyer: -4000, allotted: 4000 },
  });
  expect(await balancesOf(api, two)).toEqual({ allotted: -3000, buyer: 3000 });
  await expectExactSums(api, seller.owner);
  await reconcile(money);
  expect(await openFindings(money)).toEqual([]);
});

test("all of it is allotted: the purse ends without a refund", async () => {
  const { purse } = await openShared(money, { priceCents: 700, prices: [200, 500] });
  await charge(money, purse);
  expect((await endShared(money, purse.id)).state).toBe("released");
  expect((await endShared(money, purse.id)).state).toBe("released");
  await settleAll(money);
  expect(await atProvider(money, purse.id)).toEqual({ charges: [700], refunds: [], transfers: [] });
});

test("a purchase that is opened after the charge is paid at once", async () => {
  const { purse } = await openShared(money, { priceCents: 700, prices: [] });
  await charge(money, purse);
  const paid = await award(money, { purseId: purse.id, priceCents: 500 });
  expect(paid).toMatchObject({ state: "in_escrow", chargedCents: 700 });
  expect(await endShared(money, purse.id)).toMatchObject({ refundCents: 200 });
});

test("a buyer who cancels before the charge pays nothing", async () => {
  const { purse, ids } = await openShared(money, { priceCents: 700, prices: [300] });
  const asked = await api.db.transaction(async (tx) => {
    const locked = await lockPurse(tx, purse.id);
    if (locked === null) throw new Error("no purse");
    return cancelPurse(tx, locked, { actor: money.buyer.operator, now: api.ctx.now() });
  });
  expect((await charge(money, asked)).state).toBe("cancelled");
  expect((await readRow(api, String(ids[0]))).state).toBe("cancelled");
  expect((await atProvider(money, purse.id)).charges).toEqual([]);
});

test("a declined charge ends every purchase that waited for it, and frees the buyer to try again", async () => {
  const buyer = await newPayingBuyer(api, provider, { card: "pm_card_chargeCustomerFail" });
  const { purse, ids } = await openShared(money, { priceCents: 900, prices: [400, 500], buyer });
  expect(await charge(money, purse)).toMatchObject({
    state: "payment_failed",
    failureCode: "card_declined",
  });
  for (const id of ids) {
    expect(await readRow(api, id)).toMatchObject({
      state: "payment_failed",
      failureCode: "card_declined",
      settleDueAt: null,
    });
  }
  expect(await booksOf(money, purse.id)).toEqual({ postings: [], balances: {} });
});

describe("a process that dies", () => {
  for (const call of ["createIntent", "confirmIntent", "createRefund"] as const) {
    for (const when of ["before", "after"] as const) {
      test(`${when} ${call}: one charge and one refund of the rest`, async () => {
        const { purse } = await openShared(money, { priceCents: 800, prices: [500] });
        const restore = wrapPayments(money, dyingAt(call, when));
        await charge(money, purse).catch(() => undefined);
        const ended = await endShared(money, purse.id);
        if (ended.state === "refunded") {
          await settleRefund(api.ctx, ended).catch(() => undefined);
        }
        restore();
        await eventually(async () => {
          await settleAll(money, 3600);
          return (await readPurse(money, purse.id)).paidAt !== null;
        });
        await endShared(money, purse.id);
        await settleAll(money, 7200);
        expect(await atProvider(money, purse.id)).toEqual({
          charges: [800],
          refunds: [300],
          transfers: [],
        });
        expect(await booksOf(money, purse.id)).toEqual({
          postings: ["captured", "allotted", "refund_owed", "refund_paid"],
          balances: { buyer: -500, allotted: 500 },
        });
      });
    }
  }
});

describe("a bank that disputes the charge", () => {
  for (const verdict of ["won", "lost"] as const) {
    test(`is followed by every part of it, and ${verdict}`, async () => {
      const { purse, ids } = await openShared(money, { priceCents: 1000, prices: [200, 500] });
      const [one = "", two = ""] = ids;
      const { paymentIntentId } = await charge(money, purse);
      await end(money, one, "released");
      await settleAll(money, 1);
      await control(provider.url, "_disputes", { payment_intent: paymentIntentId });
      const wake = async () => {
        for (const id of [purse.id, one, two]) await notice(money, id);
      };
      await wake();
      expect((await readPurse(money, purse.id)).chargeback).toBe("open");
      // While the bank decides, nothing goes back.
      expect((await endShared(money, purse.id)).state).toBe("in_escrow");
      const { stripe } = provider;
      const { data } = await stripe.disputes.list({ payment_intent: String(paymentIntentId) });
      const uncategorized_text = verdict === "won" ? "winning_evidence" : "losing_evidence";
      await stripe.disputes.update(String(data[0]?.id), { evidence: { uncategorized_text } });
      await eventually(async () => {
        await wake();
        return (await readPurse(money, purse.id)).chargeback === verdict;
      });
      await wake();
      const states = [await readRow(api, one), await readRow(api, two)];
      expect(states.map(({ chargeback }) => chargeback)).toEqual([verdict, verdict]);
      const last = await readPurse(money, purse.id);
      expect(last.state).toBe(verdict === "won" ? "in_escrow" : "refunded");
      const books = await booksOf(money, purse.id);
      expect(books.balances.escrow ?? 0).toBe(verdict === "won" ? 300 : 0);
      expect(books.balances.bank ?? 0).toBe(0);
      await reconcile(money);
      expect((await openFindings(money)).map(({ kind, category }) => [kind, category])).toEqual([]);
    });
  }
});
