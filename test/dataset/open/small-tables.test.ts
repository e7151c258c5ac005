/** Tables of one to three rows, which public repositories often have. */
import { afterAll, expect, test } from "bun:test";
import { generated, makeFolder, profileBytes } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

test.each([
  ["a person with an address", "0987208691,code,hung,nam,28/06/2001,hung@gmail.com\n", 1],
  ["a network address", "1,Rodie,Suddick,Female,187.180.53.163\n", 1],
  ["words next to a number and a date", "7;Oslo;2024-02-01\n", 1],
  ["rows that count from 1", "1;admin;admin123;boss\n2;jose;12345678;J M\n3;ana99;9999;A B\n", 3],
])("no header: %s", async (_, text, rows) => {
  const { profile } = generated(await profileBytes(folder.path, text, { hint: "csv" }));
  expect(profile.row_count).toBe(rows);
  expect(profile.columns[0]?.name).toBe("column_1");
});

test.each([
  ["names and no rows", "id,name,date\n", "no_data_rows"],
  ["years and no rows", "name,2019,2020\n", "no_data_rows"],
  [
    "a pointer of Git LFS",
    "version https://git-lfs.github.com/spec/v1\noid sha256:b6c5\nsize 26\n",
    "unsupported_format",
  ],
])("refused: %s", async (_, text, code) => {
  expect(await profileBytes(folder.path, text, { hint: "csv" })).toMatchObject({ error: { code } });
});

test("a header above rows that count is one", async () => {
  const { profile } = generated(await profileBytes(folder.path, "id,name\n1,a\n2,b\n3,c\n"));
  expect(profile.columns.map(({ name }) => name)).toEqual(["id", "name"]);
});
