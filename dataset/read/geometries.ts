import type { ProfileAlert } from "../../market/profile/schemas.ts";
import { displayName } from "../base/display-name.ts";
import type { GeometryFacts } from "../base/table.ts";

const geometryTypes = new Set([
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
  "GeometryCollection",
]);

export function isGeometryType(type: unknown): boolean {
  return typeof type === "string" && geometryTypes.has(type);
}

/** Collects extent and types of a file's GeoJSON geometries, one by one. */
export class GeometryStats {
  readonly #types = new Map<string, number>();
  #west = Number.POSITIVE_INFINITY;
  #south = Number.POSITIVE_INFINITY;
  #east = Number.NEGATIVE_INFINITY;
  #north = Number.NEGATIVE_INFINITY;

  /** Adds a value of a geometry column; a value that is not a geometry counts as type `invalid`. */
  add(value: unknown): void {
    if (value === null || value === undefined) return;
    const { type } = value as { type?: unknown };
    const name = isGeometryType(type) ? String(type) : "invalid";
    this.#types.set(name, (this.#types.get(name) ?? 0) + 1);
    this.#widen(value);
  }

  result(): GeometryFacts {
    const west = this.#west;
    const south = this.#south;
    const east = this.#east;
    const north = this.#north;
    const bounds = { min_lon: west, min_lat: south, max_lon: east, max_lat: north };
    const byCount = [...this.#types].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return { bounds: west <= east ? bounds : null, types: Object.fromEntries(byCount) };
  }

  #widen(geometry: unknown): void {
    if (typeof geometry !== "object" || geometry === null) return;
    const { coordinates, geometries } = geometry as Record<string, unknown>;
    if (Array.isArray(coordinates)) this.#widenTo(coordinates);
    if (Array.isArray(geometries)) for (const part of geometries) this.#widen(part);
  }

  /** Descends to the positions; the nesting depth was limited before parsing. */
  #widenTo(coordinates: readonly unknown[]): void {
    const [x, y] = coordinates;
    if (typeof x !== "number" || typeof y !== "number") {
      for (const part of coordinates) if (Array.isArray(part)) this.#widenTo(part);
      return;
    }
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    if (x < this.#west) this.#west = x;
    if (x > this.#east) this.#east = x;
    if (y < this.#south) this.#south = y;
    if (y > this.#north) this.#north = y;
  }
}

/** Alerts about columns whose coordinates are not degrees. */
export function projectedAlerts(names: readonly string[]): ProfileAlert[] {
  return names.map((name) => ({
    code: "projected_coordinates",
    detail: `The coordinates of column ${displayName(name)} are not degrees, so it has no bounds.`,
  }));
}
