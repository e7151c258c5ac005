/** The clock purges in batches, completely, and within the time of one run. */
import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { idempotencyKeys, outbox, paymentEvents } from "../../../db/schema/index.ts";
import { purgePaymentEvents } from "../../../market/purchase/purge-payment-events.ts";
import { purgeInBatches } from "../../../market/purge-in-batches.ts";
import { purgeIdempotencyKeys } from "../../../market/upkeep/purge-idempotency-keys.ts";
import { purgeOutbox } from "../../../market/upkeep/purge-outbox.ts";
import { testSuite } from "../../support/workers.ts";

setDefaultTimeout(30_000);

const suite = await testSuite();
const oldRows = 25;

/** For each table: rows that are due, three that are not, and the task that purges them. */
const tables = [
  {
    name: "stored answers",
    table: idempotencyKeys,
    purge: purgeIdempotencyKeys,
    fill: (count: number, age: string) => sql`
      insert into idempotency_keys (scope, key, request_hash, status, body, created_at, expires_at)
      select 'test', ${age} || n, '', 200, '{}', now(), now() - ${age}::interval
      from generate_series(1, ${count}::int) n`,
    due: "1 minute",
    kept: "-1 minute",
  },
  {
    name: "the outbox",
    table: outbox,
    purge: purgeOutbox,
    fill: (count: number, age: string) => sql`
      insert into outbox (id, subject, payload, created_at, published_at)
      select gen_random_uuid(), 'jobs.profile', '{}', now(), now() - ${age}::interval
      from generate_series(1, ${count}::int) n`,
    due: "8 days",
    kept: "6 days",
  },
  {
    name: "the payment provider's events",
    table: paymentEvents,
    purge: purgePaymentEvents,
    fill: (count: number, age: string) => sql`
      insert into payment_events (id, type, created_at, received_at)
      select ${age} || n, 'charge.refunded', now(), now() - ${age}::interval
      from generate_series(1, ${count}::int) n`,
    due: "91 days",
    kept: "89 days",
  },
];

describe.each(tables)("of $name", ({ table, purge, fill, due, kept }) => {
  beforeEach(async () => {
    await suite.db.delete(table);
    await suite.db.execute(fill(oldRows, due));
    await suite.db.execute(fill(3, kept));
  });

  test("all that is due goes in one run, however many batches it is", async () => {
    expect(await purge(suite.ctx, { rowsPerBatchMax: 10, secondsMax: 60 })).toBe(oldRows);
    expect(await suite.db.$count(table)).toBe(3);
  });

  test("a run ends with its time, and the next one goes on", async () => {
    const limits = { rowsPerBatchMax: 10, secondsMax: 0 };
    expect(await purge(suite.ctx, limits)).toBe(10);
    expect(await purge(suite.ctx, limits)).toBe(10);
    expect(await purge(suite.ctx, limits)).toBe(5);
    expect(await purge(suite.ctx, limits)).toBe(0);
  });

  test("several clocks delete each row once", async () => {
    const limits = { rowsPerBatchMax: 4, secondsMax: 60 };
    const counts = await Promise.all([1, 2, 3].map(() => purge(suite.ctx, limits)));
    const left = await purge(suite.ctx, limits);
    expect(counts.reduce((sum, count) => sum + count, left)).toBe(oldRows);
    expect(await suite.db.$count(table)).toBe(3);
  });
});

test("no batch asks for more rows than it may hold", async () => {
  const asked: number[] = [];
  const purged = await purgeInBatches({ rowsPerBatchMax: 7, secondsMax: 60 }, async (rowsMax) => {
    asked.push(rowsMax);
    return asked.length < 3 ? rowsMax : 2;
  });
  expect([purged, asked]).toEqual([16, [7, 7, 7]]);
});
