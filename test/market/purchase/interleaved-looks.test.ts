/**
 * Drivers of one purchase that stop at each of the provider's answers and continue in any order,
 * while the bank acts.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import { chargebackOf } from "../../../market/purchase/chargeback/rules.ts";
import { settlementOf } from "../../../market/purchase/settlement/rules.ts";
import { settleAftermath } from "../../../market/purchase/settlement/settle-aftermath.ts";
import { settleEscrow } from "../../../market/purchase/settlement/settle-escrow.ts";
import { settleRefund } from "../../../market/purchase/settlement/settle-refund.ts";
import { settleTransfer } from "../../../market/purchase/settlement/settle-transfer.ts";
import {
  balancesOf,
  buy,
  heldFor,
  newPaidSeller,
  offer,
  readRow,
  runClock,
  runClockOut,
  testMoney,
} from "../../support/money.ts";
import { control } from "../../support/stripe.ts";
import { claim, end, wrapPayments } from "./faults.ts";

setDefaultTimeout(120_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const { stripe } = provider;

const stages = ["in_escrow", "released", "transferred", "refunded"] as const;
/**
 * drive: a webhook, with or without news, wakes a driver. go_on: the driver that waits longest
 * continues.
 */
const steps = ["drive", "go_on", "go_on", "last_goes_on", "disputes", "wins", "loses"] as const;

const settlers: Partial<Record<string, (ctx: typeof api.ctx, seen: PurchaseRow) => unknown>> = {
  escrow: settleEscrow,
  transfer: settleTransfer,
  refund: settleRefund,
  aftermath: settleAftermath,
};

async function prepare(stage: (typeof stages)[number]): Promise<string> {
  const seller = await newPaidSeller(api, provider);
  const { body } = await buy(api, money.buyer, await offer(api, seller));
  const id = String(body.id);
  if (stage === "in_escrow") return id;
  await end(money, id, stage === "refunded" ? "refunded" : "released");
  if (stage === "transferred") await runClock(api, 1);
  return id;
}

/** Holds back every answer of the provider until it is released. */
function stopped() {
  const waiting: (() => void)[] = [];
  let onStop = () => {};
  const restore = wrapPayments(
    money,
    (payments) =>
      new Proxy(payments, {
        get(target, name, receiver) {
          const value = Reflect.get(target, name, receiver);
          if (typeof value !== "function") return value;
          return async (...given: unknown[]) => {
            const answer = await value.apply(target, given);
            await new Promise<void>((resolve) => {
              waiting.push(resolve);
              onStop();
            });
            return answer;
          };
        },
      }),
  );
  return {
    waiting,
    restore,
    nextStop: () =>
      new Promise<void>((resolve) => {
        onStop = resolve;
      }),
  };
}

async function disputesOf(id: string) {
  const { paymentIntentId } = await readRow(api, id);
  return (await stripe.disputes.list({ payment_intent: String(paymentIntentId) })).data;
}

async function decide(id: string, uncategorized_text: string): Promise<void> {
  for (const { id: disputeId, status } of await disputesOf(id)) {
    if (status !== "needs_response") continue;
    await stripe.disputes.update(disputeId, { evidence: { uncategorized_text } });
  }
}

const stateOf = (status: string) =>
  (["won", "lost"] as const).find((one) => one === status) ?? "open";

type Step = (typeof steps)[number];
const onwards: ReadonlySet<Step> = new Set(["go_on", "last_goes_on"]);

/** Plays the steps, then lets all drivers finish; the clock deals with their errors. */
async function play(id: string, chosen: Step[]): Promise<void> {
  const { waiting, restore, nextStop } = stopped();
  const drivers = new Set<Promise<unknown>>();
  const onward = async (begin: () => void) => {
    const stop = nextStop();
    begin();
    await Promise.race([stop, ...drivers]);
  };
  const drive = async () => {
    const seen = await claim(money, id);
    const settle = settlers[settlementOf(seen)];
    if (settle === undefined) return;
    const driver = Promise.resolve(settle(api.ctx, seen)).catch(() => undefined);
    const known = driver.finally(() => drivers.delete(known));
    await onward(() => drivers.add(known));
  };
  const acts: Record<Step, () => Promise<unknown>> = {
    drive,
    go_on: () => onward(() => waiting.shift()?.()),
    last_goes_on: () => onward(() => waiting.pop()?.()),
    async disputes() {
      const { paymentIntentId } = await readRow(api, id);
      if ((await disputesOf(id)).length > 0) return;
      await control(provider.url, "_disputes", { payment_intent: paymentIntentId });
      await drive();
    },
    wins: () => decide(id, "winning_evidence").then(drive),
    loses: () => decide(id, "losing_evidence").then(drive),
  };
  for (const one of chosen) {
    if (waiting.length > 0 || !onwards.has(one)) await acts[one]();
  }
  while (drivers.size > 0) await onward(() => waiting.shift()?.());
  restore();
}

test("whoever goes on last, the books say what the bank and the provider did", async () => {
  const histories = fc.record({
    stage: fc.constantFrom(...stages),
    chosen: fc.array(fc.constantFrom(...steps), { minLength: 4, maxLength: 14 }),
  });
  await fc.assert(
    fc.asyncProperty(histories, async ({ stage, chosen }) => {
      const id = await prepare(stage);
      await play(id, chosen);
      await runClockOut(api, { hoursMax: 3 });
      const row = await readRow(api, id);
      const states = (await disputesOf(id)).map(({ status }) => stateOf(status));
      expect(row.chargeback).toBe(chargebackOf(states));
      const { transfers, refunds } = await heldFor(provider, id);
      const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
      const balances = await balancesOf(api, id);
      expect(Object.values(balances).reduce((total, cents) => total + cents, 0)).toBe(0);
      expect(balances.seller_paid ?? 0).toBe(sum(transfers));
      expect(Math.max(transfers.length, refunds.length)).toBeLessThanOrEqual(1);
    }),
    { numRuns: Number(process.env.LEDGER_RUNS ?? 15) },
  );
});
