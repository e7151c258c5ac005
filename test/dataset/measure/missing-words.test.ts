/** Spellings of a missing value in columns of text. */
import { afterAll, expect, test } from "bun:test";
import { missingWordsOf, usualWords } from "../../../dataset/measure/missing-words.ts";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

type Columns = Record<string, readonly string[]>;

async function columnsOf(columns: Columns, rows = 40): Promise<Record<string, ColumnProfile>> {
  const names = Object.keys(columns);
  const line = (_: unknown, row: number): string =>
    names.map((name) => columns[name]?.[row % (columns[name]?.length ?? 1)]).join("\t");
  const text = [names.join("\t"), ...Array.from({ length: rows }, line)].join("\n");
  const { profile } = generated(await profileBytes(folder.path, `${text}\n`, { hint: "tsv" }));
  return Object.fromEntries(profile.columns.map((column) => [column.name, column]));
}

/** In few rows Polars reads them, in many the kernel. */
test.each([40, 4000])(
  "a word that is missing among numbers is missing in text, %d rows",
  async (rows) => {
    const told = await columnsOf(
      { income: ["5", "NA", "7", "8"], color: ["red", "blue", "green", "NA"] },
      rows,
    );
    expect(told.income).toMatchObject({ type: "integer", null_count: rows / 4 });
    expect(told.color).toMatchObject({
      ...{ type: "string", null_count: rows / 4, distinct_count: 3, missing_words: ["NA"] },
    });
    const tokens = told.color?.alerts.find(({ code }) => code === "missing_tokens");
    expect(tokens?.detail).toBe(`${rows / 4} missing values are written as "NA".`);
  },
);

test.each([40, 4000])("a code of a list stays a value, %d rows", async (rows) => {
  const told = await columnsOf(
    { area: ["5", "NA", "7", "8"], country: ["DE", "NA", "FR", "US", "IT"] },
    rows,
  );
  expect(told.country).toMatchObject({ null_count: 0, distinct_count: 5 });
});

test("words of programs and marks among words are missing without other evidence", async () => {
  const told = await columnsOf({
    alias: ["\\N", "All Nippon Airways", "British"],
    choice: ["NULL", "[Clementine]", "[Apple]"],
    work: [" ?", " Private", " State-gov"],
    note: ["NA", "late", "early"],
    strand: ["+", "-", "+"],
    name: ["Null", "Smith", "Jones"],
  });
  const missing = Object.entries(told).map(([name, column]) => [name, column.missing_words ?? []]);
  expect(Object.fromEntries(missing)).toEqual({
    ...{ alias: ["\\N"], choice: ["NULL"], work: ["?"] },
    ...{ note: [], strand: [], name: [] },
  });
});

test("a word that comes late among numbers is missing in text before it", async () => {
  const rows = 3000;
  const numbers = Array.from({ length: rows }, (_, row) => (row === rows - 1 ? "N/A" : `${row}`));
  const words = Array.from({ length: rows }, (_, row) => (row === 2 ? "N/A" : `word ${row % 7}`));
  const told = await columnsOf({ number: numbers, word: words }, rows);
  expect(told.word).toMatchObject({ null_count: 1, distinct_count: 7 });
});

test("marks belong to values that are marks", () => {
  expect(missingWordsOf(new Set(), ["noun", ",", "verb"])).not.toContain(".");
  expect(missingWordsOf(new Set(), ["noun", "verb"])).toEqual(usualWords);
});

test("a column of nothing but NA has no values, unless it holds codes", async () => {
  const told = await columnsOf({ id: ["1", "2"], note: ["NA"], country: ["NA"] });
  expect(told.note).toMatchObject({ type: "empty", null_count: 40 });
  expect(told.country).toMatchObject({ type: "string", null_count: 0 });
});
