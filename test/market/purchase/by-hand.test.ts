/** Refunds of a sale that somebody makes by hand at the provider. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { payRefundOtherwise } from "../../../market/purchase/settlement/pay-refund-otherwise.ts";
import { closeFinding } from "../../../market/reconciliation/close-finding.ts";
import {
  balancesOf,
  expectExactSums,
  heldFor,
  newPaidSeller,
  readRow,
  testMoney,
} from "../../support/money.ts";
import { eventually } from "../../support/stack.ts";
import { openFindings, reconcile } from "../reconciliation/books.ts";
import { openAftermath } from "./aftermath-support.ts";
import { end } from "./faults.ts";

setDefaultTimeout(60_000);

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
const { auditsOf, bought, newAdmin, transferred, until } = openAftermath(money);

async function refundByHand(id: string, amount?: number): Promise<string> {
  const payment_intent = String((await readRow(api, id)).paymentIntentId);
  const given = amount === undefined ? {} : { amount };
  return (await provider.stripe.refunds.create({ payment_intent, ...given })).id;
}

async function findingsOf(id: string, days?: number) {
  await reconcile(money, days);
  return (await openFindings(money)).filter(({ purchaseId }) => purchaseId === id);
}

const funds = async (id: string) => {
  const { provider_fees: _fees, platform_funds: _funds, ...books } = await balancesOf(api, id);
  return books;
};

describe("a part of the price", () => {
  test("while it is held is reported, and lowers the sale once it is released", async () => {
    const id = await bought();
    await refundByHand(id, 400);
    const [finding] = await findingsOf(id);
    expect(finding).toMatchObject({ kind: "refund_unknown", expectedCents: 0, foundCents: -400 });
    await end(money, id, "released");
    await until(id, ({ transferredAt }) => transferredAt !== null, 3 * 86_400);
    expect((await heldFor(provider, id)).transfers).toEqual([570]);
    expect(await funds(id)).toEqual({ buyer: -600, seller_paid: 570, platform_fee: 30 });
    const actions = (await auditsOf(id)).map(({ action }) => action);
    expect(actions.filter((one) => one === "purchase.refunded_by_hand")).toHaveLength(1);
    await expectExactSums(api, money.seller.owner);
    expect(await findingsOf(id, 4)).toEqual([]);
  });

  test("is followed by the rest alone if the purchase is refunded", async () => {
    const id = await bought();
    await refundByHand(id, 400);
    await end(money, id, "refunded");
    await until(id, ({ refundPaidAt }) => refundPaidAt !== null, 60);
    expect((await heldFor(provider, id)).refunds.toSorted()).toEqual([400, 600]);
    expect(await balancesOf(api, id)).toEqual({});
    expect(await findingsOf(id)).toEqual([]);
  });

  test("and then the rest end a held purchase as refunded", async () => {
    const id = await bought();
    await refundByHand(id, 400);
    await refundByHand(id, 600);
    await until(id, ({ state }) => state === "refunded");
    expect(await readRow(api, id)).toMatchObject({ refundCause: "refunded_at_provider" });
    expect(await balancesOf(api, id)).toEqual({});
    expect(await findingsOf(id)).toEqual([]);
  });

  test("leaves the rest to be paid another way, where the card takes no more", async () => {
    const id = await end(money, await bought("pm_card_refundFail"), "refunded");
    await until(id, ({ refundFailedAt }) => refundFailedAt !== null);
    const payment_intent = String((await readRow(api, id)).paymentIntentId);
    const card = await money.provider.stripe.refunds.create({ payment_intent, amount: 400 });
    const failed = async () =>
      (await provider.stripe.refunds.retrieve(card.id)).status === "failed";
    await payRefundOtherwise(api.ctx, await newAdmin(), id, {
      reference: "SEPA 7",
      reason: "The card is gone.",
    });
    expect(await balancesOf(api, id)).toEqual({ platform_outside: -600, platform_funds: 600 });
    // It fails as well, which the comparison reports.
    await eventually(failed);
    expect((await findingsOf(id)).map(({ kind }) => kind)).toEqual(["refund_failed"]);
  });

  test("after the payout is a finding until an administrator has decided and closes it", async () => {
    const id = await transferred(await newPaidSeller(api, provider));
    await refundByHand(id, 400);
    const [finding] = await findingsOf(id);
    expect(finding).toMatchObject({ kind: "refund_unknown", expectedCents: 0, foundCents: -400 });
    const reason = "The platform bears it.";
    await closeFinding(api.ctx, await newAdmin(), String(finding?.id), { reason });
    const [closed, ...others] = await findingsOf(id, 2);
    expect(others).toEqual([]);
    expect(closed?.closedReason).toBe(reason);
  });
});

for (const [what, amount, left] of [
  ["a part", 400, { buyer: -600, seller_paid: 570, platform_fee: 30 }],
  ["all", undefined, {}],
] as const) {
  test(`${what} of the price between release and payout costs seller and platform their shares`, async () => {
    const id = await bought("pm_card_visa", await newPaidSeller(api, provider));
    await end(money, id, "released");
    await refundByHand(id, amount);
    await until(id, ({ settleDueAt }) => settleDueAt === null, 3600);
    expect(await funds(id)).toEqual(left);
    expect(await findingsOf(id)).toEqual([]);
  });
}
