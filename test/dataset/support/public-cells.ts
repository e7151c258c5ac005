/** Reconstructs as many cells of a file as possible from its public profile and sample. */
import type { Profile, Sample } from "../../../market/profile/schemas.ts";
import { textFigureShapes } from "../../../market/profile/text-figures.ts";

/** A table as it was written: column names, and rows as a JSON reader would read them. */
export type WrittenTable = { names: readonly string[]; rows: readonly (readonly unknown[])[] };

/** Names, counts, ratios, methods and words: profile entries that are never values. */
const noValues = new Set([
  ...["name", "index", "type", "semantic_type", "null_count", "null_ratio", "distinct_count"],
  ...["distinct_method", "distinct_error", "top_values_method", "top_values_error"],
  ...Object.keys(textFigureShapes),
  ...["method", "rank_error", "counts", "count", "granularity", "expected", "present", "missing"],
  ...["values_read", "fields_found", "text_length", "array_length", "map_keys", "path", "types"],
  ...["geometry_types", "pii", "alerts", "withheld", "mean", "std", "length_histogram"],
]);

/** The single values in a value: the beginnings of texts, and numbers in JavaScript's notation. */
function leavesIn(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === "object") return Object.values(value).flatMap(leavesIn);
  const text = String(value).replace(/…$/, "");
  const isNumeric = text.trim() !== "" && Number.isFinite(Number(text));
  return [isNumeric ? String(Number(text)) : text.slice(0, 150)];
}

function valuesOf(figures: unknown): string[] {
  if (typeof figures !== "object" || figures === null) return leavesIn(figures);
  if (Array.isArray(figures)) return figures.flatMap(valuesOf);
  return Object.entries(figures).flatMap(([key, inner]) =>
    noValues.has(key) ? [] : valuesOf(inner),
  );
}

/**
 * The number of cells, each leaf of a nested one counted; missing ones count, as they are sold too.
 */
export function cellsOf({ rows }: WrittenTable): number {
  return rows.flat().reduce<number>((sum, cell) => sum + Math.max(1, leavesIn(cell).length), 0);
}

/** Distinct pairs of column and value that are public and occur in the file. */
export function publicCells(
  { profile, sample }: { profile: Profile; sample: Sample },
  table: WrittenTable,
): number {
  let known = 0;
  for (const [at, name] of table.names.entries()) {
    const written = new Set(table.rows.flatMap((row) => leavesIn(row[at])));
    const told = new Set<string>();
    const column = profile.columns.find((some) => some.name === name);
    for (const word of column?.missing_words ?? []) written.delete(word);
    if (column) for (const value of valuesOf(column)) told.add(value);
    const place = sample.columns.findIndex((some) => some.name === name);
    for (const row of sample.rows) for (const leaf of leavesIn(row[place])) told.add(leaf);
    for (const value of told) if (written.has(value)) known++;
  }
  return known;
}
