/**
 * The clock's purges find and delete rows by index: a batch costs the same for any amount of data.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Database, type DatabaseHandle, openDatabase } from "../../db/client.ts";
import { deleteRateWindows } from "../../db/queries/edge/rate-windows.ts";
import { deleteEvents } from "../../db/queries/events/events.ts";
import { deletePublished } from "../../db/queries/journal/outbox.ts";
import { deleteExpiredOauthRecords } from "../../db/queries/oauth/records.ts";
import { deletePaymentEvents } from "../../db/queries/purchases/payment-events.ts";
import { createTestDatabase, type TestDatabase } from "../support/stack.ts";

const rows = 20_000;
const rowsMax = 500;
const before = new Date("2026-01-02T00:00:00Z");

let database: TestDatabase;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase({ url: database.url, poolMax: 1 });
  const at = sql.raw(
    `timestamptz '2026-01-01' + interval '10 days' * g / ${rows} from generate_series(1, ${rows}) g`,
  );
  await handle.db.execute(sql`insert into events (id, principal_kind, principal_id, type,
    subject_kind, subject_id, data, created_at)
    select uuidv7(), 'agent', uuidv7(), 'bid.placed', 'listing', uuidv7(), '{}', ${at}`);
  await handle.db.execute(sql`insert into outbox (id, subject, payload, created_at, published_at)
    select uuidv7(), 'jobs.profile', '{}', now(), ${at}`);
  await handle.db.execute(sql`insert into payment_events (id, type, created_at, received_at)
    select 'evt_' || g, 'charge.updated', now(), ${at}`);
  await handle.db.execute(sql`analyze`);
}, 60_000);

afterAll(async () => {
  await handle?.close();
  await database?.drop();
});

/** Sequential scans in the transaction that ends with this query. */
async function scansOf(table: string, purge: (tx: Database) => Promise<number>) {
  return await handle.db.transaction(async (tx) => {
    const deleted = await purge(tx);
    const [row] = await tx.execute<{ scans: number }>(
      sql`select seq_scan::int as scans from pg_stat_xact_user_tables where relname = ${table}`,
    );
    return { deleted, scans: row?.scans };
  });
}

const purges: [string, (tx: Database) => Promise<number>][] = [
  ["events", (tx) => deleteEvents(tx, { before, rowsMax })],
  ["outbox", (tx) => deletePublished(tx, { before, rowsMax })],
  ["payment_events", (tx) => deletePaymentEvents(tx, { before, rowsMax })],
];

describe("a batch of deleted rows", () => {
  test.each(purges)("of %s reads no whole table, and is bounded", async (table, purge) => {
    expect(await scansOf(table, purge)).toEqual({ deleted: rowsMax, scans: 0 });
  });

  test.each(purges)("of %s deletes only due rows", async (table, purge) => {
    let deleted = rowsMax;
    for (let batch = await purge(handle.db); batch > 0; batch = await purge(handle.db)) {
      expect(batch).toBeLessThanOrEqual(rowsMax);
      deleted += batch;
    }
    // A tenth less one: the last row of the first day falls on its end.
    expect(deleted).toBe(rows / 10 - 1);
    const [left] = await handle.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)}`,
    );
    expect(left?.count).toBe(rows - deleted);
  });

  test("two processes at once delete each row once", async () => {
    const later = new Date("2026-01-05T00:00:00Z");
    const others = openDatabase({ url: database.url, poolMax: 4 });
    const counts = await Promise.all(
      Array.from({ length: 12 }, () => deletePublished(others.db, { before: later, rowsMax })),
    );
    await others.close();
    const [left] = await handle.db.execute<{ count: number }>(
      sql`select count(*)::int as count from outbox`,
    );
    const deleted = counts.reduce((sum, count) => sum + count, 0);
    expect(deleted).toBeGreaterThan(0);
    expect(left?.count).toBe(rows - (rows / 10 - 1) - deleted);
  });

  test("of a partitioned table deletes only due rows, although each part counts its places separately", async () => {
    const parts = ["young", "old", "latest"];
    await handle.db.execute(sql`alter table outbox rename to outbox_whole`);
    await handle.db.execute(sql`create table outbox (like outbox_whole including defaults)
      partition by list (subject)`);
    for (const part of parts) {
      await handle.db.execute(sql`create table ${sql.identifier(`outbox_${part}`)} partition of outbox
        for values in (${sql.raw(`'${part}'`)})`);
    }
    await handle.db.execute(sql`insert into outbox (id, subject, payload, created_at, published_at)
      select gen_random_uuid(), part, '{}', now(),
        case part when 'old' then timestamptz '2026-01-01' else timestamptz '2026-01-03' end
      from unnest(array['young', 'old', 'latest']) part, generate_series(1, 1200)`);
    const deleted: number[] = [];
    for (let batch = rowsMax; batch > 0; deleted.push(batch)) {
      batch = await deletePublished(handle.db, { before, rowsMax });
    }
    expect(deleted).toEqual([500, 500, 200, 0]);
    const left = await handle.db.execute(
      sql`select subject, count(*)::int as rows from outbox group by subject order by subject`,
    );
    expect([...left]).toEqual([
      { subject: "latest", rows: 1200 },
      { subject: "young", rows: 1200 },
    ]);
    await handle.db.execute(sql`drop table outbox`);
    await handle.db.execute(sql`alter table outbox_whole rename to outbox`);
  });

  test("windows and records of OAuth that are over go too", async () => {
    await handle.db.execute(sql`insert into rate_windows (key, ends_at, spent)
      values ('over', '2026-01-01', 1), ('runs', '2027-01-01', 1)`);
    expect(await deleteRateWindows(handle.db, { before, rowsMax })).toBe(1);
    expect(await deleteExpiredOauthRecords(handle.db, { before, rowsMax })).toBe(0);
  });
});
