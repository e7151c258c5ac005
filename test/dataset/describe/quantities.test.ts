import { afterAll, expect, test } from "bun:test";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

test("a mean is told of what is counted or measured, not of ids, codes and years", async () => {
  const names = ["Row ID", "zip_code", "model_year", "yearly_rent", "rent_per_year", "paid"];
  const rows = Array.from({ length: 200 }, (_, i) => names.map((_, at) => 1500 + i + at).join());
  const { profile } = generated(
    await profileBytes(folder.path, `${names.join()}\n${rows.join("\n")}\n`),
  );
  const means = profile.columns.map(({ name, mean, std }) => [name, mean, std === null]);
  expect(means).toEqual([
    ["Row ID", null, true],
    ["zip_code", null, true],
    ["model_year", null, true],
    ["yearly_rent", 1602.5, false],
    ["rent_per_year", 1603.5, false],
    ["paid", 1604.5, false],
  ]);
  expect(profile.columns.every(({ median }) => median !== null)).toBe(true);
});

test.each([
  ["SUBJID", 7, null],
  ["choiceid", 7, null],
  ["bcode", 7, null],
  ["schoolId", 7, null],
  ["placement_urn", 7, null],
  ["Founded", 1801, null],
  ["cycle", 1801, null],
  ["popYr", 1801, null],
  ["cycle", 7, 106.5],
  ["acid", 7, 106.5],
  ["Total paid", 7, 106.5],
  ["GRID", 7, 106.5],
  ["Employees", 1801, 1900.5],
])("%s from %d on has the mean %p", async (name, first, mean) => {
  const rows = Array.from({ length: 200 }, (_, i) => `${i % 9},${first + i}`);
  const content = `x,${name}\n${rows.join("\n")}\n`;
  const { profile } = generated(await profileBytes(folder.path, content));
  expect(profile.columns[1]?.mean).toBe(mean);
});

test("a first column that numbers the rows is no quantity", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i + 1},${i % 7},${i + 1}`);
  for (const name of ["rownames", "", "index", "Unnamed: 0"]) {
    const content = `${name},x,index\n${rows.join("\n")}\n`;
    const { profile } = generated(await profileBytes(folder.path, content, { hint: "csv" }));
    const [first, , last] = profile.columns;
    expect([first?.semantic_type, first?.mean]).toEqual(["identifier", null]);
    expect(last?.mean).toBe(30.5);
  }
});

test("unreadable cells are named in the order of the file", async () => {
  const cells = Array.from({ length: 2000 }, (_, i) => String(i % 97));
  const unreadable = ["about 9", "7 or 8", "some 40", "12 and up", "less than 3"];
  for (const [at, text] of unreadable.entries()) cells[300 + at * 200] = text;
  const content = `id,count\n${cells.map((cell, i) => `${i},${cell}\n`).join("")}`;
  const { profile } = generated(await profileBytes(folder.path, content));
  const alert = profile.columns[1]?.alerts.find(({ code }) => code === "mixed_types");
  expect(alert?.detail).toEndWith(
    `: ${unreadable.map((text) => JSON.stringify(text)).join(", ")}.`,
  );
});
