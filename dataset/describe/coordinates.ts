import type { ColumnProfile, GeoBounds } from "../../market/profile/schemas.ts";

/** Where on earth a dataset lies: bounding boxes of geometries and of latitude/longitude columns. */

/** The extent and the types of the GeoJSON geometries of a column, exact over the whole file. */
export type GeometryFacts = { bounds: GeoBounds | null; types: Readonly<Record<string, number>> };

const TYPES = new Set([
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
  "GeometryCollection",
]);

/** Gathers the facts of geometries one by one. */
export class GeometryStats {
  private readonly types = new Map<string, number>();
  private west = Number.POSITIVE_INFINITY;
  private south = Number.POSITIVE_INFINITY;
  private east = Number.NEGATIVE_INFINITY;
  private north = Number.NEGATIVE_INFINITY;

  /** Takes in a value of a geometry column; anything but a geometry counts as type `invalid`. */
  add(value: unknown): void {
    if (value === null || value === undefined) return;
    const { type } = value as { type?: unknown };
    const name = typeof type === "string" && TYPES.has(type) ? type : "invalid";
    this.types.set(name, (this.types.get(name) ?? 0) + 1);
    this.widen(value);
  }

  result(): GeometryFacts {
    const { west, south, east, north } = this;
    const bounds = { min_lon: west, min_lat: south, max_lon: east, max_lat: north };
    const byCount = [...this.types].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return { bounds: west <= east ? bounds : null, types: Object.fromEntries(byCount) };
  }

  private widen(geometry: unknown): void {
    if (typeof geometry !== "object" || geometry === null) return;
    const { coordinates, geometries } = geometry as Record<string, unknown>;
    if (Array.isArray(coordinates)) this.widenTo(coordinates);
    if (Array.isArray(geometries)) for (const part of geometries) this.widen(part);
  }

  /** Goes down to the positions; the nesting of the file was limited before it was parsed. */
  private widenTo(coordinates: readonly unknown[]): void {
    const [x, y] = coordinates;
    if (typeof x !== "number" || typeof y !== "number") {
      for (const part of coordinates) if (Array.isArray(part)) this.widenTo(part);
      return;
    }
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    if (x < this.west) this.west = x;
    if (x > this.east) this.east = x;
    if (y < this.south) this.south = y;
    if (y > this.north) this.north = y;
  }
}

const LATITUDE =
  /^(?:lat|latitude)$|[_ .-](?:lat|latitude)$|^(?:lat|latitude)[_ .-]|[a-z](?:Lat|Latitude)$/i;
const LONGITUDE =
  /^(?:lon|lng|long|longitude)$|[_ .-](?:lon|lng|long|longitude)$|^(?:lon|lng|longitude)[_ .-]/i;
const CAMEL_LATITUDE = /[a-z](?:Lat|Latitude)$/;
const CAMEL_LONGITUDE = /[a-z](?:Lon|Lng|Long|Longitude)$/;

export function isLatitudeName(name: string): boolean {
  return LATITUDE.test(name) || CAMEL_LATITUDE.test(name);
}

export function isLongitudeName(name: string): boolean {
  return LONGITUDE.test(name) || CAMEL_LONGITUDE.test(name);
}

/** What a latitude and its longitude have in common, `pickup` of `pickup_lat`. */
function stemOf(name: string): string {
  return name
    .replace(/(?:latitude|longitude|lat|lng|long|lon)(?=$|[_ .-])/i, "")
    .replaceAll(/[_ .-]/g, "")
    .toLowerCase();
}

/** Gives the latitude and longitude columns that belong together the box that they span. */
export function boundPointColumns(columns: readonly ColumnProfile[]): void {
  const latitudes = columns.filter((column) => column.semantic_type === "latitude");
  const longitudes = columns.filter((column) => column.semantic_type === "longitude");
  for (const latitude of latitudes) {
    const stem = stemOf(latitude.name);
    const single = latitudes.length === 1 && longitudes.length === 1;
    const longitude = single
      ? longitudes[0]
      : longitudes.find((column) => stemOf(column.name) === stem);
    if (!longitude) continue;
    const bounds = {
      min_lon: Number(longitude.min),
      min_lat: Number(latitude.min),
      max_lon: Number(longitude.max),
      max_lat: Number(latitude.max),
    };
    latitude.bounds = bounds;
    longitude.bounds = bounds;
  }
}

/** The smallest box around all that columns span; null where none spans any. */
export function unionOfBounds(columns: readonly ColumnProfile[]): GeoBounds | null {
  const all = columns.flatMap((column) => column.bounds ?? []);
  if (all.length === 0) return null;
  return {
    min_lon: Math.min(...all.map((bounds) => bounds.min_lon)),
    min_lat: Math.min(...all.map((bounds) => bounds.min_lat)),
    max_lon: Math.max(...all.map((bounds) => bounds.max_lon)),
    max_lat: Math.max(...all.map((bounds) => bounds.max_lat)),
  };
}
