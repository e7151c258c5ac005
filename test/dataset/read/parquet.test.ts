/** Parquet's types, row groups and nested values. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import pl from "nodejs-polars";
import { readIndex } from "../../../dataset/query/parquet-index.ts";
import { parquetOf } from "../hostile/parquet-writer.ts";
import { generated, makeFolder, profileFile, typesOf } from "../support/dataset-files.ts";
import { connectDuckDb } from "../support/duckdb.ts";

const folder = makeFolder();
let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await connectDuckDb();
});
afterAll(() => {
  connection.closeSync();
  folder.remove();
});

async function writeParquet(name: string, select: string, options = ""): Promise<string> {
  const filePath = join(folder.path, name);
  await connection.run(`COPY (${select}) TO '${filePath}' (FORMAT parquet${options})`);
  return filePath;
}

test("Parquet types are kept, those that JavaScript cannot name included", async () => {
  const filePath = await writeParquet(
    "types.parquet",
    `SELECT i AS id, {'x': i, 'y': [i]} AS nested, [i, i + 1] AS list, 'é' || i AS text,
      (i % 2 = 0) AS flag, DATE '2020-01-01' + (i % 100)::INT AS day, TIME '10:00:00' AS clock,
      (i / 4)::DECIMAL(10, 2) AS decimal, ('\\x00' || chr(65 + (i % 26)::INT))::BLOB AS bytes,
      i::UBIGINT + 18446744073709551000::UBIGINT AS huge,
      TIMESTAMPTZ '2020-01-01 10:00:00.5+02' AS moment, NULL::INT AS nothing,
      CASE WHEN i = 3 THEN 'NaN'::DOUBLE WHEN i = 4 THEN NULL ELSE i END AS float
      FROM range(500) t(i)`,
  );
  const { profile, sample } = generated(await profileFile(folder.path, filePath));
  expect(typesOf(profile)).toEqual([
    "id:integer",
    "nested:object",
    "list:array",
    "text:string",
    "flag:boolean",
    "day:date",
    "clock:time",
    "decimal:number",
    "bytes:binary",
    "huge:integer",
    "moment:datetime",
    "nothing:empty",
    "float:number",
  ]);
  expect(profile.row_count).toBe(500);
  expect(profile.duplicates.rows).toBe(0);
  const column = (name: string) => profile.columns.find((each) => each.name === name);
  expect(column("huge")).toMatchObject({ min: "18446744073709551000", distinct_count: 500 });
  expect(column("day")).toMatchObject({ min: "2020-01-01", max: "2020-04-09" });
  expect(column("moment")).toMatchObject({ min: "2020-01-01T08:00:00.5Z" });
  expect(column("nothing")).toMatchObject({ null_count: 500, distinct_count: 0 });
  expect(column("float")).toMatchObject({ null_count: 1, min: 0, max: 499 });
  expect(column("float")?.mean).toBeCloseTo((124_750 - 7) / 498, 9);
  expect(column("float")?.alerts.map((alert) => alert.code)).toContain("non_finite_values");
  const [first] = sample.rows;
  const id = Number(first?.[0]);
  expect(first?.slice(1, 4)).toEqual([{ x: id, y: [id] }, [id, id + 1], `é${id}`]);
  expect(first?.[8]).toBe("[binary]");
});

test("row groups and slices of them give the same figures as one read", async () => {
  const select = "SELECT i, i % 7 AS k, repeat('x', (i % 50)::INT) AS t FROM range(20000) t(i)";
  const grouped = await writeParquet("groups.parquet", select, ", ROW_GROUP_SIZE 2048");
  const single = await writeParquet("single.parquet", select, ", ROW_GROUP_SIZE 1000000");
  const whole = generated(await profileFile(folder.path, single));
  for (const [path, chunkBytes] of [
    [grouped, 16_000_000],
    [grouped, 5000],
    [single, 20_000],
  ] as const) {
    const parts = generated(await profileFile(folder.path, path, { limits: { chunkBytes } }));
    expect(parts.profile.row_count).toBe(20_000);
    for (const [index, column] of parts.profile.columns.entries()) {
      const other = whole.profile.columns[index];
      const { null_count, distinct_count, min, max, length, top_values } = column;
      expect({ null_count, distinct_count, min, max, length, top_values }).toEqual({
        null_count: other?.null_count as number,
        distinct_count: other?.distinct_count as number,
        min: other?.min ?? null,
        max: other?.max ?? null,
        length: other?.length ?? null,
        top_values: other?.top_values ?? null,
      });
    }
    expect(parts.profile.columns[0]?.std).toBeCloseTo(
      whole.profile.columns[0]?.std ?? Number.NaN,
      6,
    );
  }
});

test("decimals inside of nested values are shown as their digits", async () => {
  const filePath = await writeParquet(
    "nested-decimals.parquet",
    `SELECT CASE WHEN i <> 1 THEN {'price': (i / 4)::DECIMAL(10, 2), 'name': 'n' || i} END AS item,
      [i::DECIMAL(5, 1)] AS list FROM range(3) r(i)`,
  );
  const { profile, sample } = generated(await profileFile(folder.path, filePath));
  expect(typesOf(profile)).toEqual(["item:object", "list:array"]);
  expect(profile.columns[0]?.null_count).toBe(1);
  expect(sample.rows).toEqual([
    [{ price: "0.00", name: "n0" }, ["0.0"]],
    [null, ["1.0"]],
    [{ price: "0.50", name: "n2" }, ["2.0"]],
  ]);
});

test("a few hundred bytes that stand for twenty million rows are profiled in bounded memory", async () => {
  const filePath = await writeParquet(
    "dense.parquet",
    "SELECT 1 AS a FROM range(20000000)",
    ", ROW_GROUP_SIZE 20000000, COMPRESSION zstd",
  );
  const { profile, sample } = generated(await profileFile(folder.path, filePath));
  expect(profile.row_count).toBe(20_000_000);
  expect(profile.columns[0]).toMatchObject({ min: 1, max: 1, mean: 1, std: 0, distinct_count: 1 });
  expect(profile.duplicates).toMatchObject({ rows: 19_999_999, method: "exact" });
  // Equal rows are shown once.
  expect(sample.rows).toEqual([[1]]);
}, 60_000);

test("a leaf that states to have no children is asked as the plain column that it is", () => {
  const file = parquetOf({ rows: 10, leafChildren: 0 });
  const footer = file.subarray(-8 - file.readUInt32LE(file.length - 8), -8);
  expect(readIndex(footer, file.length).columns).toMatchObject([{ name: "x", kind: "integer" }]);
});

test("a column without a name is read like others, among them and by itself", async () => {
  const unnamed = pl.Series(["a", "b", "b"]);
  const named = { n: pl.Series([1, 2, 3]), "": unnamed, "1": pl.Series([true, false, true]) };
  for (const columns of [named, { "": unnamed }]) {
    const filePath = join(folder.path, `unnamed-${Object.keys(columns).length}.parquet`);
    pl.DataFrame(columns).writeParquet(filePath);
    const { profile, sample } = generated(await profileFile(folder.path, filePath));
    const at = profile.columns.findIndex(({ name }) => name.startsWith("column_"));
    expect(profile.columns[at]).toMatchObject({ type: "string", distinct_count: 2, null_count: 0 });
    expect(sample.rows.map((row) => row[at])).toEqual(["a", "b", "b"]);
    expect(profile.columns.length).toBe(Object.keys(columns).length);
    expect(profile.alerts.map(({ code }) => code)).toContain("empty_header");
  }
});

test("infinities and NaN are shown among the most frequent values", async () => {
  const values = "CASE i % 4 WHEN 0 THEN 'inf' WHEN 1 THEN '-inf' WHEN 2 THEN 'nan' ELSE '1.5' END";
  const sql = `SELECT i, (${values})::DOUBLE AS x FROM range(40) t(i)`;
  const { profile } = generated(
    await profileFile(folder.path, await writeParquet("inf.parquet", sql)),
  );
  const shown = profile.columns[1]?.top_values?.map(({ value, count }) => `${value} ${count}`);
  expect(shown?.toSorted()).toEqual(["-Infinity 10", "1.5 10", "Infinity 10", "NaN 10"]);
});
