/** Tables with columns of fixed width, which no delimiter divides. */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { generated, makeFolder, profileBytes, typesOf } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const rowsOf = async (text: string) => {
  const report = await profileBytes(folder.path, text);
  const { profile, sample } = generated(report);
  return { format: report.format, types: typesOf(profile), rows: sample.rows };
};

const stations = `Report of stations
issued 2020

ID   Station name      Elev   Temp   Rain
---  ---------------   ----   ----   ----
001  Abisko             385   -1.2    3.5
002  Kiruna Airport     459           1.1
003  Lulea               17    3.4
004  Stockholm Bromma    14    6.5    0.0
005                      20    7.1    2.2
006  Malmo A             20   10.1    9.2
007  Visby               42    7.7   11.0
008  Ostersund          376    3.1    0.4
`;

test("gaps, words with blanks, titles and rules", async () => {
  const { format, types, rows } = await rowsOf(stations);
  expect(format).toBe("fwf");
  expect(types).toEqual([
    "ID:string",
    "Station name:string",
    "Elev:integer",
    "Temp:number",
    "Rain:number",
  ]);
  expect(rows.slice(1, 5)).toEqual([
    ["002", "Kiruna Airport", 459, null, 1.1],
    ["003", "Lulea", 17, 3.4, null],
    ["004", "Stockholm Bromma", 14, 6.5, 0],
    ["005", null, 20, 7.1, 2.2],
  ]);
});

/** As statistical offices print them; the header's words reach over other columns. */
test("a table inside of a report, with commas for thousands and a section's title", async () => {
  const lines = Array.from({ length: 30 }, (_, i) => {
    const people = (93_220 + i * 1873).toLocaleString("en").padStart(8);
    const share = (54.3 + i / 7).toFixed(1).padStart(8);
    const away = i % 5 === 0 ? "" : (640 + i * 211).toLocaleString("en").padStart(10);
    return `${1940 + i}${i % 4 === 0 ? " (1)" : "...."}....... ${people}  ${share}${away}`;
  });
  const report = [
    "HOUSEHOLD DATA\nANNUAL AVERAGES\n",
    "1.  Employment status of the civilian noninstitutional population, 1940 to date\n",
    "   Year         population    Percent    Number",
    "",
    ...lines.slice(0, 15),
    "\n              Persons 16 years of age and over\n",
    ...lines.slice(15),
    "\n  1 Not strictly comparable with data for prior years, see the explanatory notes",
  ].join("\n");
  const { profile } = generated(await profileBytes(folder.path, report));
  expect(profile.columns.map(({ min, max }) => [min, max]).slice(1)).toEqual([
    [93_220, 147_537],
    [54.3, 58.4],
    [851, 6759],
  ]);
});

test.each([
  ["a poem", "The sun was shining on the sea,\nShining with all his might:\n".repeat(8)],
  [
    "a listing of words",
    "alpha   beta   gamma\ndelta   eps    zeta\neta     theta  iota\n".repeat(4),
  ],
  ["four lines", "a  1  2\nb     3\nc  4\nd  5  6\n"],
])("not of fixed width: %s", async (_what, text) => {
  expect((await profileBytes(folder.path, text)).format).not.toBe("fwf");
});

test("any rows, padded to fixed widths, give their cells", async () => {
  const seed = Date.now();
  const number = fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: null, freq: 4 });
  const word = fc.stringMatching(/^[A-Z][a-z]{1,5} [a-z]{2,6}$/);
  const row = fc.tuple(word, number, number, number);
  const [rows = []] = fc.sample(fc.array(row, { minLength: 40, maxLength: 60 }), {
    seed,
    numRuns: 1,
  });
  const text = rows
    .map(([name, ...numbers]) => {
      return `${name.padEnd(16)}${numbers.map((value) => String(value ?? "").padStart(8)).join("")}`;
    })
    .join("\n");
  const { profile } = generated(
    await profileBytes(folder.path, `name                   a       b       c\n${text}\n`),
  );
  const sums = [1, 2, 3].map((i) => rows.reduce((sum, cells) => sum + Number(cells[i] ?? 0), 0));
  const found = profile.columns.slice(1).map(({ mean, null_count }) => {
    return Math.round((mean ?? 0) * (profile.row_count - null_count));
  });
  expect([seed, profile.row_count, ...found]).toEqual([seed, rows.length, ...sums]);
});
