/** The operations page with a large backlog: its counts are bounded, and it reads only indexes. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { readOperations } from "../../../market/operations/read.ts";
import { testSuite } from "../../support/workers.ts";
import { webhookWith } from "./support.ts";

setDefaultTimeout(600_000);

const rows = 30_000;
const batchRows = 15_000;

const suite = await testSuite();
const { db } = suite;

test("is counted to 10,000 and read by the index, whatever lies in the tables", async () => {
  const { endpointId } = await webhookWith(suite, []);
  for (let made = 0; made < rows; made += batchRows) await insertBatch(endpointId, made);
  await db.execute(sql`analyze outbox`);
  await db.execute(sql`analyze webhook_deliveries`);
  await db.execute(sql`analyze events`);
  const admin = { kind: "admin", accountId: v7(), email: "admin@example.com" } as const;
  await readOperations(suite.ctx, admin);
  const before = await scans();
  const seen = await readOperations(suite.ctx, admin);
  expect(seen.outbox).toMatchObject([{ subject: "jobs.mail", rows: 10_000, isCapped: true }]);
  expect(seen.deliveries.pending).toMatchObject({ isCapped: rows > 40_000 });
  expect(seen.deliveries.pending.rows).toBeGreaterThanOrEqual(Math.min(10_000, rows / 3 - 1));
  for (const kind of ["outbox", "mail", "delivery"] as const) {
    expect(seen.stuck[kind].hasMore).toBe(true);
    expect(seen.stuck[kind].jobs.length).toBeLessThanOrEqual(20);
  }
  expect(await scans()).toEqual(before);
});

/** Disables the triggers that number events commit by commit and notify waiting readers. */
async function insertBatch(endpointId: string, made: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into outbox (id, subject, payload, created_at, published_at)
      select uuidv7(), 'jobs.mail', '{"template": "approval"}', now() - interval '1 hour',
        case when n % 2 = 0 then now() - interval '30 minutes' end
      from generate_series(1, ${batchRows}::int) as n`);
    await tx.execute(sql`with made as (
        insert into events (id, position, principal_kind, principal_id, type, subject_kind,
          subject_id, data, created_at)
        select uuidv7(), ${made}::int + n, 'account', gen_random_uuid(), 'purchase.paid',
          'purchase', gen_random_uuid(), '{}', now() - interval '1 hour'
        from generate_series(1, ${batchRows}::int) as n returning *)
      insert into webhook_deliveries (id, endpoint_id, event_id, position, subject_kind,
        subject_id, state, created_at, due_at, ended_at)
      select uuidv7(), ${endpointId}, id, position, subject_kind, subject_id,
        case position % 3 when 0 then 'pending' when 1 then 'failed' else 'delivered' end,
        created_at, case when position % 3 = 0 then now() end,
        case when position % 3 <> 0 then now() end
      from made`);
  });
}

/** The number of sequential scans of each large table. */
async function scans(): Promise<{ name: string; count: number }[]> {
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const found = await db.execute<{ name: string; count: number }>(sql`
    select relname as name, seq_scan::int as count from pg_stat_user_tables
    where relname in ('outbox', 'webhook_deliveries', 'events') order by relname`);
  return [...found].map(({ name, count }) => ({ name, count }));
}
