/** The money of a bundle: refunds of a part, a bank's dispute, dying processes, and its books. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { PurseRow } from "../../../db/queries/purchases/charged.ts";
import { readPurchasesOfPurse } from "../../../db/queries/purchases/purses.ts";
import {
  balancesOf,
  expectExactSums,
  newPayingBuyer,
  offer,
  readRow,
  testMoney,
} from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";
import { control } from "../../support/stripe.ts";
import { dyingAt, end, wrapPayments } from "../purchase/faults.ts";
import { atProvider, booksOf, charge, readPurse, settleAll } from "../purchase/purse/support.ts";
import { openFindings, reconcile } from "../reconciliation/books.ts";
import { orderBundle, wakeAll, writeBundle } from "./support.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: false });
const { api, provider, seller } = money;

const net = (cents: number) => cents - Math.floor(cents * 0.05);

/** A bundle of 1000 and 500 cents at 900: 600 and 300. */
async function opened(card = "pm_card_visa") {
  const buyer = await newPayingBuyer(api, provider, { card });
  const datasets = [
    await offer(api, seller, { priceCents: 1000 }),
    await offer(api, seller, { priceCents: 500 }),
  ];
  const bundleId = await writeBundle(api, { agentId: seller.agentId, priceCents: 900, datasets });
  const body = { payment_method_id: buyer.cardId };
  const purse = await orderBundle(api, buyer.operator, bundleId, body);
  const rows = await readPurchasesOfPurse(api.db, purse.id, 10);
  const [one = "", two = ""] = rows.map(({ id }) => id);
  return { buyer, purse, one, two };
}

async function expectBalanced(): Promise<void> {
  await expectExactSums(api, seller.owner);
  await reconcile(money);
  expect(await openFindings(money)).toEqual([]);
}

test("one purchase is refunded out of the shared charge, and the other's seller is paid", async () => {
  const { purse, one, two } = await opened();
  expect(await charge(money, purse)).toMatchObject({ state: "released", refundCents: 0 });
  expect(await booksOf(money, purse.id)).toEqual({
    postings: ["captured", "allotted"],
    balances: { buyer: -900, allotted: 900 },
  });
  expect(await balancesOf(api, one)).toEqual({ allotted: -600, escrow: 600 });
  await end(money, one, "released");
  await end(money, two, "refunded");
  await settleAll(money, 1);
  expect(await atProvider(money, purse.id)).toEqual({
    charges: [900],
    refunds: [300],
    transfers: [net(600)],
  });
  expect(await balancesOf(api, two)).toEqual({ allotted: -300, buyer: 300 });
  await expectBalanced();
});

test("a declined charge ends all its purchases, and posts nothing", async () => {
  const { purse, one, two } = await opened("pm_card_chargeCustomerFail");
  expect(await charge(money, purse)).toMatchObject({ state: "payment_failed", allottedCents: 900 });
  for (const id of [one, two]) {
    expect(await readRow(api, id)).toMatchObject({ state: "payment_failed", settleDueAt: null });
  }
  expect(await booksOf(money, purse.id)).toEqual({ postings: [], balances: {} });
});

describe("a process that dies", () => {
  for (const call of ["createIntent", "confirmIntent"] as const) {
    for (const when of ["before", "after"] as const) {
      test(`${when} ${call}: the clock pays every purchase by one charge`, async () => {
        const { purse, one, two } = await opened();
        const restore = wrapPayments(money, dyingAt(call, when));
        await charge(money, purse).catch(() => undefined);
        restore();
        await settleAll(money, 3600);
        expect(await readPurse(money, purse.id)).toMatchObject({ state: "released" });
        for (const id of [one, two]) {
          expect(await readRow(api, id)).toMatchObject({ state: "in_escrow" });
        }
        expect((await atProvider(money, purse.id)).charges).toEqual([900]);
        await expectBalanced();
      });
    }
  }
});

describe("a bank that disputes the charge of a bundle", () => {
  for (const verdict of ["won", "lost"] as const) {
    test(`concerns each purchase by its share, and ${verdict}`, async () => {
      const { purse, one, two } = await opened();
      const { paymentIntentId } = await charge(money, purse);
      await end(money, one, "released");
      await settleAll(money, 1);
      await control(provider.url, "_disputes", { payment_intent: paymentIntentId });
      const wake = () => wakeAll(money, [purse.id, one, two]);
      await wake();
      const chargebacks = async () =>
        [await readRow(api, one), await readRow(api, two)].map(({ chargeback }) => chargeback);
      expect(await chargebacks()).toEqual(["open", "open"]);
      const { stripe } = provider;
      const { data } = await stripe.disputes.list({ payment_intent: String(paymentIntentId) });
      const uncategorized_text = verdict === "won" ? "winning_evidence" : "losing_evidence";
      await stripe.disputes.update(String(data[0]?.id), { evidence: { uncategorized_text } });
      await eventually(async () => {
        await wake();
        return (await chargebacks()).every((state) => state === verdict);
      });
      await wake();
      expect((await booksOf(money, purse.id)).balances.bank ?? 0).toBe(0);
      await expectBalanced();
    });
  }
});

test("a bank that asks its holder: every purchase waits, and none is paid before", async () => {
  const { purse, one, two } = await opened("pm_card_authenticationRequired");
  const asked: PurseRow = await charge(money, purse);
  expect(asked).toMatchObject({ state: "payment_pending", actionAskedAt: expect.any(Date) });
  for (const id of [one, two]) {
    const { state, actionDueAt } = await readRow(api, id);
    expect({ state, actionDueAt }).toEqual({
      state: "payment_pending",
      actionDueAt: asked.actionDueAt,
    });
  }
  expect((await atProvider(money, purse.id)).charges).toEqual([]);
});
