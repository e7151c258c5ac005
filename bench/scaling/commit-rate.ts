/**
 * What telling of events and messages costs the commits: `bun bench/scaling/commit-rate.ts [seconds]
 * [clients]`. Transactions of one event and one message each, by pgbench, over a durable Postgres of its
 * own: told in the transaction, as a session is that promises nothing; and told after it, by one process
 * and by four that do nothing else, with how long the events waited for their numbers; in turn.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { freePort } from "../../dev/parts/ports.ts";
import { startPostgres } from "../../dev/parts/postgres.ts";
import { pause } from "../../platform/bell.ts";
import { transactionRate } from "./pgbench.ts";
import { quantileOf } from "./quantile.ts";

const seconds = Number(process.argv[2] ?? 10);
const clients = Number(process.argv[3] ?? 16);
const folder = mkdtempSync(join(tmpdir(), "market-bench-"));
const server = await startPostgres({
  port: await freePort(),
  dataDir: join(folder, "data"),
  logFile: join(folder, "log"),
});
const sql = postgres(server.url, { max: 1, onnotice: () => {} });

const transaction = `begin;
insert into events (id, principal_kind, principal_id, type, subject_kind, subject_id, data, created_at)
  values (uuidv7(), 'account', gen_random_uuid(), 'message.received', 'thread', gen_random_uuid(), '{}', now());
insert into outbox (id, subject, payload, created_at) values (uuidv7(), 'events.published', '{}', now());
commit;
`;

/** By how many it is told; 0: in the transaction. */
const cases = [0, 1, 4, 0, 1, 4];

function commit(tellers: number): Promise<number> {
  const file = join(folder, "transaction.sql");
  writeFileSync(file, transaction);
  const told = tellers > 0 && { sessionOptions: "-c market.notices=after" };
  return transactionRate(server.url, { file, seconds, clients, ...told });
}

/** Tells for as long as the signal has not fired, and until nothing is left. */
async function tell(signal: AbortSignal): Promise<void> {
  const { telling, close } = openDatabase({ url: server.url, poolMax: 1 });
  while (!signal.aborted) await telling?.tell();
  await telling?.number();
  await telling?.tell();
  await close();
}

/** Looks now and then how long the oldest event waits for its number. */
async function watchAges(signal: AbortSignal): Promise<number[]> {
  const ages: number[] = [];
  while (!signal.aborted) {
    await pause(0.1, signal);
    const [row] = await sql<{ ms: number | null }[]>`
      select extract(epoch from clock_timestamp() - min(created_at))::float8 * 1000 as ms
      from event_arrivals join events on events.id = event_id`;
    if (row !== undefined) ages.push(row.ms ?? 0);
  }
  return ages;
}

async function measure(tellers: number): Promise<string> {
  const done = new AbortController();
  const telling = Array.from({ length: tellers }, () => tell(done.signal));
  const watching = tellers > 0 ? watchAges(done.signal) : Promise.resolve([]);
  const rate = await commit(tellers);
  done.abort();
  const ages = await watching;
  await Promise.all(telling);
  if (tellers === 0) return `told in the transaction: ${rate} commits a second`;
  const at = (part: number) => Math.round(quantileOf(ages, part));
  const waited = `the oldest event waited ${at(0.5)} ms (p50), ${at(0.99)} ms (p99)`;
  return `told after it by ${tellers}: ${rate} commits a second; ${waited}`;
}

try {
  await migrateDatabase(server.url);
  for (const tellers of cases) process.stdout.write(`${await measure(tellers)}\n`);
  const [row] = await sql`select count(*)::int as rows from events where position is null`;
  process.stdout.write(`events without a number at the end: ${row?.rows}\n`);
} finally {
  await sql.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
