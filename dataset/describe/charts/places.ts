/** Places of a table on a map: coordinates of its rows, or the geometries of its sample. */
import { OUTLINE_POSITIONS_MAX, PLACES_MAX } from "../../../market/profile/chart-limits.ts";
import type { Place, PlacesChart } from "../../../market/profile/charts.ts";
import type { ColumnProfile, Profile, Sample } from "../../../market/profile/schemas.ts";
import type { TableScan } from "../../measure/scan-table.ts";
import { mainNumber } from "./choose-columns.ts";

type Position = [longitude: number, latitude: number];

/** Six decimals are a tenth of a metre; four are enough for a map of a page's width. */
const decimals = 1e4;
/** Details below this share of the map's span are left out. */
const detail = 1 / 300;

/** Null if the table has no coordinates in degrees. */
export function placesChartOf(
  scan: TableScan,
  profile: Profile,
  sample: Sample,
  paid: boolean,
): PlacesChart | null {
  const latitude = profile.columns.find(({ semantic_type }) => semantic_type === "latitude");
  const longitude = profile.columns.find(
    ({ semantic_type, bounds }) =>
      semantic_type === "longitude" && JSON.stringify(bounds) === JSON.stringify(latitude?.bounds),
  );
  const number = mainNumber(profile.columns, profile.row_count);
  const column = number?.name ?? null;
  if (latitude && longitude) {
    const of = paid ? "sample" : "rows";
    const sources = { longitude, latitude, number };
    const places = paid ? placesOfSample(sample, sources) : placesOfRows(scan, sources);
    return places.length === 0 ? null : { places, column, outlines: [], of };
  }
  const geometry = profile.columns.findIndex(({ type }) => type === "geometry");
  return geometry < 0 ? null : chartOfGeometries(sample, geometry, number);
}

type Sources = {
  longitude: ColumnProfile;
  latitude: ColumnProfile;
  number: ColumnProfile | null;
};

function placesOfRows({ rowSample }: TableScan, { longitude, latitude, number }: Sources): Place[] {
  const codesOf = (column: ColumnProfile | null) =>
    rowSample.columns.find(({ index }) => index === column?.index)?.codes;
  const [longitudes, latitudes] = [codesOf(longitude), codesOf(latitude)];
  const numbers = codesOf(number);
  if (!longitudes || !latitudes) return [];
  const step = Math.max(1, rowSample.rows / PLACES_MAX);
  const many = Math.min(rowSample.rows, PLACES_MAX);
  return Array.from({ length: many }, (_, at) => Math.floor(at * step)).flatMap((row) =>
    listOf(placeOf(longitudes[row], latitudes[row], numbers?.[row])),
  );
}

function placesOfSample({ columns, rows }: Sample, sources: Sources): Place[] {
  const at = (column: ColumnProfile | null) =>
    columns.findIndex(({ name }) => name === column?.name);
  const [x, y, value] = [at(sources.longitude), at(sources.latitude), at(sources.number)];
  return rows.flatMap((row) => listOf(placeOf(row[x], row[y], row[value])));
}

const listOf = (place: Place | null): Place[] => (place === null ? [] : [place]);

function placeOf(longitude: unknown, latitude: unknown, value: unknown): Place | null {
  const found = positionOf([longitude, latitude]);
  if (found === null) return null;
  return [...found, typeof value === "number" && Number.isFinite(value) ? value : null];
}

function positionOf(given: unknown): Position | null {
  if (!Array.isArray(given)) return null;
  const [longitude, latitude] = given;
  if (typeof longitude !== "number" || typeof latitude !== "number") return null;
  if (!(Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90)) return null;
  return [rounded(longitude), rounded(latitude)];
}

const rounded = (degrees: number): number => Math.round(degrees * decimals) / decimals;

/** The public sample has at most a hundred geometries. */
function chartOfGeometries(
  { columns, rows }: Sample,
  geometry: number,
  number: ColumnProfile | null,
): PlacesChart | null {
  const value = columns.findIndex(({ name }) => name === number?.name);
  const places: Place[] = [];
  const lines: Position[][] = [];
  for (const row of rows) {
    const parts = partsOf(row[geometry], 0);
    lines.push(...parts.lines);
    for (const [x, y] of parts.points) {
      const found = placeOf(x, y, row[value]);
      if (found && places.length < PLACES_MAX) places.push(found);
    }
  }
  if (places.length + lines.length === 0) return null;
  const outlines = simplified(lines);
  return {
    places,
    column: places.length === 0 ? null : (number?.name ?? null),
    outlines,
    of: "sample",
  };
}

const nestingMax = 4;

/** The points and lines of a GeoJSON geometry; a polygon is its rings. */
function partsOf(geometry: unknown, depth: number): { points: Position[]; lines: Position[][] } {
  if (typeof geometry !== "object" || geometry === null || depth > nestingMax) {
    return { points: [], lines: [] };
  }
  const { type, coordinates, geometries } = geometry as Record<string, unknown>;
  if (type === "GeometryCollection" && Array.isArray(geometries)) {
    const parts = geometries.map((part) => partsOf(part, depth + 1));
    return {
      points: parts.flatMap(({ points }) => points),
      lines: parts.flatMap(({ lines }) => lines),
    };
  }
  const found = linesOf(coordinates, 0);
  const isOfPoints = type === "Point" || type === "MultiPoint";
  return isOfPoints ? { points: found.flat(), lines: [] } : { points: [], lines: found };
}

/** The innermost lists of positions. */
function linesOf(coordinates: unknown, depth: number): Position[][] {
  if (!Array.isArray(coordinates) || depth > nestingMax) return [];
  const single = positionOf(coordinates);
  if (single !== null) return [[single]];
  const own = coordinates.flatMap((one) => {
    const found = positionOf(one);
    return found === null ? [] : [found];
  });
  if (own.length > 0) return [own];
  return coordinates.flatMap((inner) => linesOf(inner, depth + 1));
}

/** Leaves out positions closer together than a chart can show, and more until all have room. */
function simplified(lines: readonly Position[][]): Position[][] {
  const all = lines.flat();
  const spanOf = (axis: 0 | 1): number => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const one of all) {
      low = Math.min(low, one[axis]);
      high = Math.max(high, one[axis]);
    }
    return high - low;
  };
  let step = Math.max(spanOf(0), spanOf(1), 1 / decimals) * detail;
  for (;;) {
    const kept = lines.map((line) => thinned(line, step)).filter((line) => line.length > 1);
    if (kept.reduce((sum, { length }) => sum + length, 0) <= OUTLINE_POSITIONS_MAX) return kept;
    step *= 1.5;
  }
}

function thinned(line: readonly Position[], step: number): Position[] {
  const kept: Position[] = [];
  for (const [at, position] of line.entries()) {
    const last = kept.at(-1);
    const isFar =
      last === undefined ||
      Math.abs(position[0] - last[0]) >= step ||
      Math.abs(position[1] - last[1]) >= step;
    if (isFar || (at === line.length - 1 && kept.length > 1)) kept.push(position);
  }
  return kept;
}
