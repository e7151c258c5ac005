/** Chooses what the picture on a dataset's card draws, from figures that are public. */
import {
  CARD_PLACES_MAX,
  CARD_SHARES_MAX,
  CARD_TEXT_CHARS_MAX,
} from "../../../market/profile/chart-limits.ts";
import type { ProfileCharts, Thumbnail } from "../../../market/profile/charts.ts";
import type { ColumnProfile, Profile, Sample } from "../../../market/profile/schemas.ts";
import { mainNumber } from "./choose-columns.ts";

/** From this mean length on, a table's texts are what it is about. */
const textCharsMin = 100;
const nameCharsMax = 60;
const seriesValuesMax = 80;
/** Rarer values say nothing about the table. */
const shareMin = 0.05;

export function thumbnailOf(
  { columns, row_count: rows }: Profile,
  sample: Sample,
  { series, places }: Omit<ProfileCharts, "thumbnail">,
): Thumbnail | null {
  if (places !== undefined && places.places.length > 0) return placesThumbnail(places.places);
  if (series !== undefined) return seriesThumbnail(series);
  return (
    textThumbnail(columns, sample) ??
    histogramThumbnail(mainNumber(columns, rows)) ??
    histogramThumbnail(columns.find((column) => column.time_histogram) ?? null) ??
    sharesThumbnail(columns, rows)
  );
}

function placesThumbnail(all: NonNullable<ProfileCharts["places"]>["places"]): Thumbnail {
  const step = Math.max(1, all.length / CARD_PLACES_MAX);
  const many = Math.min(all.length, CARD_PLACES_MAX);
  const places = Array.from({ length: many }, (_, at) => all[Math.floor(at * step)] ?? all[0]);
  return { kind: "places", places: places.filter((place) => place !== undefined) };
}

function seriesThumbnail({
  column,
  starts,
  means,
}: NonNullable<ProfileCharts["series"]>): Thumbnail {
  const step = Math.ceil(means.length / seriesValuesMax);
  const values = means.filter((_, at) => at % step === 0);
  const dayOf = (time: number | undefined) => new Date(time ?? 0).toISOString().slice(0, 10);
  const [from, to] = [dayOf(starts[0]), dayOf(starts.at(-1))];
  return { kind: "series", column, values, from, to };
}

function textThumbnail(columns: readonly ColumnProfile[], sample: Sample): Thumbnail | null {
  const lengthOf = ({ length }: ColumnProfile) => length?.mean ?? 0;
  const [longest] = columns.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  if (longest === undefined || lengthOf(longest) < textCharsMin) return null;
  const at = sample.columns.findIndex(({ name }) => name === longest.name);
  const text = sample.rows.map((row) => row[at]).find((cell) => typeof cell === "string");
  if (typeof text !== "string") return null;
  const line = text.replaceAll(/\s+/g, " ").trim();
  return { kind: "text", text: cut(line, CARD_TEXT_CHARS_MAX) };
}

function histogramThumbnail(column: ColumnProfile | null): Thumbnail | null {
  const drawn = column?.histogram ?? column?.time_histogram;
  if (!column || !drawn) return null;
  const { bin_edges: edges, counts } = drawn;
  const [from, to] = [String(edges[0]), String(edges.at(-1))];
  return { kind: "histogram", column: column.name, counts, from, to };
}

function sharesThumbnail(columns: readonly ColumnProfile[], rows: number): Thumbnail | null {
  const column = columns.find(({ top_values: frequent, semantic_type: meaning }) => {
    const [first, second] = frequent ?? [];
    return (
      meaning !== "identifier" && second !== undefined && (first?.count ?? 0) > rows * shareMin
    );
  });
  const top = column?.top_values;
  if (!column || !top || rows === 0) return null;
  const shares = top.slice(0, CARD_SHARES_MAX).map(({ value, count }) => {
    return { value: cut(String(value), nameCharsMax), share: Math.min(1, count / rows) };
  });
  return { kind: "shares", column: column.name, shares };
}

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1)}…`;
}
