/** Random tables in every format give the figures of the written values. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import pl from "nodejs-polars";
import { leakBudgetCells, paidSampleRowsMax } from "../../market/profile/leak-budget.ts";
import { SAMPLE_BYTES_MAX, SAMPLE_ROWS_MAX } from "../../market/profile/rules.ts";
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import { expectSameFigures } from "./support/compare-profiles.ts";
import { type Generated, generated, makeFolder, profileBytes } from "./support/dataset-files.ts";
import { expectNearestMean, expectStd } from "./support/exact-moments.ts";

/** Ends a hanging test; a busy machine may need minutes. */
const propertyMs = 300_000;

const folder = makeFolder();
afterAll(() => folder.remove());

/** A missing cell, a number or a word. */
type Cell = number | string | null;

const missing: fc.Arbitrary<Cell> = fc.constant(null);

/** Words that are only text, with everything that CSV and JSON have to escape. */
const word = fc
  .string({
    unit: fc.constantFrom("a", "Z", "é", " ", ",", ";", '"', "\\", "\n", "\r\n", "\t", "日", "😀"),
    maxLength: 8,
  })
  .map((text): Cell => `w${text}w`);

const number = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
  .map((value): Cell => (value === 0 ? 0.5 : value));

const KINDS = {
  integer: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -40, max: 40 }) }, missing),
  number: fc.oneof({ weight: 4, arbitrary: number }, missing),
  string: fc.oneof({ weight: 4, arbitrary: word }, missing),
};
type Kind = keyof typeof KINDS;

type Table = { columns: Kind[]; rows: Cell[][] };

const tables: fc.Arbitrary<Table> = fc
  .array(fc.constantFrom<Kind>("integer", "number", "string"), { minLength: 1, maxLength: 6 })
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(fc.tuple(...columns.map((kind) => KINDS[kind])), {
        minLength: 1,
        maxLength: 60,
      }),
    }),
  );

const namesOf = ({ columns }: Table): string[] => ["row", ...columns.map((_, i) => `column ${i}`)];

/** The rows with an extra first column, so that no line is blank. */
const numbered = ({ rows }: Table): Cell[][] => rows.map((row, i) => [`r${i}`, ...row]);

type Csv = { lineEnd: string; quoteAll: boolean; delimiter: string };

function writeCsv(table: Table, { lineEnd, quoteAll, delimiter }: Csv): string {
  const quote = (text: string): string =>
    quoteAll || /["\r\n]/.test(text) || text.includes(delimiter)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  return [namesOf(table), ...numbered(table)]
    .map((line) => line.map((cell) => quote(String(cell ?? ""))).join(delimiter) + lineEnd)
    .join("");
}

/** Missing values are null or left out, which is equivalent. */
function writeJsonl(table: Table, leaveOut: boolean): string {
  const names = namesOf(table);
  const lines = numbered(table).map((row, index) => {
    const entries = row.map((cell, i) => [names[i] as string, cell] as const);
    // The first row names all columns, in order.
    const kept = leaveOut && index > 0 ? entries.filter(([, cell]) => cell !== null) : entries;
    return JSON.stringify(Object.fromEntries(kept));
  });
  return lines.join("\n");
}

let fileCount = 0;

function writeParquet(table: Table, compression: "zstd" | "snappy"): Uint8Array {
  const rows = numbered(table);
  const types = { integer: pl.Int64, number: pl.Float64, string: pl.Utf8 };
  const series = namesOf(table).map((name, i) => {
    const values = rows.map((row) => row[i] ?? null);
    const kind = i === 0 ? "string" : (table.columns[i - 1] as Kind);
    const loose = pl.Series(name, values, kind === "string" ? pl.Utf8 : pl.Float64);
    return loose.cast(types[kind]);
  });
  const path = join(folder.path, `table-${fileCount++}.parquet`);
  pl.DataFrame(series).writeParquet(path, { compression });
  return new Uint8Array(readFileSync(path));
}

/** Compares with the precision of sums of this magnitude. */
function expectClose(actual: number | null | undefined, exact: number, magnitude: number): void {
  expect(typeof actual).toBe("number");
  const tolerance = Math.max(Number.MIN_VALUE, magnitude * 1e-9);
  expect(Math.abs((actual ?? 0) - exact)).toBeLessThanOrEqual(tolerance);
}

function expectNumbers(column: ColumnProfile, numbers: number[]): void {
  const sorted = numbers.toSorted((a, b) => a - b);
  const magnitude = Math.max(...numbers.map(Math.abs));
  expect(column.min).toBe(sorted[0] as number);
  expect(column.max).toBe(sorted.at(-1) as number);
  expectNearestMean(column.mean, numbers);
  const middle = (sorted.length - 1) / 2;
  const median =
    ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
  expectClose(column.median, median, magnitude);
  expect(column.quantiles).toMatchObject({ method: "exact", rank_error: 0 });
  expect(column.histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(numbers.length);
  if (numbers.length < 2) {
    expect(column.std).toBeNull();
    return;
  }
  expectStd(column.std, numbers);
}

function expectColumn(column: ColumnProfile, cells: Cell[], kind: Kind): void {
  const present = cells.filter((cell) => cell !== null);
  expect(column.null_count).toBe(cells.length - present.length);
  if (present.length === 0) {
    expect(column.distinct_count).toBe(0);
    return;
  }
  const counts = new Map<Cell, number>();
  for (const cell of present) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  expect(column).toMatchObject({ distinct_count: counts.size, distinct_method: "exact" });
  if (column.top_values) {
    const most = [...counts.values()].toSorted((a, b) => b - a).slice(0, 10);
    expect(column.top_values.map(({ count }) => count)).toEqual(most);
    for (const { value, count } of column.top_values) {
      expect(counts.get(value as Cell)).toBe(count);
    }
  }
  if (kind !== "string") {
    expectNumbers(column, present.map(Number));
    return;
  }
  expect(column.type).toBe("string");
  const lengths = present.map((cell) => [...String(cell)].length);
  expect(column.length).toMatchObject({ min: Math.min(...lengths), max: Math.max(...lengths) });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  expectClose(column.length?.mean, mean, mean);
}

function expectTable({ profile, sample }: Generated, table: Table): void {
  const rows = numbered(table);
  expect(profile.row_count).toBe(rows.length);
  expect(profile.columns.map((column) => column.name)).toEqual(namesOf(table));
  expect(sample.rows).toEqual(rows);
  for (const [index, kind] of table.columns.entries()) {
    const cells = table.rows.map((row) => row[index] as Cell);
    expectColumn(profile.columns[index + 1] as ColumnProfile, cells, kind);
  }
  const whole = rows.filter((row) => row.every((cell) => cell !== null));
  expect(profile.completeness.complete_rows).toBe(whole.length);
  expect(profile.duplicates).toMatchObject({ rows: 0, method: "exact" });
}

const csv = fc.record({
  lineEnd: fc.constantFrom("\n", "\r\n"),
  quoteAll: fc.boolean(),
  delimiter: fc.constantFrom(",", ";", "\t"),
});
const chunks = fc.constantFrom(64, 500, 1_000_000);
const codecs = fc.constantFrom("zstd" as const, "snappy" as const);
const RUNS = { numRuns: 100 };

describe("random tables have the figures of the written values", () => {
  test(
    "as delimited text",
    async () => {
      await fc.assert(
        fc.asyncProperty(tables, csv, chunks, async (table, dialect, chunkBytes) => {
          const options = { hint: "csv", limits: { chunkBytes } };
          const content = writeCsv(table, dialect);
          expectTable(generated(await profileBytes(folder.path, content, options)), table);
        }),
        RUNS,
      );
    },
    propertyMs,
  );

  test(
    "as JSON lines",
    async () => {
      await fc.assert(
        fc.asyncProperty(tables, fc.boolean(), chunks, async (table, leaveOut, chunkBytes) => {
          const options = { hint: "jsonl", limits: { chunkBytes: Math.max(2000, chunkBytes) } };
          const content = writeJsonl(table, leaveOut);
          expectTable(generated(await profileBytes(folder.path, content, options)), table);
        }),
        RUNS,
      );
    },
    propertyMs,
  );

  test(
    "as Parquet",
    async () => {
      await fc.assert(
        fc.asyncProperty(tables, codecs, chunks, async (table, codec, bytes) => {
          const options = { limits: { chunkBytes: bytes } };
          const content = writeParquet(table, codec);
          expectTable(generated(await profileBytes(folder.path, content, options)), table);
        }),
        RUNS,
      );
    },
    propertyMs,
  );
});

describe("the size of a chunk", () => {
  test(
    "changes no figure and no row of the sample",
    async () => {
      const cell = fc.constantFrom(
        "",
        "1",
        "2",
        "2.5",
        "x",
        "2024-01-31",
        "NA",
        "true",
        "007",
        " 3",
      );
      const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 200 });
      await fc.assert(
        fc.asyncProperty(rows, async (lines) => {
          const content = `id,a,b,c\n${lines.map((line, i) => `r${i},${line.join(",")}\n`).join("")}`;
          const [one, many] = await Promise.all(
            [1_000_000, 128].map(async (chunkBytes) =>
              generated(
                await profileBytes(folder.path, content, { hint: "csv", limits: { chunkBytes } }),
              ),
            ),
          );
          expectSameFigures((many as Generated).profile, (one as Generated).profile);
          expect(many?.sample).toEqual(one?.sample as Generated["sample"]);
        }),
        RUNS,
      );
    },
    propertyMs,
  );
});

describe("the sample", () => {
  test(
    "keeps its limits for any rows, cells and columns",
    async () => {
      const shape = fc.record({
        rows: fc.integer({ min: 1, max: 700 }),
        columns: fc.integer({ min: 1, max: 40 }),
        chars: fc.constantFrom(0, 3, 100, 700, 3000),
        paid: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(shape, async ({ rows, columns, chars, paid }) => {
          fc.pre(rows * columns * chars < 2_000_000);
          const header = Array.from({ length: columns }, (_, i) => `c${i}`).join(",");
          const line = (i: number): string =>
            Array.from({ length: columns }, (_, c) => `${i}-${"é".repeat(chars)}${c}`).join(",");
          const content = `${header}\n${Array.from({ length: rows }, (_, i) => line(i)).join("\n")}\n`;
          const { sample } = generated(
            await profileBytes(folder.path, content, { hint: "csv", paid }),
          );
          // Names above nothing but text may be a first row, so they count against the budget.
          const cellsMax = paid ? leakBudgetCells(rows, columns) - columns : rows * columns;
          if (cellsMax > 0) expect(sample.rows.length).toBeGreaterThan(0);
          else expect(sample.sampling.withheld_reason).toBeDefined();
          const rowsMax = paid ? paidSampleRowsMax(rows) : Math.min(rows, SAMPLE_ROWS_MAX);
          expect(sample.rows.length).toBeLessThanOrEqual(rowsMax);
          const bytes = Buffer.byteLength(JSON.stringify(sample.rows));
          expect(bytes).toBeLessThanOrEqual(SAMPLE_BYTES_MAX);
          const cut = sample.rows.flat().filter((cell) => String(cell).endsWith("…"));
          expect(sample.sampling.truncated_cells).toBe(cut.length);
        }),
        {
          ...RUNS,
          numRuns: 25,
          // Its rows fill the sample to the last byte.
          examples: [
            [{ rows: 459, columns: 16, chars: 100, paid: false }],
            // Its names leave nothing of the budget.
            [{ rows: 1, columns: 10, chars: 700, paid: true }],
          ],
        },
      );
    },
    propertyMs,
  );
});
