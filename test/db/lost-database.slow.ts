/**
 * Loses the database in every way that was seen to end the process or to mix transactions, under 40
 * parallel writers, on Bun and on Deno. `DATABASE_CUTS=30 bun test test/db` is the full size.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { SQL } from "bun";
import { describeExit, type RunningProcess } from "../../dev/parts/process.ts";
import { createTestDir, eventually } from "../support/stack.ts";
import { type CutDatabase, cutsCount, runtimes, startCutDatabase } from "./cuts.ts";
import type { WritersResult } from "./fixtures/writers.ts";

/** Writes acknowledged between two cuts, so that a cut hits work instead of waiting. */
const writesBetweenCuts = Number(process.env.DATABASE_WRITES_BETWEEN_CUTS ?? 100);
/** Longer than the writers' query timeout. */
const frozenMs = 1500;
const mendingTimeoutMs = 30_000;
const cutKinds = 4;
const script = "test/db/fixtures/writers.ts";

let database: CutDatabase;
let sql: SQL;

beforeAll(async () => {
  database = await startCutDatabase(frozenMs);
}, 300_000);

afterAll(() => database.stop());

describe.each(runtimes)("$name", (runtime) => {
  test(
    "no cut ends the process or kills a slot, and every write is whole, absent or where it belongs",
    async () => {
      sql = new SQL(database.postgres.url, { max: 1 });
      await sql`drop table if exists cuts`;
      await sql`create table cuts (id uuid not null, n int not null, xid xid8 not null)`;
      await sql.close();
      await checkWrites(await writeUnderCuts(runtime));
    },
    60_000 + cutKinds * cutsCount * mendingTimeoutMs,
  );
});

async function writeUnderCuts({ name, start }: (typeof runtimes)[number]): Promise<WritersResult> {
  const dir = createTestDir();
  const resultFile = join(dir, "result.json");
  const { cuts, url } = database;
  const writers = start(`${name}-writers`, [script, url, resultFile], { env: {}, dir });
  await written(writers);
  for (let turn = 0; turn < cutsCount * cuts.length; turn += 1) {
    const cut = cuts[turn % cuts.length];
    await cut?.act();
    await written(writers, `after ${cut?.name} (cut ${turn + 1})`);
  }
  process.kill(writers.pid, "SIGTERM");
  expect(await writers.exited, writers.lastLines(20).join("\n")).toBe(0);
  return JSON.parse(readFileSync(resultFile, "utf8"));
}

/**
 * Resolves when the writers have this many more acknowledged commits; throws if their process
 * ended.
 */
async function written(writers: RunningProcess, when = "at the start"): Promise<void> {
  const acknowledged = () =>
    Number(writers.lastLines(1)[0]?.match(/^acknowledged (\d+)$/)?.[1] ?? 0);
  const goal = acknowledged() + writesBetweenCuts;
  try {
    const timeoutMs = mendingTimeoutMs;
    await eventually(() => writers.hasExited() || acknowledged() >= goal, { timeoutMs });
  } catch {
    throw new Error(`${acknowledged()} instead of ${goal} writes ${when}`);
  }
  if (writers.hasExited())
    throw new Error(`${when}: ${describeExit(writers, await writers.exited)}`);
}

async function checkWrites(result: WritersResult): Promise<void> {
  sql = new SQL(database.postgres.url, { max: 1 });
  const groups: { id: string; rows: number; transactions: number }[] =
    await sql`select id, count(*)::int as rows, count(distinct xid)::int as transactions
                from cuts group by id`;
  const mixed: unknown[] =
    await sql`select xid from cuts group by xid having count(distinct id) > 1`;
  await sql`drop table cuts`;
  await sql.close();
  const found = new Set(groups.map(({ id }) => id));
  const { acknowledged, undone, unknown, strays, slotsAlive } = result;
  console.log(
    `${acknowledged.length} acknowledged, ${undone.length} undone, ${unknown.length} unknown, ` +
      `${strays.length} strays, ${slotsAlive} slots alive`,
  );
  expect(groups.filter(({ rows, transactions }) => rows !== 3 || transactions !== 1)).toEqual([]);
  expect(mixed).toEqual([]);
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  expect([...undone, ...strays].filter((id) => found.has(id))).toEqual([]);
  const told = new Set([...acknowledged, ...unknown]);
  expect(groups.filter(({ id }) => !told.has(id))).toEqual([]);
  expect(slotsAlive).toBe(10);
}
