/** The rules for the number of a paid file's cells that may be public. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  afterTable,
  explainWithheld,
  leakBudgetCells,
  paidSampleRowsMax,
  roundOutwards,
  sampleShareCells,
  tableBudgetCells,
} from "../../market/profile/leak-budget.ts";

describe("the budget", () => {
  const sizes: [rows: number, cellsPerRow: number, cells: number][] = [
    [0, 7, 0],
    [1, 7, 0],
    [1, 400, 40],
    [3, 7, 2],
    [10, 3, 3],
    [12, 7, 8],
    [30, 7, 21],
    [300, 7, 21],
    [301, 7, 21],
    [1000, 7, 70],
    [1000, 12.5, 125],
  ];
  test.each(sizes)("of %d rows with %d cells each is %d cells", (rows, cellsPerRow, cells) => {
    expect(leakBudgetCells(rows, cellsPerRow)).toBe(cells);
  });

  const size = fc.record({
    rows: fc.integer({ min: 0, max: 100_000 }),
    cellsPerRow: fc.integer({ min: 1, max: 60 }),
  });

  test("is never above a tenth, and above 1 % only up to three rows", () => {
    fc.assert(
      fc.property(size, ({ rows, cellsPerRow }) => {
        const budget = leakBudgetCells(rows, cellsPerRow);
        const cells = rows * cellsPerRow;
        expect(budget).toBeLessThanOrEqual(cells / 10);
        expect(budget).toBeLessThanOrEqual(Math.max(cells / 100, 3 * cellsPerRow));
      }),
    );
  });

  test("of several tables is that of the file, and each has its part of three rows", () => {
    const start = (tables: number) => ({ tables, cells: 0, widestRow: 0, spent: 0 });
    expect(tableBudgetCells({ rows: 3000, cellsPerRow: 10 }, start(1))).toBe(300);
    expect(tableBudgetCells({ rows: 40, cellsPerRow: 8 }, start(3))).toBe(8);
    fc.assert(
      fc.property(fc.array(size, { maxLength: 8 }), (tables) => {
        let file = start(tables.length);
        for (const table of tables) {
          const share = tableBudgetCells(table, file);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(leakBudgetCells(table.rows, table.cellsPerRow));
          file = afterTable(file, table, share);
        }
        const cells = tables.reduce((sum, each) => sum + each.rows * each.cellsPerRow, 0);
        const widest = Math.max(0, ...tables.map((each) => each.cellsPerRow));
        expect(file.cells).toBe(cells);
        expect(file.spent).toBeLessThanOrEqual(cells / 10);
        expect(file.spent).toBeLessThanOrEqual(Math.max(cells / 100, 3 * widest) + 1e-6);
      }),
    );
  });

  test("of small tables gives the sample a whole row if there is one, else half or more", () => {
    expect(sampleShareCells(8, 60, 7)).toBe(7);
    expect(sampleShareCells(2, 60, 7)).toBe(2);
    expect(sampleShareCells(21, 60, 7)).toBe(11);
    expect(sampleShareCells(700, 200, 7)).toBe(500);
    expect(sampleShareCells(0, 60, 7)).toBe(0);
  });

  const rows: [total: number, shown: number][] = [
    [0, 0],
    [1, 1],
    [9, 1],
    [20, 2],
    [30, 3],
    [399, 3],
    [400, 4],
    [10_000, 100],
    [1_000_000, 100],
  ];
  test.each(rows)("of %d rows shows at most %d as sample", (total, shown) => {
    expect(paidSampleRowsMax(total)).toBe(shown);
  });

  test("is told in a sentence", () => {
    expect(explainWithheld({ rows: 5, cellsPerRow: 4 }, 2)).toBe(
      "Of a small paid file at most a tenth is public: of 5 rows with 20 cells in all, 2 cells.",
    );
  });
});

describe("rounding outwards", () => {
  const extremes: [min: number, max: number, whole: boolean, low: number | null, high: number][] = [
    [4.3, 7.9, false, 0, 10],
    [43, 79, true, 0, 100],
    [-12, 310, true, -500, 500],
    [0, 1, true, null, 5],
    [1013.2, 1013.4, false, 1013, 1013.5],
    [7, 7, true, 5, 10],
  ];
  test.each(extremes)("of %d to %d", (min, max, whole, low, high) => {
    expect(roundOutwards(min, max, whole)).toEqual({ min: low, max: high });
  });

  test("says nothing of a single 0, or of values without a span", () => {
    expect(roundOutwards(0, 0, true)).toEqual({ min: null, max: null });
    expect(roundOutwards(-1.7e308, 1.7e308, false)).toEqual({ min: null, max: null });
  });

  test("never names a value, and keeps all inside", () => {
    const value = fc.double({ noNaN: true, min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(value, value, fc.boolean(), (a, b, whole) => {
        const [min = 0, max = 0] = [a, b]
          .map((each) => (whole ? Math.round(each) : each))
          .sort((x, y) => x - y);
        const rounded = roundOutwards(min, max, whole);
        if (rounded.min !== null) expect(rounded.min).toBeLessThan(min);
        if (rounded.max !== null) expect(rounded.max).toBeGreaterThan(max);
      }),
    );
  });
});
