/**
 * Tables as they are beside the same rows in partitions by ranges of ids: `bun bench/scaling/partitions.ts
 * [events] [audit rows] [server]`, 0 leaves them out. A month of events with a delivery each and a week of the outbox, whole,
 * by weeks and by days; two years of the audit log, whole and by months. Prints what writing, asking and
 * forgetting cost, and what writers wait for. `server` is another Postgres (`/usr/lib/postgresql/15`).
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { migrateDatabase } from "../../db/migrate.ts";
import { deleteEvents } from "../../db/queries/events/events.ts";
import { deletePublished } from "../../db/queries/journal/outbox.ts";
import { freePort } from "../../dev/parts/ports.ts";
import { startPostgres } from "../../dev/parts/postgres.ts";
import { dayMs } from "../../platform/time.ts";
import { auditDays, fillAudit, fillEvents, outboxDays } from "./partitions/fill.ts";
import {
  besideReader,
  costOf,
  countWronglyDeleted,
  deleteInBatches,
  dropConcurrently,
  dropRange,
  dropWithTries,
  eventTables,
  msOfBatches,
  tables,
  vacuum,
} from "./partitions/forgetting.ts";
import {
  bytesOf,
  makeIdFunction,
  type Parted,
  partTable,
  rangesOf,
  type Sql,
} from "./partitions/layouts.ts";
import { askAll, auditQuestions, eventQuestions, type Question } from "./partitions/questions.ts";
import { mb, ms, report, say, waitsOf } from "./partitions/report.ts";
import { keepParted, keepWhole, live } from "./partitions/steady.ts";
import { auditScript, besideWriters, script, writeRate } from "./partitions/writers.ts";

const rows = Number(process.argv[2] ?? 400_000);
const auditRows = Number(process.argv[3] ?? 2_000_000);
const postgresFolder = process.argv[4];
const timesAsked = 30;
const readerMs = 4000;
const lockMs = 100;
const steadyDays = 10;
const daysKept = 31;

const parted: Parted[] = [
  { table: "events", by: "id" },
  { table: "webhook_deliveries", by: "event_id" },
];
/** The end of today, and a month before it. */
const to = new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs);
const from = new Date(to.getTime() - daysKept * dayMs);
const outboxFrom = new Date(to.getTime() - outboxDays * dayMs);

const folder = mkdtempSync(join(tmpdir(), "market-bench-"));
const server = await startPostgres({
  port: await freePort(),
  dataDir: join(folder, "data"),
  logFile: join(folder, "log"),
  ...(postgresFolder !== undefined && { server: { folder: postgresFolder, libraryPath: "" } }),
  settings: { shared_buffers: "2GB", max_wal_size: "4GB", autovacuum: "off", jit: "off" },
});
const urlOf = (database: string) => server.url.replace(/market$/, database);
const admin = postgres(urlOf("postgres"), { max: 1 });
const opened = new Map<string, Sql>();

function open(database: string): Sql {
  const sql = postgres(urlOf(database), { max: 1, onnotice: () => {} });
  opened.set(database, sql);
  return sql;
}

async function shut(database: string): Promise<void> {
  await opened.get(database)?.end();
  opened.delete(database);
}

/** A database with the rows of another one, which nobody is connected to. */
async function copy(of: string, database: string): Promise<Sql> {
  await shut(of);
  await admin.unsafe(`create database ${database} template ${of}`);
  return open(database);
}

async function drop(database: string): Promise<void> {
  await shut(database);
  await admin.unsafe(`drop database ${database}`);
}

async function makeEvents(): Promise<void> {
  const whole = await copy("market", "whole");
  await fillEvents(whole, { rows, from, to });
  for (const [database, days] of [
    ["weeks", 7],
    ["days", 1],
  ] as const) {
    const sql = await copy("whole", database);
    const lost: string[] = [];
    for (const one of parted) lost.push(...(await partTable(sql, one, rangesOf(from, to, days))));
    const outbox = { table: "outbox", by: "id" };
    lost.push(...(await partTable(sql, outbox, rangesOf(outboxFrom, to, days))));
    await sql.unsafe("vacuum analyze");
    say(`${database}: no longer unique: ${lost.join(", ")}`);
  }
  const again = open("whole");
  for (const table of tables) await again.unsafe(`reindex table ${table}`);
  await again.unsafe("vacuum analyze");
}

async function measureSteady(): Promise<void> {
  for (const [of, keep] of [
    ["whole", keepWhole],
    ["days", keepParted],
  ] as const) {
    const sql = await copy(of, `${of}_steady`);
    open(of);
    const sizes = async () =>
      `${mb(await bytesOf(sql, eventTables))} and ${mb(await bytesOf(sql, ["outbox"]))}`;
    const before = await sizes();
    const perDay = Math.round(rows / daysKept);
    let took = { writingMs: 0, forgettingMs: 0 };
    const { walBytes } = await costOf(sql, async () => {
      took = await live(sql, keep, { days: steadyDays, from, to, rows: perDay });
    });
    say(
      `${of}, ${steadyDays} days of ${perDay} events: events with deliveries, and outbox, were ` +
        `${before}, are ${await sizes()}; wrote in ${ms(took.writingMs)} ms, forgot in ` +
        `${ms(took.forgettingMs)} ms, ${mb(walBytes)} of WAL`,
    );
    await drop(`${of}_steady`);
  }
}

async function measureRates(file: string, databases: readonly string[]): Promise<void> {
  const rates = new Map<string, number[]>();
  for (const database of [...databases, ...databases, ...databases]) {
    const rate = await writeRate(urlOf(database), file, 6);
    rates.set(database, [...(rates.get(database) ?? []), Math.round(rate)]);
  }
  for (const [database, of] of rates) say(`${database}: ${of.join(", ")} a second`);
}

/** Forgets one day after the other, each beside writers. */
async function measureForgetting(): Promise<void> {
  const whole = opened.get("whole") as Sql;
  const day = (index: number) => new Date(from.getTime() + index * dayMs);
  const beside = async (database: string, name: string, work: (sql: Sql) => Promise<unknown>) => {
    const sql = opened.get(database) as Sql;
    const { result, waits } = await besideWriters(urlOf(database), () =>
      costOf(sql, () => work(sql)),
    );
    say(
      `${database}, ${name}: ${ms(result.ms)} ms, ${mb(result.walBytes)} of WAL; ${waitsOf(waits)}`,
    );
  };
  const rest = () => new Promise((resolve) => setTimeout(resolve, 5000));
  await beside("whole", "nothing forgotten for 5 s", rest);
  await beside("days", "nothing forgotten for 5 s", rest);
  await beside("whole", "events of a day in batches", (sql) =>
    deleteInBatches(sql, deleteEvents, day(1)),
  );
  const outboxEnd = new Date(outboxFrom.getTime() + dayMs);
  await beside("whole", "outbox of a day in batches", (sql) =>
    deleteInBatches(sql, deletePublished, outboxEnd),
  );
  await beside("whole", "vacuum after both", (sql) => vacuum(sql, tables));
  await beside("whole", `events of a day in batches, beside a reader of ${readerMs} ms`, () =>
    besideReader(urlOf("whole"), readerMs, () => deleteInBatches(whole, deleteEvents, day(2))),
  );
  for (const [database, days] of [
    ["weeks", 7],
    ["days", 1],
  ] as const) {
    const ranges = rangesOf(from, to, days);
    const at = (index: number) => ranges[index] as (typeof ranges)[number];
    await beside(database, "events of a range dropped", async (sql) => {
      const { result, refused } = await dropWithTries(sql, at(0), 0);
      say(`${database}: refused ${refused} times; locks ${result.join("; ")}`);
    });
    const [first] = rangesOf(outboxFrom, to, days);
    if (first !== undefined) {
      await beside(database, "outbox of a range dropped", (sql) =>
        dropRange(sql, first, ["outbox"]),
      );
    }
    await beside(database, `dropped beside a reader of ${readerMs} ms`, () =>
      besideReader(urlOf(database), readerMs, () =>
        dropWithTries(opened.get(database) as Sql, at(1), 0),
      ),
    );
    await beside(database, `the same, waiting ${lockMs} ms for a lock`, () =>
      besideReader(urlOf(database), readerMs, async () => {
        const { refused } = await dropWithTries(opened.get(database) as Sql, at(2), lockMs);
        say(`${database}: refused ${refused} times`);
      }),
    );
    const sql = opened.get(database) as Sql;
    for (const table of eventTables.toReversed()) {
      await sql.unsafe(`alter table ${table} detach partition ${table}_default`);
    }
    await beside(database, "the same, concurrently, without a default range", () =>
      besideReader(urlOf(database), readerMs, async () => {
        const refused = await dropConcurrently(sql, at(3));
        say(`${database}: refused ${refused} times`);
      }),
    );
    // What is written next may be of a day that has no range: a run may last beyond midnight.
    for (const table of eventTables) {
      await sql.unsafe(`alter table ${table} attach partition ${table}_default default`);
    }
  }
}

async function measureAudit(): Promise<void> {
  const auditFrom = new Date(to.getTime() - auditDays * dayMs);
  const whole = await copy("market", "audit");
  await fillAudit(whole, { rows: auditRows, from: auditFrom, to });
  const months = await copy("audit", "audit_months");
  const ranges = rangesOf(auditFrom, to, 30);
  await partTable(months, { table: "audit_log", by: "id" }, ranges);
  await months.unsafe("alter table audit_log disable trigger user");
  await partTable(months, { table: "audit_readers", by: "audit_id" }, ranges);
  const again = open("audit");
  const auditTables = ["audit_log", "audit_readers"];
  for (const table of auditTables) await again.unsafe(`reindex table ${table}`);
  for (const sql of [again, months]) await sql.unsafe("vacuum analyze");
  say(
    `audit: ${mb(await bytesOf(again, auditTables))}, months ${mb(await bytesOf(months, auditTables))}`,
  );
  const [middle] = await again<{ id: string }[]>`
    select id from audit_log order by id offset ${Math.floor(auditRows / 2)} limit 1`;
  const questions = auditQuestions(auditRows, middle?.id ?? "");
  report(await askAll(questions, [again, months], timesAsked), ["whole", "months"]);
  const file = join(folder, "audit.sql");
  writeFileSync(file, auditScript);
  await measureRates(file, ["audit", "audit_months"]);
}

async function measureEvents(): Promise<void> {
  await makeEvents();
  const layouts = ["whole", "weeks", "days"];
  for (const name of layouts) {
    const sql = opened.get(name) ?? open(name);
    say(
      `${name}: ${mb(await bytesOf(sql, eventTables))} and ${mb(await bytesOf(sql, ["outbox"]))}`,
    );
  }
  await measureSteady();
  const databases = layouts.map((name) => opened.get(name) as Sql);
  const questions: Question[] = await eventQuestions(databases[0] as Sql, rows);
  report(await askAll(questions, databases, timesAsked), layouts);
  const batches = await msOfBatches(databases[0] as Sql, new Date(from.getTime() + 2 * dayMs));
  const each = Object.entries(batches).map(([way, took]) => `${way} ${ms(took)}`);
  say(`whole, a batch of 5000 events, ms: ${each.join(", ")}`);
  for (const name of ["weeks", "days"]) {
    const before = new Date(from.getTime() + dayMs / 2);
    const wrong = await countWronglyDeleted(opened.get(name) as Sql, before);
    say(`${name}: a batch by places deletes ${wrong} events that are not due`);
  }
  await measureForgetting();
  const file = join(folder, "events.sql");
  writeFileSync(file, script);
  await measureRates(file, layouts);
}

try {
  await migrateDatabase(server.url);
  const market = open("market");
  await makeIdFunction(market);
  const [version] = await market`select version()`;
  say(`${version?.version}; ${rows} events, ${auditRows} audit rows`);
  if (rows > 0) await measureEvents();
  if (auditRows > 0) await measureAudit();
} finally {
  for (const sql of opened.values()) await sql.end();
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
