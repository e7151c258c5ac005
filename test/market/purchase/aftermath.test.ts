/**
 * Payments that changed after their reported end: refunds that fail later, chargebacks after the
 * release.
 */
import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { auditLog, chargebacks, events, outbox } from "../../../db/schema/index.ts";
import { settleAftermath } from "../../../market/purchase/settlement/settle-aftermath.ts";
import {
  balancesOf,
  buy,
  expectExactSums,
  heldFor,
  newPaidSeller,
  newPayingBuyer,
  offer,
  postingsOf,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { newKey } from "../../support/operators.ts";
import { eventually } from "../../support/stack.ts";
import { control } from "../../support/stripe.ts";
import { claim, dyingAt, end, overtaken, wrapPayments } from "./faults.ts";

const money = await testMoney({ webhooks: true });
const { api, provider } = money;

async function bought(card = "pm_card_visa", seller = money.seller): Promise<string> {
  const buyer = await newPayingBuyer(api, provider, { card });
  const answer = await buy(api, buyer, await offer(api, seller));
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body.id);
}

async function noticesOf(id: string): Promise<string[]> {
  const rows = await api.db.select().from(outbox).where(eq(outbox.subject, "jobs.mail"));
  const payloads = rows.map(({ payload }) => payload as { purchase_id?: string; notice?: string });
  return payloads.filter((one) => one.purchase_id === id).map((one) => String(one.notice));
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await api.db.select().from(events).where(eq(events.subjectId, id));
  return [...new Set(rows.map(({ type }) => type))];
}

async function auditsOf(id: string): Promise<string[]> {
  const rows = await api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, "purchase"), eq(auditLog.subjectId, id)));
  return rows.map(({ action }) => action);
}

async function transferred(seller = money.seller): Promise<string> {
  const id = await end(money, await bought("pm_card_visa", seller), "released");
  await eventually(async () => {
    await runClock(api, 3600);
    return (await readRow(api, id)).transferredAt !== null;
  });
  return id;
}

async function disputed(id: string): Promise<string> {
  const { paymentIntentId } = await readRow(api, id);
  await control(provider.url, "_disputes", { payment_intent: paymentIntentId });
  await eventually(async () => {
    await runClock(api);
    return (await readRow(api, id)).chargeback === "open";
  });
  const { data } = await provider.stripe.disputes.list({ payment_intent: String(paymentIntentId) });
  return String(data[0]?.id);
}

async function decided(id: string, verdict: "won" | "lost"): Promise<void> {
  const { paymentIntentId } = await readRow(api, id);
  const { stripe } = provider;
  const { data } = await stripe.disputes.list({ payment_intent: String(paymentIntentId) });
  const uncategorized_text = verdict === "won" ? "winning_evidence" : "losing_evidence";
  await stripe.disputes.update(String(data[0]?.id), { evidence: { uncategorized_text } });
  await eventually(async () => {
    await runClock(api);
    return (await readRow(api, id)).chargeback === verdict;
  });
}

describe("a refund that fails later", () => {
  test("is owed again, told to its buyer and the administrators, and tried again a day later", async () => {
    const id = await end(money, await bought("pm_card_refundFail"), "refunded");
    await eventually(async () => {
      await runClock(api);
      return (await readRow(api, id)).refundFailedAt !== null;
    });
    const row = await readRow(api, id);
    expect([row.refundPaidAt, row.refundFailures]).toEqual([null, 1]);
    expect(await balancesOf(api, id)).toEqual({ buyer: -1000, refund_payable: 1000 });
    expect(await postingsOf(api, id)).toContain("refund_failed");
    expect(await noticesOf(id)).toEqual(
      expect.arrayContaining(["refund_failed_buyer", "refund_failed_administrators"]),
    );
    expect(await eventsOf(id)).toContain("purchase.refund_failed");
    expect(await auditsOf(id)).toContain("purchase.refund_failed");
    // Woken early, it is not retried before its time.
    await runClock(api, 3600);
    const { data } = await provider.stripe.refunds.list({
      payment_intent: String(row.paymentIntentId),
    });
    expect(data).toHaveLength(1);
    await runClock(api, 25 * 3600);
    const again = await provider.stripe.refunds.list({
      payment_intent: String(row.paymentIntentId),
    });
    expect(again.data).toHaveLength(2);
    await expectExactSums(api, money.seller.owner);
  });
});

describe("a chargeback after the seller was paid", () => {
  test("blocks downloads, notifies all sides, and a win leaves the books as they were", async () => {
    const id = await transferred();
    const before = await balancesOf(api, id);
    await disputed(id);
    expect(await balancesOf(api, id)).toEqual({ ...before, bank: 1000, platform_funds: -1000 });
    expect(await noticesOf(id)).toEqual(
      expect.arrayContaining([
        "chargeback_opened_buyer",
        "chargeback_opened_seller",
        "chargeback_opened_administrators",
      ]),
    );
    expect(await eventsOf(id)).toContain("purchase.chargeback_opened");
    const buyerToken = await tokenOf(id);
    const path = `/purchases/${id}/download-url`;
    const closed = await api.send("GET", path, { token: buyerToken });
    expect(closed.body.code).toBe("payment_not_confirmed");
    await decided(id, "won");
    expect(await balancesOf(api, id)).toEqual(before);
    expect(await noticesOf(id)).toContain("chargeback_won_seller");
    const open = await api.send("GET", path, { token: buyerToken });
    expect(open.body.code).not.toBe("payment_not_confirmed");
  });

  test("that is lost is the seller's debt, set off against the next sale's transfer", async () => {
    const seller = await newPaidSeller(api, provider);
    const id = await transferred(seller);
    const disputeId = await disputed(id);
    await decided(id, "lost");
    const [row] = await api.db.select().from(chargebacks).where(eq(chargebacks.id, disputeId));
    expect([row?.state, row?.debtCents, row?.recoveredCents]).toEqual(["lost", 950, 0]);
    expect(await balancesOf(api, id)).toEqual({ seller_paid: 950, platform_funds: -950 });
    const next = await end(money, await bought("pm_card_visa", seller), "released");
    await runClockOut(api);
    expect(await balancesOf(api, next)).toEqual({
      buyer: -1000,
      platform_fee: 50,
      platform_funds: 950,
    });
    const [paid] = await api.db.select().from(chargebacks).where(eq(chargebacks.id, disputeId));
    expect(paid?.recoveredCents).toBe(950);
    expect((await provider.stripe.transfers.list({ transfer_group: next })).data).toEqual([]);
    await expectExactSums(api, seller.owner);
    expect(await noticesOf(id)).toContain("chargeback_lost_administrators");
  });

  test("and before the transfer keeps the money that was not paid out, without a debt", async () => {
    const seller = await newPaidSeller(api, provider, { payouts: false });
    const id = await end(money, await bought("pm_card_visa", seller), "released");
    const disputeId = await disputed(id);
    await decided(id, "lost");
    expect(await balancesOf(api, id)).toEqual({});
    const [row] = await api.db.select().from(chargebacks).where(eq(chargebacks.id, disputeId));
    expect(row?.debtCents).toBe(0);
  });
});

for (const verdict of ["won", "lost"] as const) {
  test(`a slow read of a bank's dispute does not reopen one that is ${verdict}`, async () => {
    const id = await transferred(await newPaidSeller(api, provider));
    const disputeId = await disputed(id);
    const seen = await claim(money, id);
    const look = () => settleAftermath(api.ctx, seen);
    await overtaken(money, "listBankDisputes", look, () => decided(id, verdict));
    expect((await readRow(api, id)).chargeback).toBe(verdict);
    const [row] = await api.db.select().from(chargebacks).where(eq(chargebacks.id, disputeId));
    expect([row?.state, row?.providerStatus]).toEqual([verdict, verdict]);
  });
}

test("a transfer whose answer was lost is found, though the bank has taken the charge back since", async () => {
  const id = await end(
    money,
    await bought("pm_card_visa", await newPaidSeller(api, provider)),
    "released",
  );
  const restore = wrapPayments(money, dyingAt("createTransfer", "after"));
  await eventually(async () => {
    // A webhook of the charge may still arrive, and makes the purchase due again.
    await runClock(api);
    return (await heldFor(provider, id)).transfers.length === 1;
  });
  restore();
  expect((await readRow(api, id)).transferredAt).toBeNull();
  const disputeId = await disputed(id);
  await decided(id, "lost");
  expect((await heldFor(provider, id)).transfers).toEqual([950]);
  expect((await balancesOf(api, id)).seller_paid).toBe(950);
  const [row] = await api.db.select().from(chargebacks).where(eq(chargebacks.id, disputeId));
  expect(row?.debtCents).toBe(950);
});

test("a chargeback in escrow has its row, and a lost one leaves no cent on any account", async () => {
  const id = await bought("pm_card_createDispute");
  await eventually(async () => {
    await runClock(api);
    return (await readRow(api, id)).chargeback === "open";
  });
  expect(await balancesOf(api, id)).toEqual({
    buyer: -1000,
    escrow: 1000,
    bank: 1000,
    platform_funds: -1000,
  });
  await decided(id, "lost");
  expect((await readRow(api, id)).state).toBe("refunded");
  expect(await balancesOf(api, id)).toEqual({});
});

test("a refund that the provider refuses while the bank disputes the charge is paid once it is won", async () => {
  const id = await end(money, await bought("pm_card_createDispute"), "refunded");
  await eventually(async () => {
    await runClock(api);
    return (await readRow(api, id)).chargeback === "open";
  });
  const row = await readRow(api, id);
  expect([row.state, row.refundPaidAt]).toEqual(["refunded", null]);
  expect(await postingsOf(api, id)).toEqual(["captured", "refund_owed", "dispute_withdrawn"]);
  await decided(id, "won");
  await eventually(async () => {
    await runClock(api, 3600);
    return (await readRow(api, id)).refundPaidAt !== null;
  });
  const postings = await postingsOf(api, id);
  expect(postings.slice(3).sort()).toEqual(["dispute_reinstated", "refund_paid"]);
  expect(await balancesOf(api, id)).toEqual({});
  expect(await heldFor(provider, id)).toMatchObject({ refunds: [1000], transfers: [] });
});

for (const verdict of ["won", "lost"] as const) {
  test(`a payment that a bank has ${verdict === "won" ? "let stand" : "taken back"} after the payout is found within a week if the webhook is lost`, async () => {
    const id = await transferred(await newPaidSeller(api, provider));
    await disputed(id);
    const operation = "POST /v1/disputes/:id";
    await money.fault({ kind: "webhook_dropped", operation, times: 1 });
    const payment_intent = String((await readRow(api, id)).paymentIntentId);
    const { data } = await provider.stripe.disputes.list({ payment_intent });
    const uncategorized_text = verdict === "won" ? "winning_evidence" : "losing_evidence";
    await provider.stripe.disputes.update(String(data[0]?.id), {
      evidence: { uncategorized_text },
    });
    await runClock(api, 8 * 86_400);
    expect(await readRow(api, id)).toMatchObject({ chargeback: verdict, settleDueAt: null });
  });
}

const tokens = new Map<string, string>();
async function tokenOf(id: string): Promise<string> {
  const { accountId } = await readRow(api, id);
  const known = tokens.get(accountId);
  if (known !== undefined) return known;
  const owner = { kind: "owner" as const, accountId };
  const made = await newKey(api, owner as Parameters<typeof newKey>[1], {});
  tokens.set(accountId, made.secret);
  return made.secret;
}
