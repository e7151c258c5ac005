/** Clocks killed with SIGKILL while they renew a subscription. */
import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { purchases, subscriptions } from "../../../db/schema/index.ts";
import { heldFor, newPayingBuyer, runClockOut, testMoney } from "../../support/money.ts";
import { killableProcesses } from "../../support/programs/killed-processes.ts";
import { eventually, testEnv } from "../../support/stack.ts";
import { dayMs, latestPeriod, periodsOf, runAll, subscribed, subscriptionRow } from "./support.ts";

setDefaultTimeout(120_000);

const money = await testMoney({ webhooks: false });
const { api, provider } = money;
const env = await testEnv({
  DATABASE_URL: api.databaseUrl,
  STRIPE_API_BASE_URL: provider.url,
  STRIPE_SECRET_KEY: provider.secretKey,
  STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
});
const { start, kill } = killableProcesses(env);
afterEach(async () => {
  api.clock.skewMs = 0;
  await money.clearFaults();
});

/** A subscription whose first period ended a moment ago, with an update in it. */
async function due(): Promise<string> {
  const buyer = await newPayingBuyer(api, provider);
  const { id, purchaseId } = await subscribed(money, { buyer });
  const startsAt = new Date(Date.now() - 30 * dayMs);
  const endsAt = new Date(Date.now() - 1000);
  const period = { periodStartsAt: startsAt, periodEndsAt: endsAt };
  await api.db.update(purchases).set(period).where(eq(purchases.id, purchaseId));
  const change = { ...period, anchorDay: endsAt.getUTCDate(), nextStepAt: endsAt };
  await api.db.update(subscriptions).set(change).where(eq(subscriptions.id, id));
  return id;
}

const cases: [when: string, operation: string][] = [
  ["after the intent is made, before it knows of it", "POST /v1/payment_intents"],
  ["after the card is charged, before it knows of it", "POST /v1/payment_intents/:id/confirm"],
];
for (const [when, operation] of cases) {
  test(`a clock that is killed ${when}: the period is charged once`, async () => {
    await money.fault({ operation, kind: "late_answer", times: 100, delay_ms: 6000 });
    const id = await due();
    const child = start("workers/main.ts", "clock");
    const purchaseId = await eventually(
      async () => {
        const period = await latestPeriod(api, id);
        if (period.periodNumber !== 2) return undefined;
        const { data } = await provider.stripe.paymentIntents.list({ limit: 100 });
        const own = data.filter((intent) => intent.metadata.purchase_id === period.id);
        const isDone = operation.endsWith("confirm")
          ? own.some(({ status }) => status === "succeeded")
          : own.length === 1;
        return isDone ? period.id : undefined;
      },
      { timeoutMs: 60_000 },
    );
    await kill(child);
    await money.clearFaults();
    api.clock.skewMs = 61_000;
    await runAll(api);
    await runClockOut(api);
    await runAll(api);
    expect((await periodsOf(api, id)).map(({ periodNumber }) => periodNumber)).toEqual([1, 2]);
    expect(await heldFor(provider, purchaseId)).toMatchObject({ charges: [700], refunds: [] });
    expect(await subscriptionRow(api, id)).toMatchObject({ state: "active", periodNumber: 2 });
  });
}

test("clocks that are killed again and again renew each subscription once", async () => {
  const ids = [];
  for (let count = 0; count < 5; count += 1) ids.push(await due());
  for (const afterMs of [400, 900, 1500]) {
    const child = start("workers/main.ts", "clock");
    const until = Date.now() + afterMs;
    await eventually(async () => (Date.now() >= until ? true : undefined));
    await kill(child);
  }
  await runAll(api);
  api.clock.skewMs = 61_000;
  await runAll(api);
  await runClockOut(api);
  await runAll(api);
  for (const id of ids) {
    const periods = await periodsOf(api, id);
    expect(periods.map(({ periodNumber }) => periodNumber)).toEqual([1, 2]);
    const held = await heldFor(provider, periods[1]?.id ?? "");
    expect(held).toMatchObject({ charges: [700] });
  }
});
