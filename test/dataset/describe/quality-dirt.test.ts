/**
 * The quality score separates clean tables from dirty ones, noise and constants, and ignores
 * wording.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { seededRandom } from "../../../dataset/base/random.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";
import { DIRTIERS, type DirtKind, printDirty } from "../support/quality/dirt.ts";
import { printTable, readRealTable, type TextTable } from "../support/quality/tables.ts";

const TABLES = [
  "vega-datasets/data/barley.json",
  "vega-datasets/data/co2-concentration.csv",
  "vega-datasets/data/stocks.csv",
] as const;
const SHARE = 0.1;
const AHEAD_MIN = 0.01;

const folder = makeFolder();
afterAll(() => folder.remove());
const random = seededRandom("5eed".repeat(16));

async function profileOf(text: string): Promise<Profile> {
  return generated(await profileBytes(folder.path, text, { hint: "csv" })).profile;
}
const scoreOf = async (text: string): Promise<number> =>
  (await profileOf(text)).quality.score ?? Number.NaN;

describe.each(TABLES)("the clean %s", (file) => {
  let table: TextTable;
  let clean: number;
  beforeAll(async () => {
    table = await readRealTable(folder.path, file);
    clean = await scoreOf(printTable(table));
  });

  // Of two years none can be missing.
  const kinds = (Object.keys(DIRTIERS) as DirtKind[]).filter(
    (kind) => kind !== "gaps" || !file.includes("barley"),
  );
  test.each(kinds)("beats itself with 10 % %s", async (kind) => {
    const dirty = await scoreOf(printDirty(kind, table, SHARE, random));
    expect(clean - dirty).toBeGreaterThanOrEqual(AHEAD_MIN);
  });
});

describe("the quality score", () => {
  const tableOf = (columns: number, cell: (row: number, column: number) => unknown): string => {
    const rows = Array.from({ length: 500 }, (_, row) =>
      Array.from({ length: columns }, (_, column) => String(cell(row, column))),
    );
    return printTable({ names: Array.from({ length: columns }, (_, i) => `part_${i}`), rows });
  };

  test("does not judge what the values mean: constants and noise are reported", async () => {
    expect(await scoreOf(tableOf(4, (row, column) => (column === 0 ? row : "same")))).toBe(1);
    const { quality, columns } = await profileOf(tableOf(4, () => random()));
    expect(quality.score).toBeGreaterThan(0.9);
    for (const column of columns) expect(column.alerts.map(({ code }) => code)).toContain("noise");
  });

  test("is the same whatever is said about the data", async () => {
    const text = tableOf(2, (row, column) => (column === 0 ? row : row * 2));
    const scores = await Promise.all(
      [
        { titleLength: 0, descriptionLength: 0, tagCount: 0, hasLicense: false },
        { titleLength: 80, descriptionLength: 5000, tagCount: 20, hasLicense: true },
      ].map(async (documentation) => {
        const report = await profileBytes(folder.path, text, { documentation });
        return generated(report).profile.quality.score ?? Number.NaN;
      }),
    );
    expect(scores[0]).toBe(scores[1] as number);
  });

  const kinds = Array.from({ length: 500 }, () => Math.floor(random() * 7));
  const kindOf = (row: number): number => kinds[row] ?? 0;
  const oneHot = (row: number, column: number): unknown => {
    if (column === 0) return row;
    return column === 1 ? `kind ${kindOf(row)}` : Number(kindOf(row) === column - 2);
  };
  const shapes: [name: string, text: string][] = [
    ["a one-hot table", tableOf(9, oneHot)],
    ["counts up", tableOf(3, (row, column) => row * (column + 1) + column)],
    ["a column of metadata that is constant in ten", tableOf(10, (r, c) => (c === 0 ? 1 : r + c))],
  ];
  test.each(shapes)("does not punish %s", async (_, text) => {
    expect(await scoreOf(text)).toBeGreaterThan(0.85);
  });
});

describe("values in other columns", () => {
  const rows = Array.from({ length: 400 }, (_, at) => [
    String(1 + Math.floor(random() * 12)),
    String(1900 + Math.floor(random() * 120)),
    String(40_000 + Math.floor(random() * 9000)),
    ["north", "south", "east", "west"][at % 4] ?? "",
    ["open", "sold", "let"][at % 3] ?? "",
  ]);
  const names = ["month", "built", "price", "side", "state"];
  const alertOf = async (changed: readonly string[][]): Promise<string | undefined> => {
    const { alerts } = await profileOf(printTable({ names, rows: changed.map((row) => [...row]) }));
    return alerts.find(({ code }) => code === "misplaced_values")?.detail;
  };

  test("of clean rows none, and of a single row either", async () => {
    expect(await alertOf(rows)).toBeUndefined();
    const one = rows.map(([a = "", b = "", ...rest], at) =>
      (at === 7 ? [b, a] : [a, b]).concat(rest),
    );
    expect(await alertOf(one)).toBeUndefined();
  });

  test("words that changed places are found", async () => {
    const changed = rows.map((row, at) =>
      at % 80 === 3 ? [...row.slice(0, 3), ...row.slice(3).reverse()] : row,
    );
    expect(await alertOf(changed)).toMatch(/^1(?:\.3)? % of the rows have values that fit other/);
  });
});
