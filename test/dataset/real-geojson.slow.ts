/** GeoJSON texts that are geometries without a feature: the standard's examples, on npm. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { generated, makeFolder, profileFile } from "./support/dataset-files.ts";

/** npm geojson-fixtures 1.0.0 (ISC). */
const FOLDER = join(import.meta.dirname, "fixtures/geojson");

const folder = makeFolder();
afterAll(() => folder.remove());

/** Rows are counted by RFC 7946: one per geometry, and one per member of a collection. */
test.each([
  ["point", { Point: 1 }, [100, 0, 100, 0]],
  ["linestring", { LineString: 1 }, [100, 0, 101, 1]],
  ["multipoint-xyz", { MultiPoint: 1 }, [100, 0, 101, 1]],
  ["polygon-xyz", { Polygon: 1 }, [100, 0, 101, 1]],
  ["multipolygon", { MultiPolygon: 1 }, [100, 0, 103, 3]],
  ["geometrycollection", { LineString: 1, Point: 1 }, [100, 0, 102, 1]],
] as const)("a single geometry is a row with its extent: %s", async (file, types, bounds) => {
  const { profile } = generated(await profileFile(folder.path, join(FOLDER, `${file}.geojson`)));
  const [min_lon, min_lat, max_lon, max_lat] = bounds;
  expect(profile).toMatchObject({
    format: "geojson",
    row_count: Object.keys(types).length,
    column_count: 1,
    alerts: [],
  });
  expect(profile.columns[0]).toMatchObject({
    name: "geometry",
    type: "geometry",
    geometry_types: types,
    bounds: { min_lon, min_lat, max_lon, max_lat },
  });
});
