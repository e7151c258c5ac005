/** Rows of two versions of real tables, against DuckDB's exact set differences. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rowSketchFile } from "../../../dataset/base/report.ts";
import type { ComparedRows } from "../../../market/profile/drift/compare-profiles.ts";
import { compareRows, type VersionRows } from "../../../market/profile/drift/compare-rows.ts";
import { decodeRowSketch } from "../../../market/profile/drift/read-row-sketch.ts";
import { encodeRowSketch, SKETCHED_CELLS_MAX } from "../../../market/profile/drift/row-sketch.ts";
import {
  generated,
  type JobOptions,
  makeFolder,
  profileBytes,
  VEGA,
} from "../../dataset/support/dataset-files.ts";
import { connectDuckDb } from "../../dataset/support/duckdb.ts";

const folder = makeFolder();
afterAll(() => folder.remove());
const duck = await connectDuckDb();

type Bytes = string | Uint8Array;

async function versionOf(content: Bytes, options: JobOptions = {}): Promise<VersionRows> {
  const report = await profileBytes(folder.path, content, options);
  const { profile } = generated(report);
  const number = report.outcome === "generated" ? (report.rowSketch ?? -1) : -1;
  const sketch = decodeRowSketch(readFileSync(join(folder.path, rowSketchFile(number))));
  return { profile, sketch };
}

const compare = async (before: Bytes, after: Bytes): Promise<ComparedRows> =>
  compareRows(await versionOf(before), await versionOf(after));

/** A CSV of real rows, transformed by a DuckDB query over `t`. */
let files = 0;
async function turned(csv: string, query: string, format = "CSV, HEADER"): Promise<Uint8Array> {
  const source = join(folder.path, `source-${files}.csv`);
  const target = join(folder.path, `target-${files++}`);
  writeFileSync(source, csv);
  const read = `read_csv('${source}', header = true, all_varchar = true)`;
  await duck.run(`COPY (WITH t AS (SELECT row_number() OVER () AS nr, * FROM ${read}) ${query})
    TO '${target}' (FORMAT ${format})`);
  return new Uint8Array(readFileSync(target));
}

/** Rows added and removed by `EXCEPT ALL` over all columns, as text. */
async function exactly(before: Bytes, after: Bytes): Promise<{ added: number; removed: number }> {
  const paths = [before, after].map((content) => {
    const path = join(folder.path, `exact-${files++}.csv`);
    writeFileSync(path, content);
    return `SELECT * FROM read_csv('${path}', header = true, all_varchar = true)`;
  });
  const header = new TextDecoder().decode(before as Uint8Array).split("\n")[0] ?? "";
  const columns = header.split(",").map((name) => `"${name}"`);
  const count = async (one: string | undefined, other: string | undefined): Promise<number> => {
    const found = await duck.runAndReadAll(
      `WITH one AS (${one}), other AS (${other})
       SELECT count(*) FROM (SELECT ${columns} FROM one EXCEPT ALL SELECT ${columns} FROM other)`,
    );
    return Number(found.getRows()[0]?.[0]);
  };
  const [from, to] = paths;
  return { added: await count(to, from), removed: await count(from, to) };
}

const weather = readFileSync(join(VEGA, "seattle-weather.csv"), "utf8");
const countries = readFileSync(join(VEGA, "gapminder-health-income.csv"), "utf8");
const disasters = readFileSync(join(VEGA, "disasters.csv"), "utf8");

describe("versions that DuckDB makes of real tables", () => {
  const all = "SELECT * EXCLUDE (nr) FROM t";
  const cases: [string, string, string][] = [
    ["the same rows", weather, all],
    ["shuffled", weather, `${all} ORDER BY hash(nr)`],
    [
      "the columns in another order",
      weather,
      "SELECT weather, wind, date, * EXCLUDE (nr, weather, wind, date) FROM t",
    ],
    ["the last year removed", weather, `${all} WHERE date < '2015-01-01'`],
    ["rows repeated", weather, `${all} UNION ALL ${all} WHERE nr % 7 = 0`],
    [
      "rows edited",
      weather,
      "SELECT * EXCLUDE (nr) REPLACE (CASE WHEN nr % 50 = 0 THEN '99' ELSE wind END AS wind) FROM t",
    ],
    ["a region dropped", countries, `${all} WHERE region <> 'south_asia'`],
    [
      "values taken away",
      countries,
      "SELECT * EXCLUDE (nr) REPLACE (nullif(health, '76') AS health) FROM t",
    ],
    [
      "some removed, some edited, some twice",
      disasters,
      `SELECT * EXCLUDE (nr) REPLACE (CASE WHEN nr % 9 = 0 THEN '1' ELSE Deaths END AS Deaths) FROM t WHERE nr % 11 <> 0 UNION ALL ${all} WHERE nr % 100 = 3`,
    ],
  ];
  test.each(cases)("%s", async (_name, csv, query) => {
    const after = await turned(csv, query);
    const before = await turned(csv, all);
    const truth = await exactly(before, after);
    const found = await compare(before, after);
    expect(found).toMatchObject({ method: "exact", error: 0, ...truth });
    const back = await compare(after, before);
    expect(back).toMatchObject({ added: truth.removed, removed: truth.added });
  });

  test("edited rows are recognised by the column that identifies them", async () => {
    const query = `SELECT * EXCLUDE (nr) REPLACE (CASE WHEN nr <= 40 THEN '99' ELSE wind END AS wind)
      FROM t WHERE nr > 3`;
    const found = await compare(weather, await turned(weather, query));
    expect(found).toMatchObject({ added: 37, removed: 40, edited: 37, key_column: "date" });
  });

  test("a file in another format and of another spelling has the same rows", async () => {
    const typed = `SELECT CAST(date AS DATE) AS date, * EXCLUDE (nr, date)
      REPLACE (CAST(wind AS DOUBLE) AS wind, CAST(temp_max AS DOUBLE) AS temp_max,
        CAST(temp_min AS DOUBLE) AS temp_min, CAST(precipitation AS DOUBLE) AS precipitation) FROM t`;
    for (const format of ["PARQUET", "JSON", "CSV, HEADER, DELIMITER ';'"]) {
      const found = await compare(weather, await turned(weather, typed, format));
      expect([format, found.added, found.removed]).toEqual([format, 0, 0]);
    }
  });

  test("where a column came, rows are compared by the others", async () => {
    const wider = await turned(
      weather,
      "SELECT * EXCLUDE (nr), nr AS station FROM t WHERE nr > 10",
    );
    const found = await compare(weather, wider);
    expect(found).toMatchObject({ added: 0, removed: 10, columns_compared: 6, method: "exact" });
  });

  test("no column in common is no comparison", async () => {
    const found = await compare(weather, countries);
    expect(found).toMatchObject({ method: "not_comparable", reason: "columns_changed" });
  });
});

/** More cells than are stored one by one, and more rows than have their hash stored. */
const largeRows = 200_000;
const large = (where: string, order = "i"): string =>
  `SELECT i AS id, hash(i) % 1000 AS v, 'name ' || (i % 77) AS name, i / 8 AS w
   FROM range(${largeRows + 20_000}) r(i) WHERE ${where} ORDER BY ${order}`;

async function largeFile(query: string, format = "CSV, HEADER"): Promise<Uint8Array> {
  const target = join(folder.path, `large-${files++}`);
  await duck.run(`COPY (${query}) TO '${target}' (FORMAT ${format})`);
  return new Uint8Array(readFileSync(target));
}

describe("a large table", () => {
  test("is compared by a sample of the hashes, within the stated error", async () => {
    const before = await versionOf(await largeFile(large(`i < ${largeRows}`)));
    expect(before.sketch?.cells).toBeNull();
    expect(largeRows * 4).toBeGreaterThan(SKETCHED_CELLS_MAX);
    const appended = await versionOf(await largeFile(large("true", "hash(i)")));
    const found = compareRows(before, appended);
    expect(found).toMatchObject({ method: "estimated", added: 20_000, removed: 0 });
    expect(found.error).toBeGreaterThan(0);
    expect(found.error).toBeLessThan(100);
    const moved = await versionOf(await largeFile(large(`i >= 10000 AND i < 212000`)));
    const other = compareRows(before, moved);
    expect(other.unchanged).toBe((other.removed ?? 0) * -1 + largeRows);
    // Chance never reaches four times the 95 % error.
    expect(Math.abs((other.removed ?? 0) - 10_000)).toBeLessThan(4 * other.error);
    expect(Math.abs((other.added ?? 0) - 12_000)).toBeLessThan(4 * other.error);
  }, 60_000);

  test("of other columns, types or formats is not compared, and says why", async () => {
    const before = await versionOf(await largeFile(large(`i < ${largeRows}`)));
    const narrow = `SELECT * EXCLUDE (w) FROM (${large("true")})`;
    const other = compareRows(before, await versionOf(await largeFile(narrow)));
    expect(other).toMatchObject({ added: null, reason: "columns_changed" });
    const parquet = await versionOf(await largeFile(large("true"), "PARQUET"));
    expect(compareRows(before, parquet)).toMatchObject({ reason: "format_changed" });
  }, 60_000);
});

describe("a sketch", () => {
  test("is the same whatever the chunks", async () => {
    const whole = await versionOf(weather);
    const parts = await versionOf(weather, { limits: { chunkBytes: 4096 } });
    expect(compareRows(whole, parts)).toMatchObject({ added: 0, removed: 0, unchanged: 1461 });
    expect(parts.sketch?.basis).toBe(whole.sketch?.basis as string);
    expect([...(parts.sketch?.keys ?? [])].sort()).toEqual([...(whole.sketch?.keys ?? [])].sort());
  });

  test("survives its encoding, and anything else is not a sketch", async () => {
    const { sketch } = await versionOf(countries);
    if (sketch === null) throw new Error("no sketch");
    const bytes = encodeRowSketch(sketch);
    expect(decodeRowSketch(bytes)).toEqual(sketch);
    const odd = new Uint8Array(bytes.length + 3);
    odd.set(bytes, 3);
    expect(decodeRowSketch(odd.subarray(3))).toEqual(sketch);
    for (const length of [0, 3, 40, bytes.length - 4]) {
      expect(decodeRowSketch(bytes.slice(0, length))).toBeNull();
    }
    expect(decodeRowSketch(new TextEncoder().encode('    {"sketch_version":9}'))).toBeNull();
  });

  test("of another reader, or a missing one, is the stated reason", async () => {
    const version = await versionOf(countries);
    const none = { ...version, sketch: null };
    expect(compareRows(none, version)).toMatchObject({ reason: "not_kept" });
    const { sketch } = version;
    if (sketch === null) throw new Error("no sketch");
    const foreign = { ...version, sketch: { ...sketch, hasher: "other" } };
    expect(compareRows(foreign, version)).toMatchObject({ reason: "reader_changed" });
  });
});
