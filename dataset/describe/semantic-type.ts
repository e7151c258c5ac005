import type { ColumnProfile, SemanticType } from "../../market/profile/schemas.ts";
import type { ScannedColumn, TableScan } from "../measure/scan-table.ts";
import { isLatitudeName, isLongitudeName } from "./coordinates.ts";

const urlShape = /^https?:\/\/\S+$/i;
const uuidShape = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const categoryDistinctMax = 50;
const freeTextLengthMin = 50;
const piiRatioMin = 0.8;

/** Not an amount that is yearly or per year. */
const yearName = /(?<!per[\s_-]?)year(?!ly)/i;

function named(profile: ColumnProfile, pattern: RegExp): boolean {
  return pattern.test(profile.name);
}

function within(profile: ColumnProfile, low: number, high: number): boolean {
  const { min, max } = profile;
  return typeof min === "number" && typeof max === "number" && min >= low && max <= high;
}

function isNumeric(profile: ColumnProfile): boolean {
  return profile.type === "integer" || profile.type === "number";
}

type Rule = { semantic: SemanticType; holds(profile: ColumnProfile, rows: number): boolean };

/** The first matching rule determines the type. */
const rules: readonly Rule[] = [
  { semantic: "geometry", holds: (column) => column.type === "geometry" },
  {
    semantic: "latitude",
    holds: (column) => isNumeric(column) && isLatitudeName(column.name) && within(column, -90, 90),
  },
  {
    semantic: "longitude",
    holds: (column) =>
      isNumeric(column) && isLongitudeName(column.name) && within(column, -180, 360),
  },
  {
    semantic: "year",
    holds: (column) =>
      column.type === "integer" && named(column, yearName) && within(column, 1000, 2999),
  },
  {
    semantic: "constant",
    holds: (column, rows) => column.distinct_count === 1 && column.null_count === 0 && rows > 1,
  },
  {
    semantic: "identifier",
    holds: (column, rows) =>
      (column.type === "integer" || column.type === "string") &&
      column.distinct_method === "exact" &&
      column.distinct_count === rows &&
      rows > 1 &&
      named(column, /(^|_| )(id|key|code|uuid|guid|iata)$|Id$|ID$/),
  },
  {
    semantic: "free_text",
    holds: (column) => column.type === "string" && (column.length?.mean ?? 0) > freeTextLengthMin,
  },
  {
    semantic: "category",
    holds: (column, rows) =>
      (column.type === "string" || column.type === "boolean") &&
      (column.distinct_count ?? 0) >= 2 &&
      (column.distinct_count ?? 0) <= Math.min(categoryDistinctMax, rows / 2),
  },
];

/** Infers a column's meaning from its name and statistics; null if nothing indicates one. Pure. */
export function inferSemantic(
  profile: ColumnProfile,
  column: ScannedColumn,
  scan: TableScan,
  index: number,
): SemanticType | null {
  const pii = profile.pii.find((finding) => finding.ratio >= piiRatioMin);
  if (pii) return pii.kind;
  if (column.type === "string") {
    const sampled = scan.sample.map((row) => row.values[index]).filter((value) => value != null);
    const all = (shape: RegExp): boolean =>
      sampled.length > 0 && sampled.every((value) => shape.test(String(value)));
    if (all(urlShape)) return "url";
    if (all(uuidShape)) return "uuid";
  }
  return rules.find((rule) => rule.holds(profile, scan.rows))?.semantic ?? null;
}

const codeName =
  /(?:^|[_\s-])(?:ids?|zip|zip_?codes?|post_?codes?|postal_?codes?|plz|fips|isbn|ean|gtin|codes?)$/i;

/** Whether numbers measure or count something, rather than name it: not ids, codes and years. */
export function isQuantity({ name, semantic_type: semantic }: ColumnProfile): boolean {
  if (semantic === "identifier" || semantic === "year") return false;
  return !codeName.test(name) && !/[a-z](?:Id|ID|Code)$/.test(name);
}
