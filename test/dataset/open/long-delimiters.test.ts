/** Delimiters of several characters, as in MovieLens and in exports of data warehouses. */
import { afterAll, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { zipOf } from "../support/archive-files.ts";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const repeated = (rows: number, rowOf: (i: number) => string): string =>
  Array.from({ length: rows }, (_, i) => `${rowOf(i)}\n`).join("");

const ratings = repeated(400, (i) => `${i % 9}::${i}::${(i % 5) + 1}::97830076${i % 10}`);
const titles = ["Jumanji (1995)", "Wars: Episode IV (1977)", "Children, The (1995)"];
const movies = repeated(60, (i) => `${i}::${titles[i % 3]}::${i % 2 ? "Drama|War" : "Comedy"}`);

const cases: [string, string, string, string[], unknown[]][] = [
  ["ratings", ratings, "::", ["integer", "integer", "integer", "integer"], [0, 0, 1, 978300760]],
  ["movies", movies, "::", ["integer", "string", "string"], [0, "Jumanji (1995)", "Comedy"]],
  [
    "pipes, with an empty cell",
    `id||name||note\n${repeated(30, (i) => `${i}||n${i}||${i % 2 ? "" : "x"}`)}`,
    "||",
    ["integer", "string", "string"],
    [0, "n0", "x"],
  ],
  [
    "a mark of three",
    `id|~|name|~|share\n${repeated(30, (i) => `${i}|~|a, b|~|${i / 2}`)}`,
    "|~|",
    ["integer", "string", "number"],
    [0, "a, b", 0],
  ],
  ["two columns", repeated(30, (i) => `key${i}::${i}`), "::", ["string", "integer"], ["key0", 0]],
];

test.each(cases)("%s", async (_, text, delimiter, types, first) => {
  const { profile, sample } = generated(await profileBytes(folder.path, text));
  expect(profile).toMatchObject({ format: "csv", delimiter });
  expect(profile.columns.map(({ type }) => type)).toEqual(types as never);
  const rows = JSON.stringify(sample.rows);
  expect(rows).toContain(JSON.stringify(first[1]));
  expect(profile.column_count).toBe(first.length);
  expect(rows).not.toContain("\\u001f");
});

test("a delimiter across the blocks of a long file is found", async () => {
  const text = repeated(60_000, (i) => `${i}::${"x".repeat(i % 7)}::${i % 5}`);
  const { profile } = generated(await profileBytes(folder.path, text));
  expect([profile.row_count, profile.column_count]).toEqual([60_000, 3]);
  expect(profile.columns.map(({ max }) => max)).toEqual([59_999, null, 4]);
});

test("in gzip, and several in a zip", async () => {
  const packed = await profileBytes(folder.path, gzipSync(ratings));
  expect(packed).toMatchObject({ compression: "gzip" });
  expect(generated(packed).profile).toMatchObject({ delimiter: "::", row_count: 400 });
  const zip = await zipOf({ "ratings.dat": ratings, "movies.dat": movies });
  const { profile } = generated(await profileBytes(folder.path, zip));
  expect(profile.tables?.map(({ name }) => name).sort()).toEqual(["movies", "ratings"]);
});

test.each([
  ["empty cells of a usual delimiter", "a,,b\n1,,2\n3,,4\n", ["a", "column_2", "b"]],
  ["pipes that also stand alone", "a|b||c\n1|2||3\n4|5||6\n", ["a", "b", "column_3", "c"]],
])("left alone: %s", async (_, text, names) => {
  const { profile } = generated(await profileBytes(folder.path, text));
  expect(profile.columns.map(({ name }) => name)).toEqual(names);
});
