/**
 * The ledger: append-only and balanced by the database itself, and equal to the provider's records.
 */
import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import type { Database } from "../../../db/client.ts";
import { insertLedgerEntries, lockPurchase } from "../../../db/queries/purchases/purchases.ts";
import { ledgerEntries, purchases, sellerTotals } from "../../../db/schema/index.ts";
import { type PostingKind, postingKinds } from "../../../db/vocabulary/ledger.ts";
import { postingEntries } from "../../../market/purchase/ledger.ts";
import { movePurchase } from "../../../market/purchase/move-purchase.ts";
import { settleEscrow } from "../../../market/purchase/settlement/settle-escrow.ts";
import {
  balancesOf,
  buy,
  expectExactSums,
  heldFor,
  newPayingBuyer,
  offer,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { openFindings, reconcile, runsOf } from "../reconciliation/books.ts";
import { end } from "./faults.ts";

const money = await testMoney({ webhooks: true });

async function bought(): Promise<string> {
  const { api, buyer, seller } = money;
  const answer = await buy(api, buyer, await offer(api, seller));
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body.id);
}

describe("every posting", () => {
  for (const kind of postingKinds) {
    test(`${kind} sums to zero and has no entry of zero, whatever the price and the fee`, () => {
      const amounts = fc.integer({ min: 1, max: 99_999_999 }).chain((priceCents) =>
        fc.record({
          priceCents: fc.constant(priceCents),
          feeCents: fc.integer({ min: 0, max: priceCents }),
          amountCents: fc.integer({ min: 0, max: priceCents }),
        }),
      );
      fc.assert(
        fc.property(amounts, (given) => {
          const entries = postingEntries(kind, given);
          expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(0);
          expect(entries.every((entry) => entry.amountCents !== 0)).toBe(true);
        }),
      );
    });
  }
});

/** The constraint with which the database refuses the transaction; null if it accepts it. */
async function refusalOf(work: (tx: Database, id: string) => Promise<unknown>) {
  const id = await bought();
  try {
    await money.api.db.transaction((tx) => work(tx, id));
    return null;
  } catch (error) {
    let cause: unknown = error;
    while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
    return String((cause as { constraint_name?: string }).constraint_name ?? cause);
  }
}

describe("the database refuses", () => {
  const entry = (
    purchaseId: string,
    posting: PostingKind,
    account: string,
    amountCents: number,
  ) => ({
    purchaseId,
    posting,
    account: account as "buyer",
    amountCents,
    currency: "usd",
    createdAt: new Date(),
  });
  type Work = (tx: Database, id: string) => Promise<unknown>;
  const cases: [name: string, work: Work, refusal: RegExp][] = [
    [
      "an unbalanced posting",
      (tx, id) =>
        tx
          .insert(ledgerEntries)
          .values([
            entry(id, "released", "escrow", -1000),
            entry(id, "released", "seller_payable", 949),
          ]),
      /ledger_entries_balanced/,
    ],
    [
      "half of a posting",
      (tx, id) => tx.insert(ledgerEntries).values(entry(id, "released", "escrow", -1000)),
      /ledger_entries_balanced/,
    ],
    [
      "more out of escrow than is in it",
      (tx, id) =>
        tx
          .insert(ledgerEntries)
          .values([
            entry(id, "refund_owed", "escrow", -1001),
            entry(id, "refund_owed", "refund_payable", 1001),
          ]),
      /ledger_entries_not_overdrawn/,
    ],
    [
      "the same posting twice",
      async (tx, id) => {
        const row = await readRow(money.api, id);
        const entries = postingEntries("captured", row);
        await insertLedgerEntries(tx, row, { posting: "captured", entries, now: new Date() });
      },
      /ledger_entries_once/,
    ],
    [
      "a release and a refund of the same money",
      async (tx, id) => {
        const row = await readRow(money.api, id);
        for (const posting of ["released", "refund_owed"] as const) {
          const entries = postingEntries(posting, row);
          await insertLedgerEntries(tx, row, { posting, entries, now: new Date() });
        }
      },
      /ledger_entries_not_overdrawn/,
    ],
    [
      "an update",
      (tx, id) =>
        tx.update(ledgerEntries).set({ amountCents: 1 }).where(eq(ledgerEntries.purchaseId, id)),
      /append-only: UPDATE refused/,
    ],
    [
      "a delete",
      (tx, id) => tx.delete(ledgerEntries).where(eq(ledgerEntries.purchaseId, id)),
      /append-only: DELETE refused/,
    ],
    [
      "to empty it",
      (tx) => tx.execute(sql`truncate ledger_entries`),
      /append-only: TRUNCATE refused/,
    ],
    [
      "other sums than those of the entries",
      (tx) => tx.update(sellerTotals).set({ amountCents: 1 }),
      /seller_totals follows ledger_entries: UPDATE refused/,
    ],
    [
      "sums of no entries",
      (tx) =>
        tx.insert(sellerTotals).values({
          sellerAccountId: money.buyer.owner.accountId,
          posting: "captured",
          account: "escrow",
          amountCents: 1,
          currency: "usd",
        }),
      /seller_totals follows ledger_entries: INSERT refused/,
    ],
    [
      "to forget sums",
      (tx) => tx.delete(sellerTotals),
      /seller_totals follows ledger_entries: DELETE refused/,
    ],
    [
      "to delete a purchase",
      (tx, id) => tx.delete(purchases).where(eq(purchases.id, id)),
      /a purchase is never deleted/,
    ],
    [
      "an unknown account",
      (tx, id) => tx.insert(ledgerEntries).values(entry(id, "released", "pocket", 1)),
      /ledger_entries_account/,
    ],
  ];
  for (const [name, work, refusal] of cases) {
    test(name, async () => {
      const before = await money.api.db.$count(ledgerEntries);
      expect(await refusalOf(work)).toMatch(refusal);
      expect(await money.api.db.$count(ledgerEntries)).toBe(before + 2);
    });
  }
});

test("a purchase never moves against its table of states, whoever asks", async () => {
  const id = await end(money, await bought(), "released");
  const before = await readRow(money.api, id);
  const change = {
    state: "refunded",
    refundedAt: new Date(),
    refundCause: "file_missing",
  } as const;
  const work = money.api.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, id);
    if (purchase === null) throw new Error(`no purchase ${id}`);
    await movePurchase(tx, purchase, change, { now: new Date() });
  });
  expect(work).rejects.toThrow("is released and cannot become refunded");
  await work.catch(() => undefined);
  expect((await readRow(money.api, id)).state).toBe(before.state);
});

/** An event of a purchase, or of the connection to the provider. */
const happenings = [
  "confirm",
  "dispute",
  "resolve_release",
  "resolve_refund",
  "release_due",
  "foreign_refund",
  "bank_wins",
  "bank_loses",
  "look",
  "clock",
  "fault",
] as const;
type Happening = (typeof happenings)[number];

const operations = [
  "POST /v1/payment_intents",
  "POST /v1/payment_intents/:id/confirm",
  "GET /v1/payment_intents/:id",
  "POST /v1/transfers",
  "GET /v1/transfers",
  "POST /v1/refunds",
  "GET /v1/refunds",
];
const faults = [
  "drop_answer",
  "status_500_before",
  "status_500_after",
  "rate_limit",
  "webhook_dropped",
  "webhook_twice",
  "webhooks_reversed",
];
const cards = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_chargeCustomerFail",
  "pm_card_createDispute",
];

const historyArbitrary = fc.record({
  card: fc.constantFrom(...cards),
  priceCents: fc.integer({ min: 50, max: 99_999 }),
  firstFault: fc.option(
    fc.record({
      operation: fc.constantFrom(...operations.slice(0, 3)),
      kind: fc.constantFrom(...faults),
    }),
  ),
  happenings: fc.array(
    fc.record({
      what: fc.constantFrom(...happenings),
      operation: fc.constantFrom(...operations),
      kind: fc.constantFrom(...faults),
    }),
    { maxLength: 8 },
  ),
});

/** Each tries its action: a refusal by the service or the provider is a valid outcome. */
const acts: Record<Happening, (id: string, token: string) => Promise<unknown>> = {
  confirm: (id, token) => money.api.send("POST", `/purchases/${id}/confirm`, { token }),
  dispute: (id, token) =>
    money.api.send("POST", `/purchases/${id}/dispute`, {
      token,
      body: { reason: "other", detail: "No." },
    }),
  resolve_release: (id) => whenHeld(id, () => end(money, id, "released")),
  resolve_refund: (id) => whenHeld(id, () => end(money, id, "refunded")),
  release_due: (id) => whenHeld(id, () => end(money, id, "released")),
  async foreign_refund(id) {
    const { paymentIntentId } = await readRow(money.api, id);
    if (paymentIntentId === null) return;
    await ignored(money.provider.stripe.refunds.create({ payment_intent: paymentIntentId }));
  },
  bank_wins: (id) => bankDecides(id, "winning_evidence"),
  bank_loses: (id) => bankDecides(id, "losing_evidence"),
  look: (id) => look(id),
  clock: () => runClock(money.api, 3600),
  fault: async () => {},
};

async function whenHeld(id: string, act: () => Promise<unknown>): Promise<void> {
  const { state } = await readRow(money.api, id);
  if (state === "in_escrow" || state === "disputed") await act();
}

async function look(id: string): Promise<void> {
  await whenHeld(id, async () => {
    await settleEscrow(money.api.ctx, await readRow(money.api, id));
  });
}

async function bankDecides(id: string, uncategorized_text: string): Promise<void> {
  const { paymentIntentId } = await readRow(money.api, id);
  if (paymentIntentId === null) return;
  const { stripe } = money.provider;
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntentId });
  for (const { id: disputeId } of data) {
    await ignored(stripe.disputes.update(disputeId, { evidence: { uncategorized_text } }));
  }
}

const ignored = (call: Promise<unknown>) => call.catch(() => undefined);

test("after any history the books balance and say what the provider holds, to the cent", async () => {
  const { api, provider, seller } = money;
  await fc.assert(
    fc.asyncProperty(historyArbitrary, async (history) => {
      const buyer = await newPayingBuyer(api, provider, { card: history.card });
      const { priceCents } = history;
      const datasetId = await offer(api, seller, { priceCents });
      if (history.firstFault !== null) await money.fault({ ...history.firstFault, times: 2 });
      await buy(api, buyer, datasetId);
      const [row] = await api.db.select().from(purchases).where(eq(purchases.listingId, datasetId));
      const id = String(row?.id);
      for (const { what, operation, kind } of history.happenings) {
        if (what === "fault") await money.fault({ operation, kind, times: 2 });
        await acts[what](id, buyer.token);
        await expectSoundBooks(id);
      }
      await money.clearFaults();
      await look(id);
      await runClockOut(api, { fromHour: 1 });
      await expectTrueBooks(id);
    }),
    { numRuns: Number(process.env.LEDGER_RUNS ?? 40) },
  );
}, 120_000);

/**
 * Holds at every moment: each posting balances, only the buyer's account and the platform's
 * advances are negative, and the seller's figures are the plain sum of the rows.
 */
async function expectSoundBooks(id: string): Promise<void> {
  await expectExactSums(money.api, money.seller.owner);
  const balances = await balancesOf(money.api, id);
  expect(Object.values(balances).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  for (const [account, cents] of Object.entries(balances)) {
    if (!["buyer", "platform_funds"].includes(account))
      expect([account, cents > 0]).toEqual([account, true]);
  }
}

/**
 * Holds at rest: the money that the books place with the platform is what the provider holds for
 * the purchase.
 */
async function expectTrueBooks(id: string): Promise<void> {
  await expectSoundBooks(id);
  const row = await readRow(money.api, id);
  const { state, priceCents, feeCents, transferredAt, refundPaidAt, refundCause, chargeback } = row;
  const held = await heldFor(money.provider, id);
  const isPaid = !["payment_failed", "expired"].includes(state);
  expect(held.charges).toEqual(isPaid ? [priceCents] : []);
  expect(held.transfers).toEqual(transferredAt === null ? [] : [priceCents - feeCents]);
  expect(held.refunds.length + (held.taken > 0 ? 1 : 0)).toBeLessThanOrEqual(1);
  if (refundCause === "charged_back") expect(held.taken).toBe(priceCents);
  const { buyer = 0, seller_paid: sellerPaid = 0 } = await balancesOf(money.api, id);
  const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
  expect(sellerPaid).toBe(sum(held.transfers));
  // No posting records a manual refund after the release, nor a loss that has not been reported
  // yet.
  const isReleased = state === "released";
  const taken = isReleased && chargeback !== "lost" ? 0 : held.taken;
  const back = taken + (isReleased ? 0 : sum(held.refunds));
  expect(sum(held.charges) - back + buyer).toBe(0);
  if (state === "refunded") expect(refundPaidAt === null).toBe(back === 0);
}

test("after all these histories the reconciliation finds what was refunded by hand after a release, and nothing else", async () => {
  const { api } = money;
  await reconcile(money, 2);
  // Settling checks again and finds what lost webhooks would have reported.
  await runClockOut(api, { fromHour: 52 });
  await reconcile(money, 4);
  const left = await openFindings(money);
  for (const { kind, purchaseId, reference } of left) {
    const { state } = await readRow(api, String(purchaseId));
    expect([kind, state, reference]).toEqual(["refund_unknown", "released", reference]);
  }
  const days = await runsOf(money);
  expect(days.length).toBeGreaterThanOrEqual(4);
  for (const { state } of days) expect(state).toBe("done");
}, 60_000);
