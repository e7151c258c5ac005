/** What an operator asks for: queues and money that wait, by figures that are right and cheap to ask. */
import { expect, test } from "bun:test";
import { inArray, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { openDatabase } from "../../db/client.ts";
import { uploadImports } from "../../db/schema/index.ts";
import { emitEvent } from "../../market/event/emit-event.ts";
import { createRegistry } from "../../platform/metrics.ts";
import { registerOperation } from "../../workers/operation-metrics.ts";
import { formatLabel, sizeClass } from "../../workers/profile-labels.ts";
import { importJob, webhookWith } from "../market/operations/support.ts";
import { forFile } from "../support/for-file.ts";
import { feeCents, paidListing, priceCents, purchaseOf, testMarket } from "../support/market.ts";
import { openSuiteBus } from "../support/workers.ts";

const market = await testMarket({ NATS_STREAM_PREFIX: `t${v7().replaceAll("-", "")}` });
const { api } = market;
const bus = await openSuiteBus(api.config);
await forFile(Promise.resolve({ close: () => bus.drain() }));
await bus.ensureTopology();

/** Figures by name and labels: `market_queue_waiting{queue="embed"}`. */
async function figures(parts: Partial<Parameters<typeof registerOperation>[1]> = {}) {
  const registry = createRegistry("test");
  registerOperation(registry, { db: api.db, bus, now: api.ctx.now, ...parts });
  const lines = (await registry.metrics()).split("\n");
  return Object.fromEntries(
    lines
      .filter((line) => line.startsWith("market_"))
      .map((line) => {
        const [series = "", value] = line
          .replace(/,?service="test"/, "")
          .replace("{}", "")
          .split(/ (?=\S+$)/);
        return [series, Number(value)];
      }),
  );
}

test("queues: what waits, what was taken, and since when", async () => {
  await bus.publish("jobs.embed", { listing_ids: [v7()] }, { messageId: v7() });
  await bus.publish("jobs.embed", { listing_ids: [v7()] }, { messageId: v7() });
  await bus.take("embed", { waitSeconds: 5, signal: new AbortController().signal });
  const told = await figures({ now: () => new Date(Date.now() + 60_000) });
  expect(told).toMatchObject({
    'market_queue_waiting{queue="embed"}': 1,
    'market_queue_unsettled{queue="embed"}': 1,
    'market_queue_waiting{queue="profile"}': 0,
    'market_queue_oldest_seconds{queue="profile"}': 0,
    'market_queue_waiting{queue="twin"}': 0,
    'market_queue_waiting{queue="deliveries"}': 0,
    'market_queue_waiting{queue="imports"}': 0,
    'market_queue_oldest_seconds{queue="bucket_deliveries"}': 0,
    market_webhook_oldest_undelivered_seconds: 0,
  });
  expect(told['market_queue_oldest_seconds{queue="embed"}']).toBeWithin(58, 90);
});

test("a delivery is late where nobody sends it, not where its receiver fails", async () => {
  const { db } = market.api;
  const in1h = new Date(Date.now() + 3_600_000);
  const ageOf = async () => {
    const told = await figures({ now: () => new Date() });
    expect(told.market_webhook_oldest_undelivered_seconds).toBeWithin(1790, 1900);
    return told['market_queue_oldest_seconds{queue="deliveries"}'];
  };
  await webhookWith({ db }, [{ attempts: 5, dueAt: in1h }]);
  expect(await ageOf()).toBe(0);
  const { endpointId } = await webhookWith({ db }, [{}]);
  expect(await ageOf()).toBeWithin(1790, 1900);
  await db.execute(
    sql`update webhook_endpoints set failing_since = now() where id = ${endpointId}`,
  );
  expect(await ageOf()).toBe(0);
  await db.execute(sql`delete from webhook_deliveries`);
});

test("an import is late once it is due and no worker takes it", async () => {
  const { db } = market.api;
  const { id } = await importJob({ db, storage: api.ctx.storage });
  const { id: paused } = await importJob(
    { db, storage: api.ctx.storage },
    { dueAt: new Date(Date.now() + 3_600_000) },
  );
  const told = await figures({ now: () => new Date() });
  expect(told['market_queue_waiting{queue="imports"}']).toBe(1);
  expect(told['market_queue_oldest_seconds{queue="imports"}']).toBeWithin(1790, 1900);
  await db.delete(uploadImports).where(inArray(uploadImports.id, [id, paused]));
});

test("what was committed and not told, and since when", async () => {
  const { db } = market.api;
  const told = await db.transaction(async (tx) => {
    // Whoever would tell waits for these.
    for (const turn of ["notices", "event_positions"]) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
    }
    const data = { webhook_id: v7() };
    const to = [{ kind: "account" as const, id: v7() }];
    const at = new Date(Date.now() - 60_000);
    await emitEvent(db, { type: "webhook.test", to, subjectId: v7(), data }, at);
    return await figures({ now: () => new Date(Date.now() + 60_000) });
  });
  expect(told).toMatchObject({ 'market_untold{what="events"}': 1 });
  expect(told['market_untold{what="notices"}']).toBeGreaterThan(0);
  expect(told['market_untold_oldest_seconds{what="events"}']).toBeWithin(118, 150);
  expect(told['market_untold_oldest_seconds{what="notices"}']).toBeWithin(58, 90);
});

test("money that waits, by state, currency and age; what is at its end is left out", async () => {
  for (const state of [
    "payment_pending",
    "in_escrow",
    "disputed",
    "released",
    "refunded",
  ] as const) {
    await purchaseOf(market, await paidListing(market, `a,b\n1,${state}\n`), state);
  }
  const told = await figures({ now: () => new Date(Date.now() + 3600_000) });
  const sums = Object.entries(told).filter(([series]) => series.startsWith("market_money_cents"));
  expect(Object.fromEntries(sums)).toEqual({
    'market_money_cents{state="in_escrow",currency="usd"}': priceCents,
    'market_money_cents{state="disputed",currency="usd"}': priceCents,
    'market_money_cents{state="payout_owed",currency="usd"}': priceCents - feeCents,
    'market_money_cents{state="refund_owed",currency="usd"}': priceCents,
  });
  expect(told).toMatchObject({
    'market_money_purchases{state="in_escrow"}': 1,
    'market_money_purchases{state="payout_owed"}': 1,
    'market_ledger_balance_cents{account="seller_payable",currency="usd"}': priceCents - feeCents,
    'market_ledger_balance_cents{account="escrow",currency="usd"}': 2 * priceCents,
  });
  expect(told['market_money_oldest_seconds{state="disputed"}']).toBeWithin(3590, 3700);
});

test("a part that does not answer is -1, and the others are told", async () => {
  const away = { inspect: () => Promise.reject(new Error("away")) };
  const told = await figures({ bus: away });
  expect(told).toMatchObject({
    'market_queue_waiting{queue="embed"}': -1,
    'market_queue_oldest_seconds{queue="embed"}': -1,
    'market_queue_unsettled{queue="embed"}': -1,
    'market_queue_waiting{queue="deliveries"}': 0,
  });
});

test("the database's queues have nothing unsettled, whether it answers or not", async () => {
  const closed = openDatabase({ url: market.api.databaseUrl, poolMax: 1 });
  await closed.close();
  for (const db of [closed.db, api.db]) {
    const told = Object.keys(await figures({ db }));
    const ofQueues = told.filter((name) => name.startsWith("market_queue_unsettled"));
    expect(ofQueues).toHaveLength(5);
    expect(ofQueues.filter((name) => /twin|deliveries/.test(name))).toEqual([]);
  }
});

test("many scrapes at once ask once", async () => {
  let asked = 0;
  const counted = {
    inspect(queue: Parameters<typeof bus.inspect>[0]) {
      asked += 1;
      return bus.inspect(queue);
    },
  };
  const registry = createRegistry("test");
  registerOperation(registry, { db: api.db, bus: counted, now: () => new Date(0) });
  await Promise.all([registry.metrics(), registry.metrics(), registry.metrics()]);
  expect(asked).toBe(5);
});

test.each([
  [null, "none"],
  [0, "1MB"],
  [1024 ** 2, "1MB"],
  [1024 ** 2 + 1, "10MB"],
  [1024 ** 3, "1GB"],
  [11 * 1024 ** 3, "more"],
])("a file of %p bytes is of the class %p", (byteSize, label) => {
  expect(sizeClass(byteSize)).toBe(label);
});

test.each([
  ["csv", "csv"],
  ["zip", "zip"],
  ["tar", "tar"],
  [null, "none"],
  ["made up by somebody", "other"],
])("the format %p is told as %p", (format, label) => {
  expect(formatLabel(format)).toBe(label);
});
