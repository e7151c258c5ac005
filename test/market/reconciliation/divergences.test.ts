/**
 * Reconciliation finds every kind of difference between the ledger and the provider, and nothing
 * else.
 */
import { describe, expect, test } from "bun:test";
import type { FindingKind } from "../../../db/vocabulary/reconciliation.ts";
import { runClock, testMoney } from "../../support/money.ts";
import { bought, openFindings, owed, reconcile, runsOf, transferred } from "./books.ts";
import { divergences } from "./divergences.ts";

const money = await testMoney({ webhooks: false });

test("where both sides agree nothing is found", async () => {
  await bought(money);
  await bought(money, "pm_card_chargeCustomerFail");
  await transferred(money);
  await owed(money);
  await runClock(money.api, 1);
  await reconcile(money);
  expect(await openFindings(money)).toEqual([]);
  for (const run of await runsOf(money)) {
    expect(run).toMatchObject({ state: "done", findings: 0, differences: {} });
    for (const sum of run.sums) expect(sum.ledgerCents).toBe(sum.providerCents);
  }
});

describe("a divergence is classified correctly, and all earlier ones stay open", () => {
  for (const [kind, how, seed] of divergences) {
    test(`${kind}: ${how}`, async () => {
      const before = await openFindings(money);
      const { purchaseId, expectedCents, foundCents } = await seed(money);
      await reconcile(money);
      const after = await openFindings(money);
      const fresh = after.filter(({ id }) => !before.some((one) => one.id === id));
      expect(
        fresh.map((one) => ({
          kind: one.kind,
          purchaseId: one.purchaseId,
          expectedCents: one.expectedCents,
          foundCents: one.foundCents,
        })),
      ).toEqual([{ kind, purchaseId, expectedCents, foundCents }]);
      expect(after).toHaveLength(before.length + 1);
    });
  }
});

test("differences that settling repairs are resolved by the next run, the others stay open", async () => {
  const before = await openFindings(money);
  await runClock(money.api, 28 * 3600);
  // If the test runs in the evening, the clock reaches the day after tomorrow.
  await reconcile(money, 3);
  const after = (await openFindings(money)).map(({ id }) => id);
  const gone = before.filter(({ id }) => !after.includes(id)).map(({ kind }) => kind);
  const mended: FindingKind[] = [
    "refund_unknown",
    "refund_failed",
    "transfer_unknown",
    "dispute_unknown",
  ];
  expect(gone.sort()).toEqual(mended.sort());
  expect(after).toHaveLength(before.length - mended.length);
  expect((await runsOf(money)).at(-1)).toMatchObject({ state: "done", findings: after.length });
});
