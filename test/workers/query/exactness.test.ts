/**
 * Queries give the same results as DuckDB's SQL on the same file: random tables, random queries.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { seededRandom } from "../../../dataset/base/random.ts";
import { createDiskStorage } from "../../../platform/storage/disk.ts";
import { forFile } from "../../support/for-file.ts";
import { createTestDir } from "../../support/stack.ts";
import { openQueryWorld } from "./query-world.ts";
import { type RandomQuery, randomGroups, randomRows, tableSql } from "./random-queries.ts";

setDefaultTimeout(180_000);

const folder = createTestDir();
const storage = createDiskStorage({
  kind: "disk",
  rootDir: join(folder, "store"),
  signingSecrets: ["s".repeat(32)],
  publicBaseUrl: "http://localhost",
});
const world = await forFile(openQueryWorld(storage));
const duckdb = await (await DuckDBInstance.create(":memory:")).connect();

/** DuckDB's values in a query's form; floats to nine digits, because sums have no fixed order. */
function plain(value: unknown): unknown {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "bigint")
    return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  if (typeof value === "number") return Number(value.toPrecision(9));
  const text = String(value);
  return /^-?\d{4}-\d\d-\d\d \d\d:/.test(text) ? text.replace(" ", "T").replace(/\.0+$/, "") : text;
}

async function sqlRows(sql: string): Promise<unknown[][]> {
  const result = await duckdb.runAndReadAll(sql);
  return result.getRows().map((row) => row.map(plain));
}

type Stored = Awaited<ReturnType<typeof world.store>>;

async function expectSame(stored: Stored, { json, sql, countSql }: RandomQuery, seed: string) {
  const told = `seed ${seed}\n${JSON.stringify(json)}\n${sql}`;
  const answer = await world.ask(stored, json);
  expect({ told, refusal: answer.refusal }).toEqual({ told, refusal: null });
  const rows = answer.rows.map((row) => row.map(plain));
  expect({ told, rows }).toEqual({ told, rows: await sqlRows(sql) });
  const [[count] = []] = await sqlRows(countSql);
  expect({ told, total: answer.total_rows }).toEqual({ told, total: count as number });
}

test("rows and groups are those of SQL, on random tables of several row groups", async () => {
  const seed = randomBytes(16).toString("hex");
  const random = seededRandom(seed);
  for (let table = 0; table < 3; table += 1) {
    const path = join(folder, `t${table}.parquet`);
    await duckdb.run(tableSql(random, 3000));
    const size = 2048 * (table + 1);
    await duckdb.run(
      `COPY t TO '${path}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${size})`,
    );
    await duckdb.run(`CREATE OR REPLACE VIEW f AS SELECT * FROM '${path}'`);
    const stored = await world.store(path);
    for (let at = 0; at < 40; at += 1) {
      const query = random() < 0.6 ? randomRows(random) : randomGroups(random);
      await expectSame(stored, query, seed);
    }
  }
});

const flights = join(
  import.meta.dir,
  "../../../node_modules/vega-datasets/data/flights-3m.parquet",
);

test("three million real flights answer as SQL does", async () => {
  await duckdb.run(`CREATE OR REPLACE VIEW f AS SELECT * FROM '${flights}'`);
  const stored = await world.store(flights);
  const { columns } = await world.ask(stored, { limit: 1 });
  const names = columns.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["origin", "delay", "distance"]));
  const pairs: [json: Record<string, unknown>, sql: string][] = [
    [
      {
        filter: {
          all: [
            { column: "origin", op: "in", value: ["SEA", "JFK"] },
            { column: "delay", op: "gt", value: 300 },
          ],
        },
        group_by: ["origin"],
        aggregates: [
          { function: "count" },
          { function: "sum", column: "distance" },
          { function: "median", column: "delay" },
          { function: "count_distinct", column: "destination" },
        ],
      },
      `SELECT origin, count(*), sum(distance), median(delay), count(DISTINCT destination) FROM f
        WHERE origin IN ('SEA', 'JFK') AND delay > 300 GROUP BY origin ORDER BY origin`,
    ],
    [
      {
        filter: { column: "destination", op: "starts_with", value: "SE" },
        columns: ["delay", "distance", "destination"],
        order_by: [
          { column: "delay", direction: "desc" },
          { column: "distance", direction: "asc" },
          { column: "destination", direction: "asc" },
        ],
        limit: 50,
        offset: 25,
      },
      `SELECT delay, distance, destination FROM f WHERE starts_with(destination, 'SE')
        ORDER BY delay DESC NULLS LAST, distance NULLS LAST, destination NULLS LAST LIMIT 50 OFFSET 25`,
    ],
  ];
  for (const [json, sql] of pairs) {
    const answer = await world.ask(stored, json);
    expect(answer.refusal).toBeNull();
    expect(answer.rows.map((row) => row.map(plain))).toEqual(await sqlRows(sql));
  }
});

test("a NaN is a missing value, sums have all digits, and row groups of NaN are not left out", async () => {
  const path = join(folder, "nan.parquet");
  await duckdb.run(`COPY (SELECT i AS id, 9223372036854775807 AS big,
    CASE WHEN i % 3 = 0 THEN 'nan'::DOUBLE WHEN i % 3 = 1 THEN i / 2 ELSE NULL END AS x
    FROM range(9) t(i)) TO '${path}' (FORMAT parquet)`);
  const stored = await world.store(path);
  const ids = async (filter: Record<string, unknown>) =>
    (await world.ask(stored, { filter, columns: ["id"] })).rows.flat();
  expect(await ids({ column: "x", op: "is_null" })).toEqual([0, 2, 3, 5, 6, 8]);
  expect(await ids({ column: "x", op: "gt", value: 1 })).toEqual([4, 7]);
  expect(await ids({ not: { column: "x", op: "gt", value: 1 } })).toEqual([1]);
  const { rows } = await world.ask(stored, {
    aggregates: [
      { function: "sum", column: "big" },
      { function: "count", column: "x" },
      { function: "mean", column: "x" },
      { function: "max", column: "big" },
    ],
  });
  expect(rows).toEqual([["83010348331692982263", 3, 2, "9223372036854775807"]]);
  const big = { column: "big", op: "eq", value: "9223372036854775807" };
  expect((await ids(big)).length).toBe(9);
  expect(await ids({ column: "big", op: "gt", value: "99999999999999999999" })).toEqual([]);
});

test("at the bounds of row groups no row is left out", async () => {
  const path = join(folder, "bounds.parquet");
  await duckdb.run(`COPY (SELECT i AS id, lpad(i::VARCHAR, 5, '0') AS code, i / 4 AS x,
    DATE '2020-01-01' + i::INT AS day FROM range(6144) t(i))
    TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
  await duckdb.run(`CREATE OR REPLACE VIEW f AS SELECT * FROM '${path}'`);
  const stored = await world.store(path);
  const relations = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" };
  for (const bound of [0, 2047, 2048, 6143]) {
    const code = String(bound).padStart(5, "0");
    const date = new Date(Date.UTC(2020, 0, 1 + bound)).toISOString().slice(0, 10);
    const values = { id: bound, code, x: bound / 4, day: date };
    for (const [column, value] of Object.entries(values)) {
      const literal = typeof value === "number" ? String(value) : `'${value}'`;
      for (const [op, relation] of Object.entries(relations)) {
        for (const not of [false, true]) {
          const test = { column, op, value };
          const filter = not ? { not: test } : test;
          const told = `${not ? "NOT " : ""}${column} ${relation} ${literal}`;
          const answer = await world.ask(stored, { filter, aggregates: [{ function: "count" }] });
          const counted = await sqlRows(`SELECT count(*) FROM f WHERE ${told}`);
          expect({ told, rows: answer.rows }).toEqual({ told, rows: counted });
        }
      }
    }
  }
});
