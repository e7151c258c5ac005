/**
 * The ledger: append-only and balanced by the database itself. The simulator compares it with the provider's records.
 */
import { describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import type { Database } from "../../../db/client.ts";
import { insertLedgerEntries } from "../../../db/queries/purchases/charged.ts";
import { lockPurchase } from "../../../db/queries/purchases/purchases.ts";
import { ledgerEntries, purchases, sellerTotals } from "../../../db/schema/index.ts";
import { type PostingKind, postingKinds } from "../../../db/vocabulary/ledger.ts";
import { postingEntries, splitAfterReturn } from "../../../market/purchase/ledger.ts";
import { movePurchase } from "../../../market/purchase/move-purchase.ts";
import { buy, offer, readRow, testMoney } from "../../support/money.ts";
import { end } from "./faults.ts";

const money = await testMoney({ webhooks: false });

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

test("what a buyer has back lowers fee and seller's share, never below zero, and in any steps alike", () => {
  const sale = { priceCents: 1000, feeCents: 50 };
  const cases: [backCents: number, feeCents: number, sellerCents: number][] = [
    [0, 50, 950],
    [1, 49, 950],
    [400, 30, 570],
    [999, 0, 1],
    [1000, 0, 0],
    [1001, 0, 0],
  ];
  for (const [backCents, feeCents, sellerCents] of cases) {
    expect(splitAfterReturn(sale, backCents)).toEqual({ feeCents, sellerCents });
  }
  // No step gives anybody money: prices and fees up to the largest are exact.
  const large = { priceCents: 99_999_999, feeCents: 99_999_999 };
  expect(splitAfterReturn(large, 1)).toEqual({ feeCents: 99_999_998, sellerCents: 0 });
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

test("a purchase never moves against its table of states, whoever calls", async () => {
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
