/**
 * Tables with so many columns that the kernel measures few rows at a time; Polars measures narrow
 * parts of them for comparison.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { DrawnRows, TOO_LONG } from "../../../dataset/measure/drawn-rows.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import { expectSameFigures } from "../support/compare-profiles.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Cell = string | number | boolean | null;

/** The columns' values, by row and by column. */
const kinds: readonly ((row: number, column: number) => Cell)[] = [
  (row, column) => (row * 7 + column) % 23,
  (row, column) => (row < 5 ? row : row + column / 8),
  (row) => (row % 4 === 3 ? null : `word ${row % 6}`),
  (row) => (row % 9 === 8 ? "about 12" : `${row}.5`),
  (row) => `user${row}@example.org`,
  (row) => `ask +49 30 1234${String(row).padStart(3, "0")} about it`,
  (row) => `2026-01-${String((row % 28) + 1).padStart(2, "0")}`,
  (row) => row % 3 === 0,
  (row) => (row > 20 && row < 30 ? null : `zürich ${row}`),
  (row, column) => 1 / (row + column + 1),
];
const rows = Array.from({ length: 60 }, (_, row) => row);
const wide = 610;
const narrow = kinds.length;

const cellOf = (row: number, column: number): Cell =>
  kinds[column % kinds.length]?.(row, column) ?? null;
const columnsOf = (many: number): number[] => Array.from({ length: many }, (_, column) => column);

function toCsv(many: number): string {
  const lines = rows.map((row) => columnsOf(many).map((column) => cellOf(row, column) ?? ""));
  return `${[columnsOf(many).map((column) => `c${column}`), ...lines].join("\n")}\n`;
}

function toJsonLines(many: number): string {
  const lines = rows.map((row) =>
    Object.fromEntries(columnsOf(many).map((column) => [`c${column}`, cellOf(row, column)])),
  );
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

describe("columns of wide tables", () => {
  const profileOf = async (
    content: string,
    hint: string,
    chunkBytes: number,
  ): Promise<Partial<Profile>> => {
    const limits = { chunkBytes };
    const { profile } = generated(await profileBytes(folder.path, content, { hint, limits }));
    // Fewer rows of wide tables are compared with each other, which changes alerts about order.
    const columns = profile.columns.slice(0, narrow).map((column) => ({ ...column, alerts: [] }));
    return { row_count: profile.row_count, columns };
  };

  for (const [hint, print] of [
    ["csv", toCsv],
    ["jsonl", toJsonLines],
  ] as const) {
    test(`have the figures of narrow ones: ${hint}`, async () => {
      const few = await profileOf(print(narrow), hint, 16_000_000);
      const many = await profileOf(print(wide), hint, 40_000);
      expect(few.columns?.map(({ type }) => type)).toContain("number");
      expectSameFigures(many, few);
    }, 60_000);
  }
});

describe("drawn rows", () => {
  test("give back the values that they were given", () => {
    const values = [
      ["a", null, 1.5, "", "ü\ud800", true],
      ["\udc00", { a: [1] }, undefined, "b", 0, "c".repeat(40_000)],
      [["x".repeat(40_000)], "last", null, null, null, Number.NaN],
    ];
    const drawn = new DrawnRows(10);
    const pick = (offsets: readonly number[]): unknown[][] =>
      offsets.map((offset) => values[offset] ?? []);
    drawn.add({ rows: 3, pick }, BigUint64Array.from([1n << 60n, 2n << 60n, 3n << 60n]));
    const [first, second, third] = drawn.result().map((row) => row.values);
    expect(first).toEqual(values[0]);
    expect(second?.slice(0, 5)).toEqual(values[1]?.slice(0, 5));
    expect(second?.[5]).toBe("c".repeat(32 * 1024));
    expect(third).toEqual([TOO_LONG, "last", null, null, null, Number.NaN]);
    drawn.add({ rows: 1, pick: () => [["later"]] }, BigUint64Array.from([4n << 60n]));
    expect(drawn.result().at(-1)).toMatchObject({ index: 3, values: ["later"] });
  });
});
