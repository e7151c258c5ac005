import type { ColumnProfile, ProfileAlert, SemanticType } from "../../market/profile/schemas.ts";
import type { ScannedColumn, TableScan } from "./scan-table.ts";

/** What a column means and what a buyer should know about it, told from its figures. Pure. */

const URL_SHAPE = /^https?:\/\/\S+$/i;
const UUID_SHAPE = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const CATEGORY_DISTINCT_MAX = 50;
const FREE_TEXT_LENGTH_MIN = 50;
const PII_RATIO_MIN = 0.8;

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

/** The first rule that holds names the column. */
const RULES: readonly Rule[] = [
  { semantic: "geometry", holds: (column) => column.type === "geometry" },
  {
    semantic: "latitude",
    holds: (column) =>
      isNumeric(column) &&
      named(column, /^(lat|latitude)$|_lat(itude)?$/i) &&
      within(column, -90, 90),
  },
  {
    semantic: "longitude",
    holds: (column) =>
      isNumeric(column) &&
      named(column, /^(lon|lng|long|longitude)$|_(lon|lng|longitude)$/i) &&
      within(column, -180, 360),
  },
  {
    semantic: "year",
    holds: (column) =>
      column.type === "integer" && named(column, /year/i) && within(column, 1000, 2999),
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
    holds: (column) =>
      column.type === "string" && (column.length?.mean ?? 0) > FREE_TEXT_LENGTH_MIN,
  },
  {
    semantic: "category",
    holds: (column, rows) =>
      (column.type === "string" || column.type === "boolean") &&
      (column.distinct_count ?? 0) >= 2 &&
      (column.distinct_count ?? 0) <= Math.min(CATEGORY_DISTINCT_MAX, rows / 2),
  },
];

/** The meaning of a column, or null where nothing speaks for one. */
export function inferSemantic(
  profile: ColumnProfile,
  column: ScannedColumn,
  scan: TableScan,
  index: number,
): SemanticType | null {
  const pii = profile.pii.find((finding) => finding.ratio >= PII_RATIO_MIN);
  if (pii) return pii.kind;
  if (column.type === "string") {
    const sampled = scan.sample.map((row) => row.values[index]).filter((value) => value != null);
    const all = (shape: RegExp): boolean =>
      sampled.length > 0 && sampled.every((value) => shape.test(String(value)));
    if (all(URL_SHAPE)) return "url";
    if (all(UUID_SHAPE)) return "uuid";
  }
  return RULES.find((rule) => rule.holds(profile, scan.rows))?.semantic ?? null;
}

/** The alerts of a column. */
export function describeColumn(
  profile: ColumnProfile,
  column: ScannedColumn,
  rows: number,
  mix: string | null,
): ProfileAlert[] {
  const { stats, nearType } = column;
  const alerts: ProfileAlert[] = [];
  const note = (applies: boolean, code: string, detail: string): void => {
    if (applies) alerts.push({ code, detail });
  };
  const { nullCount, count } = stats;
  note(count === 0 && rows > 0, "all_missing", "The column has no values.");
  note(count > 0 && nullCount > 0, "missing_values", `${nullCount} of ${rows} values are missing.`);
  note(
    stats.tokenCount > 0,
    "missing_tokens",
    `${stats.tokenCount} missing values are spelled as words such as NA or null.`,
  );
  note(
    profile.distinct_count === 1 && rows > 1 && nullCount === 0,
    "constant",
    "All values are the same.",
  );
  note(mix !== null, "mixed_types", `The values have several JSON types: ${mix}.`);
  note(
    nearType !== null && stats.nearCount < count && stats.nearCount * 2 > count,
    "mixed_types",
    `${count - stats.nearCount} of ${count} values do not read as ${nearType}.`,
  );
  note(
    stats.nonFiniteCount > 0,
    "non_finite_values",
    `${stats.nonFiniteCount} values are NaN or infinite and left out of the statistics.`,
  );
  for (const finding of profile.pii) {
    note(true, "personal_data", `${finding.count} values look like ${finding.kind}.`);
  }
  return alerts;
}
