/**
 * Real files of several tables: each table against DuckDB and against the same table in a separate
 * file.
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatasetReport } from "../../../dataset/base/report.ts";
import type { Profile } from "../../../market/profile/schemas.ts";
import { tarOf, zipOf } from "../support/archive-files.ts";
import { expectSameFigures } from "../support/compare-profiles.ts";
import {
  alertCodes,
  generated,
  makeFolder,
  profileBytes,
  typesOf,
  VEGA,
} from "../support/dataset-files.ts";
import { connectDuckDb, relationOf } from "../support/duckdb.ts";

setDefaultTimeout(60_000);

const folder = makeFolder();
afterAll(() => folder.remove());
const duckDb = await connectDuckDb();

const packages = join(import.meta.dirname, "../../../node_modules");
const fixtures = join(import.meta.dirname, "../fixtures/xlsx");

type Files = Record<string, Buffer>;

function filesOf(folderPath: string, names: RegExp): Files {
  const found = readdirSync(folderPath).filter((name) => names.test(name));
  return Object.fromEntries(found.map((name) => [name, readFileSync(join(folderPath, name))]));
}

/** The profile of each table by the name of its path. */
function profilesOf(report: DatasetReport): Map<string, Profile> {
  const { profile } = generated(report);
  const others = report.outcome === "generated" ? (report.otherTables ?? []) : [];
  const rows = profile.tables ?? [];
  return new Map(
    rows.flatMap((row, position) => {
      const own = others.find((other) => other.position === position)?.profile;
      const found = row.is_default ? profile : own;
      return found ? [[row.path, found] as const] : [];
    }),
  );
}

/** The figures without those that the archive adds, and without the file's name. */
function figures(profile: Profile) {
  const { rows_scanned, row_count, column_count, columns, completeness, duplicates } = profile;
  return { rows_scanned, row_count, column_count, columns, completeness, duplicates };
}

const archives: readonly (readonly [source: string, files: Files, count: number])[] = [
  [
    "vega-datasets (npm): tables of many subjects",
    filesOf(
      VEGA,
      /^(airports|cars|co2.*|movies|seattle-weather|stocks|iowa-electricity)\.(csv|json)$/,
    ),
    7,
  ],
  [
    "sample-gtfs-feed (npm): a transit feed",
    filesOf(join(packages, "sample-gtfs-feed/gtfs"), /txt$/),
    14,
  ],
  [
    "country-json (npm): facts about countries",
    filesOf(
      join(packages, "country-json/src"),
      /-(capital-city|cities|population|languages|religion)\.json$/,
    ),
    5,
  ],
];

describe.each(archives)("%s", (_, files, count) => {
  test("has for each table only its own file's figures, and DuckDB's rows and columns", async () => {
    const report = await profileBytes(folder.path, await zipOf(files));
    const { profile } = generated(report);
    const profiles = profilesOf(report);
    expect([...profiles.keys()].toSorted()).toEqual(Object.keys(files).toSorted());
    expect(profiles.size).toBe(count);
    for (const [name, content] of Object.entries(files)) {
      const own = profiles.get(name);
      const hint = name.replace(/.*\./, "");
      const alone = generated(
        await profileBytes(folder.path, content, { hint, sha256: profile.file_sha256 }),
      );
      expect(own && figures(own)).toEqual(figures(alone.profile));
      const path = join(folder.path, name);
      writeFileSync(path, content);
      const relation = relationOf(path, alone.profile);
      const read = await duckDb.runAndReadAll(`SELECT * FROM ${relation}`);
      expect([name, own?.row_count, own?.columns.map((column) => column.name)]).toEqual([
        name,
        read.currentRowCount,
        read.columnNames(),
      ]);
    }
  });

  test("speaks as a whole by the table with most cells", async () => {
    const report = await profileBytes(folder.path, await tarOf(files));
    const { profile } = generated(report);
    const cells = (profile.tables ?? []).map((row) => [
      (row.rows ?? 0) * (row.columns ?? 0),
      row.is_default,
    ]);
    const most = Math.max(...cells.map(([number]) => Number(number)));
    expect(cells.filter(([, isDefault]) => isDefault)).toEqual([[most, true]]);
    expect(profile.row_count * profile.column_count).toBe(most);
  });
});

// datasets.xlsx and deaths.xlsx: examples of readxl (tidyverse, as in Debian's r-cran-readxl 1.4.2).
describe("readxl's workbooks", () => {
  test("datasets.xlsx has the four tables of R that it says", async () => {
    const report = await profileBytes(folder.path, readFileSync(join(fixtures, "datasets.xlsx")));
    const { profile } = generated(report);
    const shape = profile.tables?.map(({ name, rows, columns }) => [name, rows, columns]);
    expect(shape).toEqual([
      ["chickwts", 71, 2],
      ["iris", 150, 5],
      ["mtcars", 32, 11],
      ["quakes", 1000, 5],
    ]);
    expect(profile.columns.map(({ name }) => name)).toEqual([
      ...["lat", "long", "depth", "mag", "stations"],
    ]);
    // From R's documentation of quakes: 1000 events of mb > 4.0.
    expect(profile.columns[3]?.min).toBe(4);
    expect(profile.columns[2]?.max).toBe(680);
  });

  test("deaths.xlsx has the rows of both of its sheets, and none of the words around them", async () => {
    const report = await profileBytes(folder.path, readFileSync(join(fixtures, "deaths.xlsx")));
    const { profile } = generated(report);
    // The range in readxl's documentation: A5:F15 of each sheet.
    expect(profile.tables).toMatchObject([{ name: "arts-other", parts: 2, rows: 20, columns: 6 }]);
    expect(profile.tables?.[0]?.part_paths).toEqual(["arts", "other"]);
    expect(typesOf(profile)).toEqual([
      ...["Name:string", "Profession:string", "Age:integer", "Has kids:boolean"],
      ...["Date of birth:date", "Date of death:date"],
    ]);
    expect(alertCodes(profile)).toEqual(expect.arrayContaining(["title_rows", "note_rows"]));
  });
});

test("partitions of seattle-weather by year are the table that they were cut from, with the year", async () => {
  const content = readFileSync(join(VEGA, "seattle-weather.csv"), "utf8");
  const [header = "", ...lines] = content.trimEnd().split("\n");
  const byYear = Map.groupBy(lines, (line) => line.slice(0, 4));
  const files = Object.fromEntries(
    [...byYear].map(([year, own]) => [
      `weather/year=${year}/part-0.csv`,
      `${[header, ...own].join("\n")}\n`,
    ]),
  );
  const sha256 = "b".repeat(64);
  const report = await profileBytes(folder.path, await zipOf(files), { sha256 });
  const dated = [`${header},year`, ...lines.map((line) => `${line},${line.slice(0, 4)}`)];
  const alone = await profileBytes(folder.path, `${dated.join("\n")}\n`, { sha256 });
  expectSameFigures(figures(generated(report).profile), figures(generated(alone).profile));
  expect(generated(report).sample).toEqual(generated(alone).sample);
  expect(generated(report).profile.tables).toMatchObject([
    { name: "weather", path: "weather/year=*/part-0.csv", parts: 4, rows: lines.length },
  ]);
});
