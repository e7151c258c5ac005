/** Tables with empty columns, names of several levels, notes; and markup, which is no table. */
import { afterAll, expect, test } from "bun:test";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  typesOf,
} from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

/** As in jokecamp/FootballData, `Division3.csv`, whose rows end in 21 commas. */
test.each([5, 4000])("empty columns at the end are left out, of %d rows", async (rows) => {
  const lines = Array.from({ length: rows }, (_, i) => `E${i % 3},${i},,,\n`).join("");
  const { profile, sample } = generated(await profileBytes(folder.path, `Div,Goals,,,\n${lines}`));
  expect(typesOf(profile)).toEqual(["Div:string", "Goals:integer"]);
  expect(sample.columns).toHaveLength(2);
  expect(profile.completeness.complete_rows).toBe(rows);
  expect(alertCodes(profile)).toEqual(expect.arrayContaining(["empty_columns"]));
  expect(alertCodes(profile)).not.toContain("long_rows");
});

test("a column at the end without a name stays if it has a value", async () => {
  const { profile } = generated(await profileBytes(folder.path, "a,b,\n1,2,\n3,4,x\n5,6,\n"));
  expect(typesOf(profile)).toEqual(["a:integer", "b:integer", "column_3:string"]);
});

/** As in mwaskom/seaborn-data, `brain_networks.csv`. */
test("names of several levels above an empty row are joined", async () => {
  const content =
    "network,1,1,2\nnode,1,1,1\nhemi,lh,rh,lh\n,,,\n0,56.1,92.0,3.3\n1,55.5,43.6,65.4\n2,1.5,2.5,3.5\n";
  const { profile } = generated(await profileBytes(folder.path, content));
  expect(typesOf(profile)).toEqual([
    "network node hemi:integer",
    "1 1 lh:number",
    "1 1 rh:number",
    "2 1 lh:number",
  ]);
});

test("years below names of groups belong to the names", async () => {
  const content =
    "Region,Sales,,Costs,\n,2019,2020,2019,2020\nNorth,1.5,2.5,3.5,4.5\nSouth,2,3,4,5\n";
  const { profile } = generated(await profileBytes(folder.path, content));
  expect(profile.columns.map(({ name }) => name)).toEqual([
    ...["Region", "Sales 2019", "Sales 2020", "Costs 2019", "Costs 2020"],
  ]);
  expect(profile.row_count).toBe(2);
});

/** As in curran/data, `mothersUnder20_original.csv`. */
test("a row that only says what the first column holds belongs to the names", async () => {
  const content = "Origin,Total,White\nYear,\n1993,12.8,9.5\n1994,13.1,9.7\n1995,13.2,9.9\n";
  const { profile } = generated(await profileBytes(folder.path, content));
  expect(typesOf(profile)).toEqual(["Origin Year:integer", "Total:number", "White:number"]);
  expect(profile.row_count).toBe(3);
});

test("a last row that says that it is a note is none", async () => {
  const content = "name,x,y\na,1,2\nb,3,4\nc,5,6\nSource: statistics office,,\n";
  const { profile } = generated(await profileBytes(folder.path, content));
  expect(profile.row_count).toBe(3);
  expect(alertCodes(profile)).toContain("note_rows");
});

const markup: [format: string, content: string][] = [
  ["dif", 'TABLE\n0,1\n"EXCEL"\nVECTORS\n0,3\n""\nDATA\n0,0\n""\n'],
  ["rtf", "{\\rtf1\\ansi hello, world\\par\nfoo, bar\\par}\n"],
  ["pdf", "%PDF-1.4\n1 0 obj, foo\n"],
];

test.each(markup)(
  "%s is refused by its name, whatever the listing says",
  async (format, content) => {
    const report = await profileBytes(folder.path, content, { hint: "csv" });
    expect(report).toMatchObject({ outcome: "no_sample", format });
  },
);

test("ids, codes and years are counted, not measured", async () => {
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${1000 + i},${1960 + i},${10115 + i * 7},${i / 7}`,
  );
  const content = `customer_id,year,zip,value\n${rows.join("\n")}\n`;
  const { profile } = generated(await profileBytes(folder.path, content));
  const measured = profile.columns.filter(({ mean }) => mean !== null).map(({ name }) => name);
  expect(measured).toEqual(["value"]);
});

const values = Array.from({ length: 30 }, (_, i) => ` .${4700 + i * 7}`).join("\n");

/** As in avehtari/ROS-Examples, `girls.dat`, and alstat/Analysis-with-Programming, `Grass64by64.txt`. */
test.each([
  ["Bands(42), Columns(64), Rows(64)", "Bands(42), Columns(64), Rows(64)"],
  [`Proportion of girl births in Vienna, 1908-1909, out of ${"an average ".repeat(4)}`, "column_1"],
])("a line with commas above one column names no others: %s", async (line, name) => {
  const { profile } = generated(await profileBytes(folder.path, `${line}\n${values}\n`));
  expect([profile.row_count, typesOf(profile)]).toEqual([30, [`${name}:number`]]);
});

/** As in avehtari/ROS-Examples, `bldg.dat`. */
test("R's name of the only column stands above row numbers", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `"${i + 1}" ${i % 7}`).join("\n");
  const { profile } = generated(await profileBytes(folder.path, `"bldg.dist"\n${rows}\n`));
  expect(profile.columns[1]?.name).toBe("bldg.dist");
  expect(profile.row_count).toBe(30);
});
