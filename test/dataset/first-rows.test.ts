/** Where findings first occur: rows of the table, and lines of the original file. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Profile } from "../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes } from "./support/dataset-files.ts";

setDefaultTimeout(60_000);

const folder = makeFolder();
afterAll(() => folder.remove());

async function profileOf(content: string | Uint8Array): Promise<Profile> {
  return generated(await profileBytes(folder.path, content)).profile;
}

const placesOf = ({ alerts, columns }: Profile, code: string) =>
  [...alerts, ...columns.flatMap((column) => column.alerts)]
    .filter((alert) => alert.code === code)
    .map(({ first_rows: first = [] }) => first.map(({ row, line }) => [row, line]));

const numbered = (at: number) => `${at},${at * 1.5},open`;
const rows = (count: number) => Array.from({ length: count }, (_, at) => numbered(at));

test("short and long rows, words among numbers and addresses have rows and lines", async () => {
  const table = rows(60);
  table[4] = "4,6";
  table[9] = "9,13.5,open,surplus";
  table[20] = "20,unknown,write to ann@example.com";
  const profile = await profileOf(["id,amount,note", ...table, ""].join("\n"));
  expect(placesOf(profile, "short_rows")).toEqual([[[5, 6]]]);
  expect(placesOf(profile, "long_rows")).toEqual([[[10, 11]]]);
  expect(placesOf(profile, "mixed_types")).toEqual([[[21, 22]]]);
  expect(placesOf(profile, "personal_data")).toEqual([[[21, 22]]]);
  expect(placesOf(profile, "missing_values")).toEqual([[[5, 6]]]);
});

test("cells of several lines, blank lines and a title move lines and not rows", async () => {
  const table = rows(40);
  table[1] = '1,1.5,"two\nlines"';
  table[2] = `\n${numbered(2)}`;
  table[5] = "5,7.5";
  const profile = await profileOf(
    ["Amounts of a year", "", "id,amount,note", ...table, ""].join("\n"),
  );
  expect(profile.row_count).toBe(40);
  const [first = []] = placesOf(profile, "short_rows");
  expect(first).toEqual([[6, 3 + 6 + 2]]);
});

test("at most five of them are reported", async () => {
  const table = rows(60).map((row, at) => (at % 2 === 0 ? `${at},1.5` : row));
  const profile = await profileOf(["id,amount,note", ...table, ""].join("\n"));
  expect(placesOf(profile, "short_rows")).toEqual([[0, 2, 4, 6, 8].map((at) => [at + 1, at + 2])]);
});

test("UTF-16 and a byte order mark move nothing", async () => {
  const table = rows(40);
  table[3] = "3,4.5,ann@example.com";
  const text = `\uFEFF${["id,amount,note", ...table, ""].join("\r\n")}`;
  const profile = await profileOf(Buffer.from(text, "utf16le"));
  expect(placesOf(profile, "personal_data")).toEqual([[[4, 5]]]);
});

test("what is no text of lines has none", async () => {
  const items = Array.from({ length: 30 }, (_, at) => ({ id: at, note: "open" }));
  items[6] = { id: 6, note: "ann@example.com" };
  const profile = await profileOf(JSON.stringify(items));
  expect(placesOf(profile, "personal_data")).toEqual([[]]);
});
