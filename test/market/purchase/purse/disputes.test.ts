/** A bank's dispute of a shared charge that is noticed before or after one of its purchases was awarded. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { lockCharged, type PurseRow } from "../../../../db/queries/purchases/charged.ts";
import type { PurchaseRow } from "../../../../db/queries/purchases/purchases.ts";
import { chargebacks, purses } from "../../../../db/schema/index.ts";
import { followChargebacks } from "../../../../market/purchase/chargeback/follow-chargebacks.ts";
import { settleEscrow } from "../../../../market/purchase/settlement/settle-escrow.ts";
import type { BankDispute } from "../../../../platform/payments/port.ts";
import { auditOf } from "../../../support/market.ts";
import { balancesOf, newPayingBuyer, readRow, testMoney } from "../../../support/money.ts";
import { eventually } from "../../../support/stack.ts";
import { control } from "../../../support/stripe.ts";
import { openFindings, reconcile } from "../../reconciliation/books.ts";
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
const { api, provider } = money;

/** A charged purse of $10.00 that has paid $3.00, and whose bank takes all of it back unnoticed. */
async function disputed() {
  const buyer = await newPayingBuyer(api, provider);
  const { purse, ids } = await openShared(money, { priceCents: 1000, prices: [300], buyer });
  const { paymentIntentId } = await charge(money, purse);
  const intent = String(paymentIntentId);
  await control(provider.url, "_disputes", { payment_intent: intent });
  return { buyer, id: purse.id, first: String(ids[0]), intent };
}

/** Decides it, and lets the clock look at all of these until none is disputed any more. */
async function decided(intent: string, verdict: "won" | "lost", ids: string[]) {
  await decide(intent, verdict);
  await eventually(async () => {
    for (const id of ids) await notice(money, id, 3600);
    const rows = await Promise.all(ids.map(rowOf));
    return rows.every(({ chargeback }) => chargeback !== "open");
  });
}

/** The clock looks at this purchase only. */
const noticeOnly = async (id: string) => {
  await settleEscrow(api.ctx, await readRow(api, id));
};

const rowOf = async (id: string): Promise<PurchaseRow | PurseRow> =>
  (await api.db.$count(purses, eq(purses.id, id))) > 0 ? readPurse(money, id) : readRow(api, id);

async function decide(intent: string, verdict: "won" | "lost") {
  const { data } = await provider.stripe.disputes.list({ payment_intent: intent });
  await control(provider.url, "_verdicts", { dispute: data[0]?.id, verdict });
}

/** The buyer's balance in the books of the purse and its purchases, in cents. */
async function buyerCents(id: string, purchaseIds: string[]): Promise<number> {
  const books = [(await booksOf(money, id)).balances];
  for (const one of purchaseIds) books.push(await balancesOf(api, one));
  return books.reduce((sum, { buyer = 0 }) => sum + buyer, 0);
}

describe("a dispute that is older than an award, and is noticed after it", () => {
  for (const isEnded of [false, true]) {
    test(`concerns the award: the buyer has the money once${isEnded ? ", when all of it was awarded" : ""}`, async () => {
      const { buyer, id, first, intent } = await disputed();
      const won = await award(money, {
        ...{ purseId: id, buyer, seconds: 30 },
        priceCents: isEnded ? 700 : 400,
      });
      if (isEnded) await endShared(money, id);
      const all = [id, first, won.id];
      for (const one of all) await notice(money, one, 31);
      await decide(intent, "lost");
      await eventually(async () => {
        for (const one of all) await notice(money, one, 3600);
        const rows = [await readRow(api, first), await readRow(api, won.id)];
        return rows.every(({ state, refundPaidAt }) => state === "refunded" && refundPaidAt);
      });
      expect((await atProvider(money, id)).refunds).toEqual([]);
      expect(await buyerCents(id, [first, won.id])).toBe(0);
      expect(await readRow(api, won.id)).toMatchObject({
        chargedBackCents: won.priceCents,
        refundCause: "charged_back",
      });
      expect((await readPurse(money, id)).state).toBe(isEnded ? "released" : "refunded");
      await reconcile(money);
      expect(await openFindings(money)).toEqual([]);
    });
  }
});

describe("a purchase that is the first to notice a dispute", () => {
  test("tells its purse, which returns nothing until the bank has decided", async () => {
    const { id, first, intent } = await disputed();
    await noticeOnly(first);
    expect(await readPurse(money, id)).toMatchObject({ state: "in_escrow", chargeback: "open" });
    expect((await endShared(money, id)).state).toBe("in_escrow");
    await decided(intent, "won", [first, id]);
    expect(await endShared(money, id)).toMatchObject({ state: "refunded", refundCents: 700 });
  });

  test("and finds it lost ends its purse in the same step, however often both look again", async () => {
    const { id, first, intent } = await disputed();
    await decide(intent, "lost");
    await noticeOnly(first);
    const ended = { state: "refunded", refundCause: "charged_back", chargedBackCents: 700 };
    expect(await readPurse(money, id)).toMatchObject(ended);
    for (const one of [id, first, id, first]) await notice(money, one, 3600);
    expect(await readPurse(money, id)).toMatchObject(ended);
    expect(await buyerCents(id, [first])).toBe(0);
    expect((await auditOf(api, id)).filter((action) => action === "purse.refunded")).toHaveLength(
      1,
    );
    await reconcile(money);
    expect(await openFindings(money)).toEqual([]);
  });

  test("and at the same moment as its purse or an award: each has its share", async () => {
    const { buyer, id, first, intent } = await disputed();
    const [won] = await Promise.all([
      award(money, { purseId: id, buyer, priceCents: 400 }).catch(() => null),
      noticeOnly(first),
      notice(money, id),
    ]);
    const all = [first, ...(won === null ? [] : [won.id])];
    await decided(intent, "lost", [id, ...all]);
    expect(await buyerCents(id, all)).toBe(0);
    expect((await atProvider(money, id)).refunds).toEqual([]);
  });
});

test("a purse whose webhooks got lost learns within a week that its dispute was won, and goes on", async () => {
  const { buyer, id, first, intent } = await disputed();
  await notice(money, id);
  await decide(intent, "won");
  await settleAll(money, 8 * 24 * 3600);
  expect(await readPurse(money, id)).toMatchObject({ state: "in_escrow", chargeback: "won" });
  const won = await award(money, { purseId: id, buyer, priceCents: 400 });
  for (const one of [won.id, first]) await notice(money, one, 3600);
  // It was awarded after the dispute, and hears nothing of it.
  expect((await readRow(api, won.id)).chargeback).toBeNull();
  expect(await api.db.$count(chargebacks, eq(chargebacks.purchaseId, won.id))).toBe(0);
  expect((await readRow(api, first)).chargeback).toBe("won");
  expect((await booksOf(money, id)).balances).toMatchObject({ escrow: 300 });
});

test("each of two disputes has the parts of its own time", async () => {
  const buyer = await newPayingBuyer(api, provider);
  const { purse, ids } = await openShared(money, { priceCents: 1000, prices: [300], buyer });
  const captured = await charge(money, purse);
  const dispute = (id: string, state: "open" | "won" | "lost", cents: number): BankDispute => ({
    ...{ id, state, amountCents: cents, currency: "usd", reason: "fraudulent" },
    ...{ providerStatus: state, createdAt: new Date(), evidenceDueAt: null, isAnswered: false },
    movements: [
      { id: `${id}-out`, amountCents: -cents },
      ...(state === "won" ? [{ id: `${id}-in`, amountCents: cents }] : []),
    ],
  });
  const follow = (row: PurchaseRow | PurseRow, disputes: BankDispute[]) =>
    api.db.transaction(async (tx) => {
      return followChargebacks(tx, await lockCharged(tx, row), disputes, new Date());
    });
  const [one, two] = [`dp_one_${purse.id}`, `dp_two_${purse.id}`];
  await follow(captured, [dispute(one, "won", 1000)]);
  const late = await award(money, { purseId: purse.id, buyer, priceCents: 500 });
  const first = await readRow(api, String(ids[0]));
  const both = [dispute(two, "open", 200), dispute(one, "won", 1000)];
  for (const row of [late, first, captured, late, first]) await follow(row, both);
  const shareOf = async (disputeId: string, purchaseId: string) => {
    const own = eq(chargebacks.id, `${disputeId}-${purchaseId}`);
    const [row] = await api.db.select().from(chargebacks).where(own);
    return row?.amountCents;
  };
  expect(await shareOf(one, first.id)).toBe(300);
  expect(await shareOf(one, late.id)).toBeUndefined();
  expect(await shareOf(two, first.id)).toBe(60);
  expect(await shareOf(two, late.id)).toBe(100);
  expect((await booksOf(money, purse.id)).balances).toMatchObject({ bank: 40 });
});
