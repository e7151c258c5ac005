import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { generated, makeFolder, profileBytes } from "./dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Cell = { text: string; number: number | null };

const missing: fc.Arbitrary<Cell> = fc.constant({ text: "", number: null });
const printed = (number: number): Cell => ({ text: String(number), number });

/** Words that no type but text fits, with everything that CSV has to escape. */
const word = fc
  .string({
    unit: fc.constantFrom("a", "Z", "é", " ", ",", ";", '"', "\n", "\r\n", "\t", "日"),
    maxLength: 12,
  })
  .map((text): Cell => ({ text: `w${text}w`, number: null }));

const kinds = {
  integer: fc.oneof({ weight: 4, arbitrary: fc.integer().map(printed) }, missing),
  number: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
        .map((value) => printed(value === 0 ? 0.5 : value)),
    },
    missing,
  ),
  string: fc.oneof({ weight: 4, arbitrary: word }, missing),
};

const table = fc
  .array(fc.constantFrom<keyof typeof kinds>("integer", "number", "string"), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(fc.tuple(...columns.map((kind) => kinds[kind])), {
        minLength: 1,
        maxLength: 60,
      }),
      chunkBytes: fc.constantFrom(64, 500, 1_000_000),
      lineEnd: fc.constantFrom("\n", "\r\n"),
      quoteAll: fc.boolean(),
      delimiter: fc.constantFrom(",", ";", "\t"),
    }),
  );

const escapeCell = (text: string, quoteAll: boolean, delimiter: string): string =>
  quoteAll || /["\r\n]/.test(text) || text.includes(delimiter)
    ? `"${text.replaceAll('"', '""')}"`
    : text;

/** To the precision that sums of numbers of this magnitude have. */
function expectClose(actual: number | null | undefined, exact: number, magnitude: number): void {
  expect(typeof actual).toBe("number");
  const tolerance = Math.max(Number.MIN_VALUE, magnitude * 1e-12);
  expect(Math.abs((actual ?? 0) - exact)).toBeLessThanOrEqual(tolerance);
}

test("random tables have the counts, nulls, extremes, means and rows that were written", async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, rows, chunkBytes, lineEnd, quoteAll, delimiter }) => {
      // A first column of row numbers keeps every line from being blank.
      const header = ["row", ...columns.map((_, i) => `column ${i}`)];
      const lines = [header, ...rows.map((row, i) => [`r${i}`, ...row.map((cell) => cell.text)])];
      const content = lines
        .map((line) => line.map((cell) => escapeCell(cell, quoteAll, delimiter)).join(delimiter))
        .join(lineEnd);
      const report = await profileBytes(folder.path, content + lineEnd, {
        hint: "csv",
        limits: { chunkBytes },
      });
      const { profile, sample } = generated(report);
      expect(profile.row_count).toBe(rows.length);
      expect(profile.columns.map((column) => column.name)).toEqual(header);
      expect(sample.rows.map((row) => row[0])).toEqual(rows.map((_, i) => `r${i}`));
      for (const [index, kind] of columns.entries()) {
        const column = profile.columns[index + 1];
        const cells = rows.map((row) => row[index] as Cell);
        const present = cells.filter((cell) => cell.text !== "");
        expect(column?.null_count).toBe(cells.length - present.length);
        if (present.length === 0) expect(column?.type).toBe("empty");
        else if (kind === "string") {
          expect(column?.type).toBe("string");
          expect(sample.rows.map((row) => row[index + 1] ?? "")).toEqual(
            cells.map((cell) => cell.text),
          );
          expect(column?.distinct_count).toBe(new Set(present.map((cell) => cell.text)).size);
        } else {
          const numbers = present.map((cell) => cell.number as number);
          const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
          expect(column?.min).toBe(Math.min(...numbers));
          expect(column?.max).toBe(Math.max(...numbers));
          expectClose(column?.mean, mean, Math.max(...numbers.map(Math.abs)));
          expect(sample.rows.map((row) => row[index + 1])).toEqual(
            cells.map((cell) => cell.number),
          );
        }
      }
    }),
    { numRuns: 150, seed: 20_261_121 },
  );
}, 60_000);
