/** Geometries as they are stored in columnar files (well-known binary), as GeoJSON. */
import { wkbToGeojson } from "hyparquet/src/wkb.js";
import { nestedJson } from "../base/values.ts";
import type { GeometryStats } from "./geometries.ts";

/** What stands for bytes that are no geometry. */
const invalid = { type: "invalid" };

/** A geometry as GeoJSON text; its extent and type are taken into `stats`. */
export function geometryText(bytes: Uint8Array, stats: GeometryStats): string {
  const geometry = parseWkb(bytes);
  stats.add(geometry);
  return nestedJson(geometry);
}

function parseWkb(bytes: Uint8Array): object {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const geometry = wkbToGeojson({ view, offset: 0 });
    // An empty point has no coordinates in GeoJSON, and none that are numbers in binary.
    const isEmpty = geometry.type === "Point" && geometry.coordinates.every(Number.isNaN);
    return isEmpty ? { ...geometry, coordinates: [] } : geometry;
  } catch {
    return invalid;
  }
}
