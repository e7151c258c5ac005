/** Converts well-known binary geometries of columnar files to GeoJSON. */
import { wkbToGeojson } from "hyparquet/src/wkb.js";
import { nestedJson } from "../base/values.ts";
import type { GeometryStats } from "./geometries.ts";

/** Replaces bytes that are not a geometry. */
const invalid = { type: "invalid" };

/** A geometry as GeoJSON text; adds its extent and type to `stats`. */
export function geometryText(bytes: Uint8Array, stats: GeometryStats): string {
  const geometry = parseWkb(bytes);
  stats.add(geometry);
  return nestedJson(geometry);
}

/** A geometry as GeoJSON; `{ type: "invalid" }` for bytes that are none. */
export function parseWkb(bytes: Uint8Array): object {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const geometry = wkbToGeojson({ view, offset: 0 });
    // An empty point has no coordinates in GeoJSON, and NaN coordinates in binary.
    const isEmpty = geometry.type === "Point" && geometry.coordinates.every(Number.isNaN);
    return isEmpty ? { ...geometry, coordinates: [] } : geometry;
  } catch {
    return invalid;
  }
}
