/**
 * After any order of actions by banks, sellers and administrators, the books balance and nobody
 * pays twice.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { decideStep } from "../../../market/purchase/chargeback/decide-step.ts";
import { saveEvidence } from "../../../market/purchase/chargeback/save-evidence.ts";
import { payRefundOtherwise } from "../../../market/purchase/settlement/pay-refund-otherwise.ts";
import { retryRefund } from "../../../market/purchase/settlement/retry-refund.ts";
import {
  balancesOf,
  expectExactSums,
  heldFor,
  type MoneySeller,
  newPaidSeller,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { control } from "../../support/stripe.ts";
import { openFindings, reconcile } from "../reconciliation/books.ts";
import { openAftermath } from "./aftermath-support.ts";
import { end } from "./faults.ts";

setDefaultTimeout(240_000);

const money = await testMoney({ webhooks: true });
const { api, provider } = money;
const world = openAftermath(money);
const admin = await world.newAdmin();

type Scene = { seller: MoneySeller; id: string; sales: string[] };
const happenings = [
  "bank_disputes",
  "bank_wins",
  "bank_loses",
  "accept",
  "save_and_submit",
  "reverse_part",
  "reverse_all",
  "write_off",
  "pay_otherwise",
  "retry_refund",
  "seller_is_paid_out",
  "next_sale",
  "clock",
  "steps",
  "lost_answer",
] as const;
type Happening = (typeof happenings)[number];

/** Each tries its action: a refusal by the service or the provider is a valid outcome. */
const acts: Record<Happening, (scene: Scene) => Promise<unknown>> = {
  async bank_disputes({ id }) {
    const { paymentIntentId } = await readRow(api, id);
    await control(provider.url, "_disputes", { payment_intent: paymentIntentId });
  },
  bank_wins: ({ id }) => verdict(id, "winning_evidence"),
  bank_loses: ({ id }) => verdict(id, "losing_evidence"),
  accept: (scene) => step(scene, { step: "accept_loss", reason: "Right." }),
  async save_and_submit(scene) {
    const disputeId = await disputeOf(scene.id);
    await saveEvidence(api.ctx, admin, disputeId, { uncategorized_text: "Took it." });
    await step(scene, { step: "submit_evidence", reason: "" });
  },
  reverse_part: (scene) =>
    step(scene, { step: "reverse_transfer", reason: "Part.", amount_cents: 300 }),
  reverse_all: (scene) => step(scene, { step: "reverse_transfer", reason: "All." }),
  write_off: (scene) => step(scene, { step: "write_off", reason: "Gone." }),
  pay_otherwise: ({ id }) =>
    payRefundOtherwise(api.ctx, admin, id, { reference: "SEPA 1", reason: "Card gone." }),
  retry_refund: ({ id }) => retryRefund(api.ctx, admin, id, { reason: "Again." }),
  seller_is_paid_out: ({ seller }) =>
    control(provider.url, "_payouts", { account: seller.payoutAccountId, amount: 600 }),
  async next_sale({ seller, sales }) {
    sales.push(await end(money, await world.bought("pm_card_visa", seller), "released"));
  },
  clock: () => runClock(api, 3600),
  steps: () => world.runSteps(61),
  lost_answer: () =>
    money.fault({ operation: "POST /v1/transfers/:id/reversals", kind: "drop_answer", times: 2 }),
};

async function disputeOf(id: string): Promise<string> {
  const payment_intent = String((await readRow(api, id)).paymentIntentId);
  const { data } = await provider.stripe.disputes.list({ payment_intent });
  return String(data[0]?.id);
}

async function verdict(id: string, uncategorized_text: string): Promise<void> {
  const disputeId = await disputeOf(id);
  await provider.stripe.disputes.update(disputeId, { evidence: { uncategorized_text } });
}

async function step({ id }: Scene, body: Parameters<typeof decideStep>[3]): Promise<void> {
  await decideStep(api.ctx, admin, await disputeOf(id), body);
}

type Row = Awaited<ReturnType<typeof readRow>>;
const isSettled = ({ transferredAt, refundPaidAt, refundFailedAt }: Row) =>
  [transferredAt, refundPaidAt, refundFailedAt].some((at) => at !== null);

async function tried(act: Promise<unknown>): Promise<void> {
  await act.catch(() => undefined);
}

test("the books balance to the cent, whatever the order", async () => {
  const histories = fc.record({
    card: fc.constantFrom("pm_card_visa", "pm_card_refundFail"),
    ending: fc.constantFrom("released" as const, "released" as const, "refunded" as const),
    what: fc.array(fc.constantFrom(...happenings), { minLength: 4, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(histories, async ({ card, ending, what }) => {
      const seller = await newPaidSeller(api, provider);
      const id = await end(money, await world.bought(card, seller), ending);
      await world.until(id, isSettled, 3600);
      const scene: Scene = { seller, id, sales: [] };
      for (const one of what) {
        await tried(acts[one](scene));
        await expectSound(scene);
      }
      await money.clearFaults();
      for (let round = 0; round < 3; round += 1) {
        await world.runSteps(61 + round * 61);
        await runClockOut(api, { fromHour: 26 + round * 26 });
      }
      await expectTrue(scene);
    }),
    { numRuns: Number(process.env.LEDGER_RUNS ?? 12) },
  );
  // A refund that fails unnoticed is found, and settling checks again; a retry made meanwhile may
  // fail in the same way.
  for (let round = 0; round < 20; round += 1) {
    await reconcile(money, 12 + round);
    if ((await openFindings(money)).length === 0) break;
    await runClockOut(api, { fromHour: 300 + round * 26 });
  }
  expect(await openFindings(money)).toEqual([]);
});

/** Holds at every moment. */
async function expectSound({ seller, id, sales }: Scene): Promise<void> {
  await expectExactSums(api, seller.owner);
  for (const one of [id, ...sales]) {
    const balances = await balancesOf(api, one);
    expect(Object.values(balances).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  }
  const row = await world.chargebackOf(await disputeOf(id)).catch(() => null);
  if (row === null) return;
  const { debtCents, recoveredCents, writtenOffCents, claimedCents } = row;
  expect(recoveredCents + writtenOffCents + claimedCents).toBeLessThanOrEqual(debtCents);
}

/**
 * Holds at rest: the seller's payouts match the provider's records, and the buyer has the money
 * once.
 */
async function expectTrue(scene: Scene): Promise<void> {
  await expectSound(scene);
  const { id, sales } = scene;
  const purchase = await readRow(api, id);
  const held = await heldFor(provider, id);
  const balances = await balancesOf(api, id);
  const reversed = await reversedCents(purchase.transferId);
  const sent = held.transfers.reduce((sum, cents) => sum + cents, 0);
  expect(balances.seller_paid ?? 0).toBe(sent - reversed);
  const row = await world.chargebackOf(await disputeOf(id)).catch(() => null);
  const setOff = (await Promise.all(sales.map((sale) => readRow(api, sale)))).reduce(
    (sum, { setOffCents }) => sum + setOffCents,
    0,
  );
  expect(row?.claimedCents ?? 0).toBe(0);
  expect(reversed + setOff).toBe(row?.recoveredCents ?? 0);
  if (purchase.refundPaidReference !== null) expect(held.refunds).toEqual([]);
}

async function reversedCents(transferId: string | null): Promise<number> {
  if (transferId === null) return 0;
  const { data } = await provider.stripe.transfers.listReversals(transferId);
  return data.reduce((sum, { amount }) => sum + amount, 0);
}
