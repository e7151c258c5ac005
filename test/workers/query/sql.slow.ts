/**
 * SQL is answered as DuckDB answers it: at least 300 queries of the demo's tables and of a table
 * with missing values, compared value by value. `QUERY_SQL_SEED` and `QUERY_SQL_COUNT` ask for other
 * random queries.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { seededRandom } from "../../../dataset/base/random.ts";
import { greenhouseSensors, powerPrices, shopOrders } from "../../../dev/catalogue/made/tables.ts";
import { createDiskStorage } from "../../../platform/storage/disk.ts";
import { makeFolder, VEGA } from "../../dataset/support/dataset-files.ts";
import { twinsOf } from "../../dataset/twin/support.ts";
import { forFile } from "../../support/for-file.ts";
import { createTestDir } from "../../support/stack.ts";
import { openQueryWorld, type Stored } from "./query-world.ts";
import { randomQuery, writtenQueries } from "./sql-queries.ts";

setDefaultTimeout(600_000);

const folder = createTestDir();
const storage = createDiskStorage({
  kind: "disk",
  rootDir: join(folder, "store"),
  signingSecrets: ["s".repeat(32)],
  publicBaseUrl: "http://localhost",
});
const world = await forFile(openQueryWorld(storage));
const duckdb = await (await DuckDBInstance.create(":memory:")).connect();
await duckdb.run("SET TimeZone = 'UTC'");

const facts = `SELECT i AS id,
  CASE WHEN i % 7 <> 0 THEN ['ash', 'Birch', 'cedar', 'oak', 'élm'][1 + i % 5] END AS kind,
  CASE WHEN i % 11 <> 0 THEN (i * 37 % 101) / 8 END AS x,
  CASE WHEN i % 13 <> 0 THEN i * i % 50 - 20 END AS n,
  CASE WHEN i % 17 <> 0 THEN DATE '2019-12-20' + (i * 3)::INT END AS day,
  CASE WHEN i % 19 <> 0 THEN TIMESTAMP '2020-01-31 22:15:30' + to_seconds(i * 5000) END AS ts,
  CASE WHEN i % 23 <> 0 THEN i % 3 = 0 END AS flag
  FROM range(400) t(i)`;
const names = `SELECT * FROM (VALUES ('ash', 'Fraxinus', 1::BIGINT), ('oak', 'Quercus', 2),
  ('oak', 'Q. robur', 3), (NULL, 'none', 4), ('yew', 'Taxus', 5)) v(kind, latin, rank)`;

const tables = new Map<string, Stored>();

async function addTable(name: string, path: string): Promise<void> {
  tables.set(name, await world.store(path));
  const described = await duckdb.runAndReadAll(`DESCRIBE SELECT * FROM '${path}'`);
  // Times of a query are in UTC and without a zone.
  const columns = described.getRows().map(([column, type]) => {
    const quoted = `"${String(column).replaceAll('"', '""')}"`;
    return type === "TIMESTAMP WITH TIME ZONE" ? `${quoted}::TIMESTAMP AS ${quoted}` : quoted;
  });
  await duckdb.run(`CREATE TABLE ${name} AS SELECT ${columns.join(", ")} FROM '${path}'`);
}

async function addParquet(name: string, sql: string): Promise<void> {
  const path = join(folder, `${name}.parquet`);
  await duckdb.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
  await addTable(name, path);
}

/** As its Parquet copy, which the marketplace makes and queries. */
async function addDemo(name: string, path: string): Promise<void> {
  const jobs = makeFolder();
  try {
    await addTable(name, (await twinsOf(jobs.path, path)).pathOf(0));
  } finally {
    jobs.remove();
  }
}

async function addMade(name: string, text: string): Promise<void> {
  const path = join(folder, `${name}.csv`);
  await Bun.write(path, text);
  await addDemo(name, path);
}

await addParquet("facts", facts);
await addParquet("names", names);
await addMade("orders", shopOrders());
await addMade("sensors", greenhouseSensors().replace(/^at,/, "at_time,"));
await addMade("prices", powerPrices());
for (const [name, file] of Object.entries({
  weather: "seattle-weather.csv",
  airports: "airports.csv",
  routes: "flights-airport.csv",
  strikes: "birdstrikes.csv",
  countries: "gapminder.json",
  penguins: "penguins.json",
  quakes: "earthquakes.json",
})) {
  await addDemo(name, join(VEGA, file));
}

const isTime = /^-?\d{4}-\d\d-\d\d[T ]\d\d:/;

/** DuckDB's and a query's values in one form; a float stays a number. */
function plain(value: unknown): unknown {
  if (value === null || typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value === "bigint") {
    return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  }
  const text = String(value);
  if (typeof value === "object" && /^-?\d+\.\d+$/.test(text)) return Number(text);
  return isTime.test(text)
    ? text
        .replace(" ", "T")
        .replace(/Z$/, "")
        .replace(/\.?0*$/, "")
    : text;
}

/** Floats are equal to nine digits, because sums have no fixed order. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "number" || typeof other !== "number") return one === other;
  return one === other || Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other));
}

const firstLine = (error: unknown): string => String(error).split("\n")[0] ?? "";

const byText = (one: unknown[], other: unknown[]) =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

/** The first difference; null if there is none. */
async function differenceOf(sql: string): Promise<string | null> {
  const named = [...sql.matchAll(/\b(?:FROM|JOIN) ([a-z]+)\b(?!\))/g)].flatMap(([, name = ""]) => {
    return tables.get(name) ?? [];
  });
  const answer = await world.ask(named, { sql, limit: 1000 });
  if (answer.refusal !== null) return `refused: ${answer.refusal.detail}`;
  const theirs = await duckdb.runAndReadAll(sql);
  const isOrdered = /ORDER BY/.test(sql);
  const sorted = (rows: unknown[][]) => {
    const all = rows.map((row) => row.map(plain));
    return isOrdered ? all : all.sort(byText);
  };
  const [ours, wanted] = [sorted(answer.rows), sorted(theirs.getRows().slice(0, 1000))];
  if (answer.next_offset === null && ours.length !== wanted.length) {
    return `${ours.length} rows, not ${wanted.length}`;
  }
  const at = ours.findIndex((row, position) => {
    const other = wanted[position] ?? [];
    return (
      row.length !== other.length || !row.every((value, column) => isSame(value, other[column]))
    );
  });
  return at < 0
    ? null
    : `row ${at}: ${JSON.stringify(ours[at])}, not ${JSON.stringify(wanted[at])}`;
}

test("every written query", async () => {
  const differences: string[] = [];
  for (const sql of writtenQueries) {
    const difference = await differenceOf(sql).catch(firstLine);
    if (difference !== null) differences.push(`${sql}\n  ${difference}`);
  }
  expect(differences).toEqual([]);
});

test("a quotient is the nearest float, also of a constant", async () => {
  const facts = tables.get("facts");
  if (facts === undefined) throw new Error("there is no table facts");
  const sql = `SELECT round(x, 1), x / 10, n / 3.0, round(n * 1e0, -1) / 7, 6 / 10, round(x / 3, 2)
    FROM facts ORDER BY id`;
  const { rows } = await world.ask([facts], { sql, limit: 1000 });
  // JSON has no negative zero.
  const theirs = JSON.parse(JSON.stringify((await duckdb.runAndReadAll(sql)).getRows()));
  expect(rows).toEqual(theirs);
});

test("random queries", async () => {
  const seed = process.env.QUERY_SQL_SEED ?? "sql";
  const random = seededRandom(seed);
  const differences: string[] = [];
  const count = Number(process.env.QUERY_SQL_COUNT ?? Math.max(100, 300 - writtenQueries.length));
  for (let at = 0; at < count; at += 1) {
    const sql = randomQuery(random);
    const difference = await differenceOf(sql).catch(firstLine);
    if (difference !== null) differences.push(`${sql}\n  ${difference}`);
  }
  expect({ seed, differences }).toEqual({ seed, differences: [] });
});
