/** Lines below a table: notes, or answers that few people gave. */
import { afterAll, expect, test } from "bun:test";
import { alertCodes, generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

async function profileOf(lines: readonly (readonly string[])[]) {
  const content = lines.map((cells) => cells.join("\t")).join("\n");
  const { profile } = generated(await profileBytes(folder.path, `${content}\n`));
  return { profile, alerts: alertCodes(profile) };
}

const names = ["Who", "Turnout", "Share", "Change", "Why", "Method"];
const given = Array.from({ length: 8 }, (_, i) => [
  ["Academic", "Commercial", "Liberal"][i % 3] ?? "",
  `${40 + i * 3}%`,
  `${10 + i}%`,
  ["Higher than before", "Roughly the same"][i % 2] ?? "",
  `because of ${i}`,
  "phone",
]);

/** A row with few cells, by their columns. */
const rowOf = (cells: Record<number, string>) => names.map((_, column) => cells[column] ?? "");
const emptyRow = rowOf({});

/** As in FiveThirtyEight's poll of pollsters: each column lists its own answers from the top. */
test("rows with a value only in a later column are rows", async () => {
  const { profile, alerts } = await profileOf([
    names,
    ...given,
    rowOf({ 1: "hard to say", 3: "Roughly the same" }),
    ...Array.from({ length: 4 }, () => rowOf({ 3: "Roughly the same" })),
    emptyRow,
    emptyRow,
  ]);
  expect(profile.row_count).toBe(given.length + 5);
  expect(alerts).toContain("empty_rows");
  expect(alerts).not.toContain("note_rows");
});

test("a few words in columns of values, which no row has said before, are notes", async () => {
  const { profile, alerts } = await profileOf([
    names,
    ...given,
    rowOf({ 1: "of those asked" }),
    rowOf({ 2: "rounded by the editor" }),
  ]);
  expect(profile.row_count).toBe(given.length);
  expect(alerts).toContain("note_rows");
});

test("single words at the table's start are notes, even behind an empty margin", async () => {
  const table = [names, ...given, emptyRow, rowOf({ 0: "Source: the poll of the pollsters" })];
  for (const margin of [[], [""]]) {
    const { profile, alerts } = await profileOf(table.map((cells) => [...margin, ...cells]));
    expect(profile.row_count).toBe(given.length);
    expect(alerts).toContain("note_rows");
  }
});
