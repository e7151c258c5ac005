/**
 * What forgetting costs: `bun bench/scaling/retention.ts [rows]`. Fills events with a delivery each,
 * and the outbox; then deletes by the clock's own statements, a tenth of the rows being due, and
 * prints milliseconds a batch and what the plan of the last one reads.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { deleteEvents } from "../../db/queries/events/events.ts";
import { deletePublished } from "../../db/queries/journal/outbox.ts";
import { freePort } from "../../dev/parts/ports.ts";
import { startPostgres } from "../../dev/parts/postgres.ts";

const rows = Number(process.argv[2] ?? 1_000_000);
const rowsMax = 5000;
const folder = mkdtempSync(join(tmpdir(), "market-bench-"));
const server = await startPostgres({
  port: await freePort(),
  dataDir: join(folder, "data"),
  logFile: join(folder, "log"),
});
const sql = postgres(server.url, { max: 1, onnotice: () => {} });
const { db, close } = openDatabase({ url: server.url, poolMax: 1 });
const before = new Date(Date.now() - 30 * 86_400_000);

/** A tenth is older than the instant; keys and triggers are not asked while it is filled. */
async function fill(): Promise<void> {
  await sql`set session_replication_role = replica`;
  const at = sql`now() - interval '33 days' * g / ${rows}::float8`;
  await sql`insert into webhook_endpoints (id, principal_kind, principal_id, url, types, created_at,
    updated_at) select uuidv7(), 'agent', uuidv7(), 'https://example.org', '{}', now(), now()`;
  await sql`insert into events (id, position, principal_kind, principal_id, type, subject_kind,
      subject_id, data, created_at)
    select uuidv7(), ${rows} - g, 'agent', (select principal_id from webhook_endpoints), 'bid.placed',
      'listing', uuidv7(), '{}', ${at} from generate_series(1, ${rows}::int) g`;
  await sql`insert into webhook_deliveries (id, endpoint_id, event_id, position, subject_kind,
      subject_id, state, attempts, created_at, ended_at)
    select uuidv7(), (select id from webhook_endpoints), id, position, subject_kind, subject_id,
      'delivered', 1, created_at, created_at from events`;
  await sql`insert into outbox (id, subject, payload, created_at, published_at)
    select uuidv7(), 'events.published', '{}', ${at}, ${at} from generate_series(1, ${rows}::int) g`;
  await sql`set session_replication_role = origin`;
  await sql`analyze`;
}

async function measure(name: string, purge: () => Promise<number>): Promise<void> {
  const took: number[] = [];
  let deleted = 0;
  for (;;) {
    const startedAt = performance.now();
    const batch = await purge();
    if (batch === 0) break;
    took.push(performance.now() - startedAt);
    deleted += batch;
  }
  const sorted = took.toSorted((a, b) => a - b).map(Math.round);
  const seconds = took.reduce((sum, ms) => sum + ms, 0) / 1000;
  process.stdout.write(
    `${name}: ${deleted} rows in ${sorted.length} batches, ms a batch: median ` +
      `${sorted[Math.floor(sorted.length / 2)]}, longest ${sorted.at(-1)}; ` +
      `${Math.round(deleted / seconds)} rows a second\n`,
  );
}

/** Sequential scans since the server's start: a batch that reads the whole table shows here. */
async function scans(): Promise<string> {
  const found = await sql`select relname, seq_scan from pg_stat_user_tables
    where relname in ('events', 'webhook_deliveries', 'outbox') order by 1`;
  return found.map((row) => `${row.relname} ${row.seq_scan}`).join(", ");
}

try {
  await migrateDatabase(server.url);
  await fill();
  process.stdout.write(`whole-table scans before: ${await scans()}\n`);
  await measure("events with their deliveries", () => deleteEvents(db, { before, rowsMax }));
  await measure("outbox", () => deletePublished(db, { before, rowsMax }));
  // The counts come with the end of the session that made them.
  await close();
  process.stdout.write(`whole-table scans after: ${await scans()}\n`);
} finally {
  await sql.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
