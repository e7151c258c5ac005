/** Histograms of dates, times and text lengths, compared with DuckDB's counts. */
import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { ColumnProfile, Profile } from "../../../market/profile/schemas.ts";
import {
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  VEGA,
} from "../support/dataset-files.ts";
import { connectForTests, relationOf } from "../support/duckdb.ts";

const propertyMs = 300_000;
const folder = makeFolder();
const connection = await connectForTests();
afterAll(() => folder.remove());

type Counted = { edges: readonly (string | number)[]; counts: readonly number[] };

const histogramsOf = (column: ColumnProfile): Counted[] =>
  [column.time_histogram, column.length_histogram].flatMap((found) =>
    found ? [{ edges: found.bin_edges, counts: found.counts }] : [],
  );

/** The counts between the same edges, by SQL over an expression of the values. */
async function countsBetween(
  relation: string,
  value: string,
  { edges }: Counted,
): Promise<number[]> {
  const cast = (edge: string | number | undefined): string =>
    typeof edge === "number"
      ? `${edge}`
      : `TIMESTAMP '${edge?.replace("T", " ").replace("Z", "")}'`;
  const bins = edges.slice(0, -1).map((edge, at) => {
    const isLast = at === edges.length - 2;
    const [low, high] = [cast(edge), cast(edges[at + 1])];
    return `count(*) FILTER (WHERE v >= ${low} AND v ${isLast ? "<=" : "<"} ${high})`;
  });
  const sql = `SELECT ${bins.join(", ")} FROM (SELECT ${value} AS v FROM ${relation})`;
  const [row] = (await connection.runAndReadAll(sql)).getRows();
  return (row ?? []).map(Number);
}

const formats =
  "['%Y-%m-%d', '%Y/%m/%d', '%m/%d/%Y', '%b %d %Y', '%Y-%m-%d %H:%M:%S', '%Y/%m/%d %H:%M', '%Y/%m/%d %H:%M:%S', '%Y-%m-%dT%H:%M:%S.%f', '%Y-%m-%dT%H:%M:%S', '%Y-%m-%d %H:%M']";

function typedValue({ name, type }: ColumnProfile): string {
  const text = `NULLIF(CAST("${name}" AS VARCHAR), '')`;
  return type === "string" ? `length(${text})` : `try_strptime(${text}, ${formats})`;
}

/** Checks all columns; returns how many had a histogram. */
async function expectCounts(relation: string, profile: Profile): Promise<number> {
  let checked = 0;
  for (const column of profile.columns) {
    for (const found of histogramsOf(column)) {
      const { name } = column;
      const counts = await countsBetween(relation, typedValue(column), found);
      expect({ name, counts: found.counts }).toEqual({ name, counts });
      const present = profile.row_count - column.null_count;
      expect(found.counts.reduce((sum, count) => sum + count, 0)).toBe(present);
      checked++;
    }
  }
  return checked;
}

describe("histograms of real files", () => {
  test.each([
    ["seattle-weather.csv", 2],
    ["stocks.csv", 2],
    ["github.csv", 1],
    ["la-riots.csv", 8],
    ["birdstrikes.csv", 10],
    ["disasters.csv", 1],
    ["movies.json", 7],
  ])("count what DuckDB counts: %s", async (file, columnsMin) => {
    const filePath = join(VEGA, file);
    const { profile } = generated(await profileFile(folder.path, filePath));
    const checked = await expectCounts(relationOf(filePath, profile), profile);
    expect(checked).toBeGreaterThanOrEqual(columnsMin);
  });

  test("have edges that people read", async () => {
    const filePath = join(VEGA, "seattle-weather.csv");
    const { profile } = generated(await profileFile(folder.path, filePath));
    const [date, weather] = [profile.columns[0], profile.columns.at(-1)];
    expect(date?.time_histogram?.bin_edges).toHaveLength(21);
    expect(date?.time_histogram?.bin_edges.slice(0, 2)).toEqual(["2012-01-01", "2012-03-14"]);
    expect(date?.time_histogram?.bin_edges.at(-1)).toBe("2015-12-31");
    expect(weather?.length_histogram).toMatchObject({ counts: [741, 667, 0, 53], method: "exact" });
  });
});

describe("histograms", () => {
  test(
    "of random dates, times and words count what DuckDB counts",
    async () => {
      const pad = (value: number, digits: number): string => String(value).padStart(digits, "0");
      const day = fc
        .tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 1, max: 12 }))
        .map(([year, month]) => `${pad(year, 4)}-${pad(month, 2)}-15`);
      const second = fc
        .integer({ min: 0, max: 3599 })
        .map((at) => `2024-02-29 10:${pad(Math.floor(at / 60), 2)}:${pad(at % 60, 2)}`);
      const word = fc.string({
        unit: fc.constantFrom("a", "é", "日"),
        minLength: 1,
        maxLength: 40,
      });
      const gap = fc.constant("");
      const row = fc.tuple(
        fc.oneof({ weight: 5, arbitrary: day }, gap),
        fc.oneof({ weight: 5, arbitrary: second }, gap),
        fc.oneof({ weight: 5, arbitrary: word }, gap),
      );
      let file = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 300 }), async (rows) => {
          const filePath = join(folder.path, `random-${file++}.csv`);
          const lines = rows.map((cells, i) => `r${i},${cells.join(",")}`);
          writeFileSync(filePath, `row,day,second,word\n${lines.join("\n")}\n`);
          const { profile } = generated(await profileFile(folder.path, filePath));
          await expectCounts(relationOf(filePath, profile), profile);
        }),
        { numRuns: 25 },
      );
    },
    propertyMs,
  );

  test("of many rows are of a sample, and sum to all of them", async () => {
    const rows = 90_000;
    const lines = Array.from({ length: rows }, (_, i) => {
      const at = new Date(Date.UTC(2020, 0, 1) + i * 60_000).toISOString().slice(0, 19);
      return `${at}Z,${"x".repeat(1 + (i % 10))}`;
    });
    const csv = `at,word\n${lines.join("\n")}\n`;
    const { profile } = generated(await profileBytes(folder.path, csv));
    const [at, word] = profile.columns;
    for (const found of [at?.time_histogram, word?.length_histogram]) {
      expect(found?.method).toBe("sample");
      const bins = found?.counts.length ?? 0;
      expect(found?.counts.reduce((sum, count) => sum + count, 0)).toBe(rows);
      // The last bin of lengths holds two of them.
      for (const count of found?.counts.slice(0, -1) ?? []) {
        expect(Math.abs(count - rows / (bins === 20 ? 20 : 10))).toBeLessThan(rows / 80);
      }
    }
    expect(at?.time_histogram?.bin_edges[0]).toBe("2020-01-01T00:00:00Z");
    expect(at?.time_histogram?.bin_edges.at(-1)).toBe("2020-03-03T11:59:00Z");
  });

  test("show nothing of personal data of a paid file", async () => {
    const lines = Array.from(
      { length: 6000 },
      (_, i) => `1970-01-0${1 + (i % 9)},u${i}@example.org`,
    );
    const csv = `day,mail\n${lines.join("\n")}\n`;
    const { profile } = generated(await profileBytes(folder.path, csv, { paid: true }));
    expect(profile.columns[0]?.time_histogram?.counts).toHaveLength(8);
    expect(profile.columns[1]?.time_histogram).toBeNull();
  });
});
