/** Tables with more columns than one query may name have the same figures as narrow ones. */
import { afterAll, expect, test } from "bun:test";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

/** The first is queried in pieces, the second also parsed in pieces. */
const COLUMNS = [1200, 2600];
const ROWS = 50;

test.each(COLUMNS)("complete rows and figures of %i columns are those of all", async (columns) => {
  const lines = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      if (row % 2 === 1 && column === row * 20) return "";
      return column % 3 === 0 ? `text ${row}` : String(row * column);
    }).join(","),
  );
  const names = Array.from({ length: columns }, (_, column) => `c${column}`).join(",");
  const { profile } = generated(
    await profileBytes(folder.path, [names, ...lines, ""].join("\n"), { hint: "csv" }),
  );
  expect(profile.completeness).toMatchObject({ cells_missing: ROWS / 2, complete_rows: ROWS / 2 });
  expect(profile.columns.map(({ name }) => name).join()).toBe(names);
  for (const column of profile.columns.filter(({ index }) => index % 3 !== 0)) {
    const { index } = column;
    const missing = index % 20 === 0 && (index / 20) % 2 === 1 ? index / 20 : null;
    const values = Array.from({ length: ROWS }, (_, row) => row * index).filter(
      (_, row) => row !== missing,
    );
    expect(column).toMatchObject({
      type: "integer",
      null_count: ROWS - values.length,
      min: 0,
      max: Math.max(...values),
    });
  }
});
