/** Real files, compared with DuckDB's figures. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { generated, makeFolder, profileFile, typesOf, VEGA } from "./support/dataset-files.ts";
import { connectDuckDb, relationOf } from "./support/duckdb.ts";
import { expectExactFigures } from "./support/exact-figures.ts";

const folder = makeFolder();
let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await connectDuckDb();
});
afterAll(() => {
  connection.closeSync();
  folder.remove();
});

/** The largest file has three million rows. */
const SLOW_TEST_MS = 60_000;

const files = [
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
  "flights-3m.parquet",
];

describe("real files", () => {
  test.each(files)(
    "have the figures that DuckDB computes exactly: %s",
    async (file) => {
      const filePath = join(VEGA, file);
      const { profile } = generated(await profileFile(folder.path, filePath));
      await expectExactFigures(connection, filePath, profile);
    },
    SLOW_TEST_MS,
  );

  test("whole-file duplicates and complete rows are exact below a million rows", async () => {
    const filePath = join(VEGA, "birdstrikes.csv");
    const { profile } = generated(await profileFile(folder.path, filePath));
    const relation = relationOf(filePath, profile);
    const present = profile.columns
      .map((column) => `NULLIF("${column.name}", '') IS NOT NULL`)
      .join(" AND ");
    const sql = `SELECT (SELECT count(*) FROM ${relation}) -
        (SELECT count(*) FROM (SELECT DISTINCT * FROM ${relation})) AS duplicates,
      (SELECT count(*) FROM ${relation} WHERE ${present}) AS complete`;
    const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
    expect(profile.duplicates).toMatchObject({
      rows: Number(row?.duplicates),
      method: "exact",
    });
    expect(profile.completeness.complete_rows).toBe(Number(row?.complete));
  });

  test("quantiles and histogram are exact where all values are held", async () => {
    const filePath = join(VEGA, "seattle-weather.csv");
    const { profile } = generated(await profileFile(folder.path, filePath));
    const column = profile.columns.find((each) => each.name === "temp_max");
    const sql = `SELECT quantile_cont(temp_max, [0.05, 0.25, 0.5, 0.75, 0.95])::VARCHAR AS q
      FROM read_csv('${filePath}')`;
    const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
    const exact = JSON.parse(String(row?.q)) as number[];
    const { p5, p25, p50, p75, p95, method } = column?.quantiles ?? {};
    expect(method).toBe("exact");
    for (const [i, value] of [p5, p25, p50, p75, p95].entries()) {
      expect(value).toBeCloseTo(exact[i] ?? Number.NaN, 9);
    }
    const counts = column?.histogram?.counts ?? [];
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(profile.row_count);
  });

  test(
    "quantiles of a large column keep their rank error",
    async () => {
      const filePath = join(VEGA, "flights-3m.parquet");
      const { profile } = generated(await profileFile(folder.path, filePath));
      const column = profile.columns.find((each) => each.name === "distance");
      const { quantiles } = column ?? {};
      expect(quantiles?.method).toBe("sample");
      const sql = `SELECT avg((distance < ${quantiles?.p50})::INT) AS below,
        avg((distance <= ${quantiles?.p50})::INT) AS upto FROM read_parquet('${filePath}')`;
      const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
      const error = quantiles?.rank_error ?? 0;
      expect(Number(row?.below)).toBeLessThanOrEqual(0.5 + error);
      expect(Number(row?.upto)).toBeGreaterThanOrEqual(0.5 - error);
    },
    SLOW_TEST_MS,
  );

  test("zero-padded codes stay text, and so do the codes of the sample", async () => {
    const { profile, sample } = generated(
      await profileFile(folder.path, join(VEGA, "zipcodes.csv")),
    );
    expect(typesOf(profile)[0]).toBe("zip_code:string");
    expect(sample.rows.every((row) => /^\d{5}$/.test(String(row[0])))).toBe(true);
  });

  test("GeoJSON features can be rebuilt from the sample", async () => {
    const { profile, sample } = generated(
      await profileFile(folder.path, join(VEGA, "earthquakes.json")),
    );
    expect(profile.format).toBe("geojson");
    const at = sample.columns.findIndex((column) => column.type === "geometry");
    expect(sample.columns[at]?.name).toBe("geometry");
    for (const row of sample.rows) {
      expect(row[at]).toMatchObject({ type: "Point", coordinates: expect.any(Array) });
    }
  });

  test("a column of several JSON types is mixed and keeps its values", async () => {
    const { profile } = generated(await profileFile(folder.path, join(VEGA, "movies.json")));
    const title = profile.columns[0];
    expect(title?.type).toBe("mixed");
    const alert = title?.alerts.find((each) => each.code === "mixed_types");
    expect(alert?.detail).toMatch(/several JSON types: \d+ text, \d+ number\.$/);
    expect(profile.quality.components.validity).toBeGreaterThan(0.99);
  });

  test.each(["us-10m.json", "world-110m.json", "londonBoroughs.json"])(
    "TopoJSON gives no sample and says why: %s",
    async (file) => {
      const report = await profileFile(folder.path, join(VEGA, file));
      expect(report).toMatchObject({
        outcome: "no_sample",
        error: { code: "unsupported_format" },
        format: "topojson",
      });
    },
  );
});
