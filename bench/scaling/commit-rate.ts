/**
 * What the order of events costs the commits: `bun bench/scaling/commit-rate.ts [seconds] [clients]`.
 * Transactions of one event and one message each, by pgbench, over a durable Postgres of its own: as
 * it is, without the lock of the numbering, without NOTIFY, and without either.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { migrateDatabase } from "../../db/migrate.ts";
import { freePort } from "../../dev/parts/ports.ts";
import { startPostgres } from "../../dev/parts/postgres.ts";

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
const numbering = (lock: string) => `create or replace function number_event() returns trigger
  language plpgsql as $$ begin ${lock}
    update events set position = nextval('event_positions') where id = new.id; return null; end $$`;
const lockStatement = "perform pg_advisory_xact_lock(hashtextextended('event_positions', 0));";
const setNotify = (state: "enable" | "disable") => async () => {
  for (const { table_name: table, trigger_name: name } of await sql`
    select c.relname as table_name, t.tgname as trigger_name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where c.relname in ('events', 'outbox') and p.prosrc ilike '%pg_notify%'`) {
    await sql.unsafe(`alter table ${table} ${state} trigger ${name}`);
  }
};

const cases: [string, () => Promise<unknown>][] = [
  ["as it is", async () => {}],
  ["without the numbering's lock", () => sql.unsafe(numbering(""))],
  ["without either", setNotify("disable")],
  ["without NOTIFY", () => sql.unsafe(numbering(lockStatement))],
  ["as it is, again", setNotify("enable")],
];

async function measure(): Promise<string> {
  const file = join(folder, "transaction.sql");
  writeFileSync(file, transaction);
  const run = Bun.spawn(
    [
      "pgbench",
      "-n",
      "-f",
      file,
      "-T",
      String(seconds),
      "-c",
      String(clients),
      "-j",
      "2",
      server.url,
    ],
    { stdout: "pipe", stderr: "inherit" },
  );
  const output = await new Response(run.stdout).text();
  return /tps = ([\d.]+)/.exec(output)?.[1] ?? "no";
}

try {
  await migrateDatabase(server.url);
  for (const [name, change] of cases) {
    await change();
    process.stdout.write(`${name}: ${await measure()} commits a second\n`);
  }
} finally {
  await sql.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
