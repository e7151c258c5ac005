/** Finds where the data lie from the public boxes and statistics of coordinate columns. Pure. */
import type { ColumnProfile, GeoBounds } from "../profile/schemas.ts";
import type { Box } from "./schemas.ts";

/** For more boxes than this, only the plain union is computed. */
const UNITED_TRIED_MAX = 200;

/** Longitudes may exceed 180 here, so that no box is split. */
type Span = { west: number; east: number };

/** The smallest box that contains the boxes of all tables' columns; null without any. */
export function placeCovered(tables: readonly (readonly ColumnProfile[])[]): Box | null {
  const boxes = tables.flatMap(boxesOf);
  if (boxes.length === 0) return null;
  const { west, east } = uniteSpans(boxes);
  return {
    west,
    south: Math.min(...boxes.map(({ south }) => south)),
    east: east > 180 ? east - 360 : east,
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}

type UnwrappedBox = Span & { south: number; north: number };

function boxesOf(columns: readonly ColumnProfile[]): UnwrappedBox[] {
  const longitudes = columns.filter(({ semantic_type: meaning }) => meaning === "longitude");
  const told = columns.flatMap((column) => {
    if (column.bounds === null) return [];
    const { min_lon: west, max_lon: east, min_lat: south, max_lat: north } = column.bounds;
    const own = longitudes.find((longitude) => isSame(longitude.bounds, column.bounds));
    const box = readBox({ west, east, south, north }, own);
    return box === null ? [] : [box];
  });
  return [...told, ...roundedBoxes(columns)];
}

function isSame(a: GeoBounds | null, b: GeoBounds | null): boolean {
  return a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b);
}

/** For a paid file whose box is withheld: the rounded ranges of its only latitude and longitude. */
function roundedBoxes(columns: readonly ColumnProfile[]): UnwrappedBox[] {
  const withheld = columns.filter((column) => column.withheld?.includes("bounds"));
  const [latitude, ...moreLatitudes] = withheld.filter((c) => c.semantic_type === "latitude");
  const [longitude, ...moreLongitudes] = withheld.filter((c) => c.semantic_type === "longitude");
  if (!latitude || !longitude || moreLatitudes.length + moreLongitudes.length > 0) return [];
  const [south, north] = edgesOf(latitude);
  const [west, east] = edgesOf(longitude);
  if (south === null || north === null || west === null || east === null) return [];
  const clipped = { south: Math.max(south, -90), north: Math.min(north, 90) };
  const span = { west: Math.max(west, -180), east: Math.min(east, 360) };
  const box = readBox({ ...clipped, ...span }, undefined);
  return box === null ? [] : [box];
}

function edgesOf(column: ColumnProfile): [number | null, number | null] {
  const { min, max, approximate } = column;
  const numberOf = (value: unknown) => (typeof value === "number" ? value : null);
  return [numberOf(min ?? approximate?.min), numberOf(max ?? approximate?.max)];
}

/** Null if the values are not degrees but projected coordinates, in metres. */
function readBox(box: UnwrappedBox, longitude: ColumnProfile | undefined): UnwrappedBox | null {
  const { west, east, south, north } = box;
  if (![west, east, south, north].every(Number.isFinite)) return null;
  if (south < -90 || north > 90 || south > north) return null;
  if (west < -180 || east > 360 || west > east) return null;
  const span = east - west >= 360 ? { west: -180, east: 180 } : westernmost({ west, east });
  return { south, north, ...(acrossAntimeridian(span, longitude) ?? span) };
}

function westernmost({ west, east }: Span): Span {
  return west >= 180 ? { west: west - 360, east: east - 360 } : { west, east };
}

/** Points at both edges of the map, with more than half of the earth empty between, cross 180°. */
function acrossAntimeridian(
  { west, east }: Span,
  longitude: ColumnProfile | undefined,
): Span | null {
  const bins = longitude?.histogram;
  if (bins?.method !== "exact" || east - west <= 180 || east > 180) return null;
  const { bin_edges: edges, counts } = bins;
  const widest = { from: 0, to: 0 };
  let from: number | null = null;
  for (const [at, count] of counts.entries()) {
    if (count > 0) from = null;
    else from ??= edges[at] ?? null;
    const to = edges[at + 1] ?? 0;
    if (from !== null && to - from > widest.to - widest.from) Object.assign(widest, { from, to });
  }
  if (widest.to - widest.from <= 180) return null;
  return { west: widest.to, east: widest.from + 360 };
}

/** The narrowest span that contains all: each may be shifted east by 360°. */
function uniteSpans(spans: readonly Span[]): Span {
  const starts = spans.length > UNITED_TRIED_MAX ? [spans.reduce(moreWestern)] : spans;
  const united = starts.map(({ west }) => {
    const shifted = spans.map((span) => (span.west < west ? span.east + 360 : span.east));
    return { west, east: Math.max(...shifted) };
  });
  const narrowest = united.reduce((a, b) => (b.east - b.west < a.east - a.west ? b : a));
  return narrowest.east - narrowest.west >= 360 ? { west: -180, east: 180 } : narrowest;
}

const moreWestern = (a: Span, b: Span): Span => (b.west < a.west ? b : a);
