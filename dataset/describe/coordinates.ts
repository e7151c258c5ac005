/** The geographical area of a dataset, from its latitude, longitude and geometry columns. */
import type { ColumnProfile, GeoBounds } from "../../market/profile/schemas.ts";

const latitudeName =
  /^(?:lat|latitude)$|[_ .-](?:lat|latitude)$|^(?:lat|latitude)[_ .-]|[a-z](?:Lat|Latitude)$/i;
const longitudeName =
  /^(?:lon|lng|long|longitude)$|[_ .-](?:lon|lng|long|longitude)$|^(?:lon|lng|longitude)[_ .-]/i;
const camelLatitudeName = /[a-z](?:Lat|Latitude)$/;
const camelLongitudeName = /[a-z](?:Lon|Lng|Long|Longitude)$/;

export function isLatitudeName(name: string): boolean {
  return latitudeName.test(name) || camelLatitudeName.test(name);
}

export function isLongitudeName(name: string): boolean {
  return longitudeName.test(name) || camelLongitudeName.test(name);
}

/** The common part of a latitude's and its longitude's name: `pickup` for `pickup_lat`. */
function stemOf(name: string): string {
  return name
    .replace(/(?:latitude|longitude|lat|lng|long|lon)(?=$|[_ .-])/i, "")
    .replaceAll(/[_ .-]/g, "")
    .toLowerCase();
}

/** Sets the common bounding box of latitude and longitude columns that belong together. */
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

/** The smallest box around the bounds of columns or parts; null if none has bounds. */
export function unionOfBounds(columns: readonly { bounds: GeoBounds | null }[]): GeoBounds | null {
  const all = columns.flatMap((column) => column.bounds ?? []);
  if (all.length === 0) return null;
  return {
    min_lon: Math.min(...all.map((bounds) => bounds.min_lon)),
    min_lat: Math.min(...all.map((bounds) => bounds.min_lat)),
    max_lon: Math.max(...all.map((bounds) => bounds.max_lon)),
    max_lat: Math.max(...all.map((bounds) => bounds.max_lat)),
  };
}
