/** Dates and places in a profile. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { DatePeriods } from "../../../dataset/measure/date-periods.ts";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import {
  generated,
  makeFolder,
  profileBytes,
  profileFile,
  VEGA,
} from "../support/dataset-files.ts";
import { connectDuckDb } from "../support/duckdb.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const DAY_MS = 86_400_000;

async function datesOf(values: readonly string[]): Promise<ColumnProfile["dates"]> {
  const content = `row,at\n${values.map((value, i) => `r${i},${value}\n`).join("")}`;
  const whole = generated(await profileBytes(folder.path, content)).profile;
  const limits = { chunkBytes: 300 };
  const chunked = generated(await profileBytes(folder.path, content, { limits })).profile;
  const dates = whole.columns[1]?.dates ?? null;
  expect(chunked.columns[1]?.dates ?? null).toEqual(dates);
  return dates;
}

const times = (count: number, stepMs: number, from = "2024-01-01T00:00:00Z"): string[] =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.parse(from) + i * stepMs).toISOString().slice(0, 19),
  );
const days = (count: number, step = 1, from = "2024-01-01T00:00:00Z"): string[] =>
  times(count, step * DAY_MS, from).map((time) => time.slice(0, 10));
const months = (count: number, step = 1): string[] =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(2001, i * step, 1)).toISOString().slice(0, 10),
  );

describe("the gaps of dates", () => {
  const regular: [name: string, values: string[], granularity: string, expected: number][] = [
    ["days", days(100), "day", 100],
    ["days in reverse", days(100).toReversed(), "day", 100],
    ["every other day", days(50, 2), "day", 99],
    ["one day in seven", days(60, 7), "week", 60],
    ["months", months(30), "month", 30],
    ["quarters", months(20, 3), "quarter", 20],
    ["years", months(12, 12), "year", 12],
    ["seconds", times(90, 1000), "second", 90],
    ["minutes", times(90, 60_000), "minute", 90],
    ["hours", times(90, 3_600_000), "hour", 90],
    ["days before 1970", days(40, 1, "1969-12-20T00:00:00Z"), "day", 40],
    ["days as times", times(40, DAY_MS), "day", 40],
  ];
  test.each(regular)(
    "are counted in the unit that suits: %s",
    async (_, values, unit, expected) => {
      const dates = await datesOf(values);
      expect(dates).toMatchObject({ granularity: unit, expected, method: "exact" });
      expect(dates?.present).toBe(values.length);
      expect(dates?.missing).toBe(expected - values.length);
    },
  );

  test("name the longest run without a value", async () => {
    const values = days(60).filter((_, i) => i !== 5 && (i < 20 || i > 26));
    expect(await datesOf(values)).toEqual({
      granularity: "day",
      method: "exact",
      expected: 60,
      present: 52,
      missing: 8,
      largest_gap: { after: "2024-01-20", before: "2024-01-28", missing: 7 },
    });
  });

  test("leave weekends out where no value falls on one", async () => {
    const weekdays = days(70).filter((day) => new Date(day).getUTCDay() % 6 !== 0);
    const without = weekdays.filter((day) => day !== "2024-02-14");
    expect(await datesOf(without)).toMatchObject({
      granularity: "weekday",
      expected: 50,
      present: 49,
      largest_gap: { after: "2024-02-13", before: "2024-02-15", missing: 1 },
    });
  });

  test("are null for other columns, for one date and for none", async () => {
    expect(await datesOf(["a", "b"])).toBeNull();
    expect(await datesOf(["2024-01-01", "2024-01-01"])).toBeNull();
    expect(await datesOf(["", ""])).toBeNull();
  });

  test("stay exact in coarser periods when there are too many fine ones, and say so", () => {
    const periods = new DatePeriods("datetime", 0);
    const count = 300_000;
    for (let from = 0; from < count; from += 50_000) {
      periods.add(Float64Array.from({ length: 50_000 }, (_, i) => (from + i) * 1000));
    }
    expect(periods.result(false)).toEqual({
      granularity: "minute",
      method: "coarsened",
      expected: 5000,
      present: 5000,
      missing: 0,
      largest_gap: null,
    });
  });

  test("hold for dates at the ends of the calendar", () => {
    const periods = new DatePeriods("date", 1);
    const days = ["0001-01-01", "9999-12-31"].map((day) => Date.parse(day) / DAY_MS);
    periods.add(Float64Array.from(days));
    expect(periods.result(false)).toMatchObject({
      granularity: "year",
      expected: 9999,
      present: 2,
      largest_gap: { after: "0001-01-01", before: "9999-01-01", missing: 9997 },
    });
  });
});

describe("the bounding box", () => {
  test("of GeoJSON points is exact, and the types are counted", async () => {
    const filePath = join(VEGA, "earthquakes.json");
    const { profile } = generated(await profileFile(folder.path, filePath));
    const connection = await connectDuckDb();
    const sql = `SELECT min(x) AS w, min(y) AS s, max(x) AS e, max(y) AS n FROM (
      SELECT f.geometry.coordinates[1]::DOUBLE AS x, f.geometry.coordinates[2]::DOUBLE AS y
      FROM (SELECT unnest(features) AS f FROM read_json('${filePath}', maximum_object_size = 9999999)))`;
    const [row] = (await connection.runAndReadAll(sql)).getRowObjects();
    connection.closeSync();
    const box = { min_lon: row?.w, min_lat: row?.s, max_lon: row?.e, max_lat: row?.n };
    expect(profile.bounds).toEqual(box as typeof profile.bounds);
    const geometry = profile.columns.find((column) => column.type === "geometry");
    expect(geometry).toMatchObject({ geometry_types: { Point: 1707 }, bounds: box });
  });

  test("covers nested and empty geometries over repeated passes", async () => {
    const geometries = [
      { type: "Point", coordinates: [1, 2] },
      {
        type: "LineString",
        coordinates: [
          [-3, 4, 900],
          [5, -6],
        ],
      },
      {
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [7, 0],
              [8, 1],
              [7, 1],
              [7, 0],
            ],
          ],
        ],
      },
      { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [0, 40] }] },
      { type: "Point", coordinates: [] },
      { type: "Blob", coordinates: [1, 1] },
      null,
    ];
    const features = geometries.map((geometry, i) => ({
      type: "Feature",
      // The late text causes a second pass over the file.
      properties: { value: i < 5 ? i : `text ${i}`, pad: "x".repeat(200) },
      geometry,
    }));
    const content = JSON.stringify({ type: "FeatureCollection", features });
    const limits = { chunkBytes: 2000 };
    const { profile } = generated(await profileBytes(folder.path, content, { limits }));
    const box = { min_lon: -3, min_lat: -6, max_lon: 8, max_lat: 40 };
    expect(profile.columns.at(-1)).toMatchObject({
      type: "geometry",
      null_count: 1,
      bounds: box,
      geometry_types: {
        Point: 2,
        GeometryCollection: 1,
        LineString: 1,
        MultiPolygon: 1,
        invalid: 1,
      },
    });
    expect(profile.bounds).toEqual(box);
  });

  const pairs: [names: [string, string], paired: boolean][] = [
    [["lat", "lon"], true],
    [["Latitude", "Longitude"], true],
    [["pickup_latitude", "pickup_longitude"], true],
    [["stationLat", "stationLng"], true],
    [["lat", "long"], true],
    [["plat", "slon"], false],
    [["latency", "longevity"], false],
    [["flat", "salon"], false],
  ];
  test.each(pairs)("of the columns %j is found: %j", async ([lat, lon], paired) => {
    const content = `${lat},${lon}\n48.1,11.5\n-33.9,151.2\n52.5,13.4\n`;
    const { profile } = generated(await profileBytes(folder.path, content));
    const box = { min_lon: 11.5, min_lat: -33.9, max_lon: 151.2, max_lat: 52.5 };
    expect(profile.bounds).toEqual(paired ? box : null);
    expect(profile.columns.map((column) => column.bounds)).toEqual(
      paired ? [box, box] : [null, null],
    );
  });

  test("joins each latitude with its own longitude", async () => {
    const header = "pickup_lat,pickup_lon,dropoff_lat,dropoff_lon";
    const content = `${header}\n1,2,30,40\n3,4,50,60\n`;
    const { profile } = generated(await profileBytes(folder.path, content));
    expect(profile.columns[0]?.bounds).toEqual({ min_lon: 2, min_lat: 1, max_lon: 4, max_lat: 3 });
    expect(profile.columns[3]?.bounds).toMatchObject({ min_lon: 40, max_lat: 50 });
    expect(profile.bounds).toEqual({ min_lon: 2, min_lat: 1, max_lon: 60, max_lat: 50 });
  });

  test("is not told from numbers out of range", async () => {
    const { profile } = generated(await profileBytes(folder.path, "lat,lon\n95.5,10\n1,2\n"));
    expect(profile.bounds).toBeNull();
    const codes = profile.columns[0]?.alerts.map((alert) => alert.code);
    expect(codes).toContain("coordinates_out_of_range");
  });
});
