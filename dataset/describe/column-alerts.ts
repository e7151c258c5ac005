/** Alerts about a column, derived from its statistics. Pure. */
import { agreeing } from "../../market/counted.ts";
import {
  CARDINALITY_RATIO_MIN,
  type ColumnAlertCode,
  DOMINANT_RATIO_MIN,
  JUDGED_VALUES_MIN,
  MOSTLY_MISSING_RATIO_MIN,
  SKEWNESS_MIN,
  STALE_DAYS_MIN,
} from "../../market/profile/alerts.ts";
import type { ColumnProfile, ProfileAlert } from "../../market/profile/schemas.ts";
import { dayMs } from "../../platform/time.ts";
import { classOf } from "../measure/column-stats.ts";
import type { ScannedColumn } from "../measure/scan-table.ts";
import { isLatitudeName, isLongitudeName } from "./coordinates.ts";
import { isKeyName, nearKeyRepeats } from "./near-keys.ts";
import { describePeople, type PeopleFinding } from "./people/find-people.ts";
import { dateGapShare } from "./quality/gaps.ts";
import { isQuantity } from "./semantic-type.ts";
import { findSentinel } from "./sentinels.ts";
import type { Spread } from "./spread.ts";

export type ColumnFindings = {
  /** The statistics before any are hidden. */
  profile: ColumnProfile;
  /** The statistics that may be shown. */
  shown: ColumnProfile;
  column: ScannedColumn;
  rows: number;
  /** Whether some column identifies each row. */
  hasKey: boolean;
  /** Values of the column in a uniform sample of rows. */
  sample: readonly unknown[];
  /** The JSON types of a mixed column, as text. */
  mix: string | null;
  spread: Spread | null;
  people: PeopleFinding | null;
  computedAt: Date;
  paid: boolean;
  /** Whether the listing says that its data is updated. */
  promisesUpdates: boolean;
};

/** A rule returns the detail of its alert, or null if it does not apply. */
type Rule = readonly [code: ColumnAlertCode, detail: (findings: ColumnFindings) => string | null];

const rules: readonly Rule[] = [
  [
    "all_missing",
    ({ column, rows }) =>
      column.stats.count === 0 && rows > 0 ? "The column has no values." : null,
  ],
  [
    "mostly_missing",
    (findings) => (missingRatio(findings) > MOSTLY_MISSING_RATIO_MIN ? missing(findings) : null),
  ],
  [
    "missing_values",
    (findings) => (missingRatio(findings) <= MOSTLY_MISSING_RATIO_MIN ? missing(findings) : null),
  ],
  [
    "missing_tokens",
    ({ column: { stats } }) =>
      stats.tokenCount > 0
        ? `${stats.tokenCount} missing ${agreeing(stats.tokenCount, "value is", "values are")} written as ${wordsOf(stats.missingWords)}.`
        : null,
  ],
  [
    "empty_text",
    ({ profile }) =>
      profile.type === "string" && profile.length?.min === 0
        ? "Some values are empty strings."
        : null,
  ],
  ["constant", (findings) => (isConstant(findings) ? "All values are the same." : null)],
  ["dominant_value", dominantValue],
  ["high_cardinality", highCardinality],
  ["nearly_key", nearlyKey],
  ["mixed_types", ({ mix }) => mix && `The values have several JSON types: ${mix}.`],
  ["mixed_types", misfits],
  ["mixed_types", unreadable],
  ["numbers_as_text", numbersAsText],
  [
    "non_finite_values",
    ({ column }) =>
      column.stats.nonFiniteCount > 0
        ? `${column.stats.nonFiniteCount} ${agreeing(column.stats.nonFiniteCount, "value is", "values are")} NaN or infinite and left out of the statistics.`
        : null,
  ],
  ["sentinel_values", sentinels],
  ["outliers", outliers],
  ["skewed", skewed],
  ["coordinates_out_of_range", badCoordinates],
  [
    "two_digit_years",
    ({ profile: { two_digit_years_from: from } }) =>
      from === undefined ? null : `Two-digit years are read as ${from} to ${from + 99}.`,
  ],
  ["date_gaps", dateGaps],
  ["stale_dates", staleDates],
  ["future_dates", futureDates],
];

/** The column's alerts in the order of the table above, then those about personal data. */
export function describeColumn(findings: ColumnFindings): ProfileAlert[] {
  const alerts: ProfileAlert[] = [];
  for (const [code, detailOf] of rules) {
    const detail = detailOf(findings);
    if (detail !== null) alerts.push({ code, detail });
  }
  const code: ColumnAlertCode = "personal_data";
  for (const { kind, count } of findings.profile.pii) {
    alerts.push({
      code,
      detail: `${count} ${agreeing(count, "value looks", "values look")} like ${kind}.`,
    });
  }
  const { doubt } = findings.column;
  if (doubt) alerts.push(doubt);
  const { people } = findings;
  if (people) {
    alerts.push({
      code: "possible_personal_data",
      detail: describePeople(people, findings.column.stats.count),
    });
  }
  return alerts;
}

function missingRatio({ column, rows }: ColumnFindings): number {
  const { nullCount, unreadableCount } = column.stats;
  return rows === 0 ? 0 : (nullCount - unreadableCount) / rows;
}

function missing({ column, rows }: ColumnFindings): string | null {
  const { count, nullCount, unreadableCount } = column.stats;
  // Another alert reports unreadable cells.
  const lacking = nullCount - unreadableCount;
  if (count === 0 || lacking === 0) return null;
  return `${lacking} of ${rows} values ${agreeing(lacking, "is", "are")} missing.`;
}

/** One value contradicts a key, and a date of each row. */
function isConstant({ profile, rows }: ColumnFindings): boolean {
  if (profile.distinct_count !== 1 || rows < JUDGED_VALUES_MIN || profile.null_count > 0)
    return false;
  return isKeyName(profile.name) || profile.type === "datetime";
}

/** Fewer different numbers are codes or flags. */
const measuredDistinctMin = 5;

function dominantValue({ profile, column }: ColumnFindings): string | null {
  const { count } = column.stats;
  const most = profile.top_values?.[0]?.count ?? 0;
  if (count < JUDGED_VALUES_MIN || (profile.distinct_count ?? 0) < measuredDistinctMin) return null;
  if (classOf(column.stats.type) !== "numeric" || !isQuantity(profile)) return null;
  if (most < count * DOMINANT_RATIO_MIN) return null;
  const atLeast = profile.top_values_error === 0 ? "" : "At least ";
  return `${atLeast}${most} of ${count} values are the same.`;
}

const cardinalityValuesMin = 100;
const categoryName =
  /(?:^|[_ .-])(?:type|kind|category|status|gender|sex|class|group|level|segment|region)$/i;

function highCardinality({ profile, column }: ColumnFindings): string | null {
  const { count } = column.stats;
  if (profile.type !== "string" || !categoryName.test(profile.name)) return null;
  if (count < cardinalityValuesMin) return null;
  const distinct = profile.distinct_count ?? 0;
  if (distinct < count * CARDINALITY_RATIO_MIN) return null;
  const about = profile.distinct_method === "exact" ? "" : "About ";
  return `${about}${distinct} of ${count} values are distinct.`;
}

function nearlyKey({ profile, column, rows, hasKey }: ColumnFindings): string | null {
  const found = nearKeyRepeats(profile, column, rows, hasKey);
  if (!found) return null;
  const about = found.exact ? "" : "About ";
  return `${about}${found.repeats} of ${column.stats.count} values ${agreeing(found.repeats, "is a duplicate", "are duplicates")} in a column that otherwise identifies rows.`;
}

function misfits({ column }: ColumnFindings): string | null {
  const { stats, nearType } = column;
  if (nearType === null || stats.nearCount >= stats.count) return null;
  if (stats.nearCount * 2 <= stats.count) return null;
  const misfits = stats.count - stats.nearCount;
  return `${misfits} of ${stats.count} values cannot be read as ${nearType}.`;
}

const unreadableShownMax = 5;
const unreadableShownCharsMax = 40;

/** The cells are values of the file, which a paid file does not show here. */
function unreadable({ column, paid }: ColumnFindings): string | null {
  const { stats, type } = column;
  const { unreadableCount: many, unreadable: cells } = stats;
  if (many === 0) return null;
  const of = `${many} of ${stats.count + many} values cannot be read as ${type}`;
  const told = `${of} and ${agreeing(many, "is", "are")} left out`;
  if (paid) return `${told}.`;
  const shown = [...cells.keys()].slice(0, unreadableShownMax);
  const texts = shown.map((text) => JSON.stringify(text.slice(0, unreadableShownCharsMax)));
  return `${told}: ${texts.join(", ")}${cells.size > shown.length ? ", …" : ""}.`;
}

/** `"NA", "-" or blanks`. */
function wordsOf(words: ReadonlySet<string>): string {
  const named = [...words].filter((word) => word !== "").sort();
  const all = named.map((word) => JSON.stringify(word));
  if (words.has("")) all.push("blanks");
  const last = all.pop() ?? "words";
  return all.length === 0 ? last : `${all.join(", ")} or ${last}`;
}

/** JSON often stores numbers as text, which prevents arithmetic. */
function numbersAsText({ profile, sample }: ColumnFindings): string | null {
  if (profile.type !== "string") return null;
  const texts = sample.filter((value) => value !== null && value !== undefined).map(String);
  if (texts.length < JUDGED_VALUES_MIN) return null;
  if (!texts.every((text) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text))) return null;
  // Digits without a decimal point may be codes.
  if (!texts.some((text) => text.includes("."))) return null;
  return `All ${texts.length} sampled values are numbers stored as text.`;
}

const unjudged = new Set(["identifier", "latitude", "longitude", "year", "constant"]);

function isJudged({ profile, column }: ColumnFindings): boolean {
  if (column.stats.count < JUDGED_VALUES_MIN) return false;
  return profile.pii.length === 0 && !unjudged.has(profile.semantic_type ?? "");
}

/** Sentinels still count as values, because only the seller knows what they mean. */
function sentinels(findings: ColumnFindings): string | null {
  const { profile, column, spread } = findings;
  if (!isJudged(findings) || classOf(column.stats.type) !== "numeric") return null;
  const found = spread || profile.quantiles ? findSentinel(column.stats) : null;
  if (!found) return null;
  const about = found.exact ? "" : "About ";
  const { count } = column.stats;
  return `${about}${found.count} of ${count} values ${agreeing(found.count, "is", "are")} ${found.value}, far from all others, and probably ${agreeing(found.count, "marks", "mark")} missing data.`;
}

/** More of them are the shape of a distribution. */
const outlierShareMax = 0.02;

function hasFewOutliers({ outliers: many }: Spread, { column }: ColumnFindings): boolean {
  return many > 0 && many <= Math.max(1, column.stats.count * outlierShareMax);
}

/** A few values make up the mean. */
function isSkewed(spread: Spread, findings: ColumnFindings): boolean {
  return Math.abs(spread.skewness) >= SKEWNESS_MIN && hasFewOutliers(spread, findings);
}

function outliers(findings: ColumnFindings): string | null {
  const { spread, column, profile, shown } = findings;
  if (!spread || !isJudged(findings) || isSkewed(spread, findings)) return null;
  if (!hasFewOutliers(spread, findings)) return null;
  const about = spread.exact ? "" : "About ";
  const { min, max } = profile;
  // If no value crosses zero, the printed bound does not either.
  const lowest = typeof min === "number" && min >= 0 ? Math.max(0, spread.low) : spread.low;
  const highest = typeof max === "number" && max <= 0 ? Math.min(0, spread.high) : spread.high;
  const [low, high] = [lowest, highest].map((bound) => Number(bound.toPrecision(4)));
  const of = `${spread.outliers} of ${column.stats.count}`;
  // The bounds would reveal the quartiles.
  const range = shown.quantiles === null ? "range" : `range of ${low} to ${high}`;
  return `${about}${of} values ${agreeing(spread.outliers, "lies", "lie")} far outside the usual ${range}.`;
}

function skewed(findings: ColumnFindings): string | null {
  const { spread } = findings;
  if (!spread || !isSkewed(spread, findings) || !isJudged(findings)) return null;
  const side = spread.skewness > 0 ? "large" : "small";
  const estimated = spread.exact ? "" : ", estimated from a uniform sample";
  return `A few values are very ${side}: the skewness is ${spread.skewness.toFixed(1)}${estimated}.`;
}

const latitudeMax = 90;
const longitudeMax = 360;

function badCoordinates({ profile, shown }: ColumnFindings): string | null {
  const { min, max, bounds, name, type } = profile;
  const beyond = (low: number, high: number, limit: number): boolean =>
    low < -limit || high > limit;
  if (type === "geometry" && bounds) {
    const isBad =
      beyond(bounds.min_lat, bounds.max_lat, latitudeMax) ||
      beyond(bounds.min_lon, bounds.max_lon, longitudeMax);
    return isBad ? "Coordinates are not degrees of longitude and latitude." : null;
  }
  if (typeof min !== "number" || typeof max !== "number" || profile.pii.length > 0) return null;
  const isBad =
    (isLatitudeName(name) && beyond(min, max, latitudeMax)) ||
    (isLongitudeName(name) && beyond(min, max, longitudeMax));
  if (!isBad) return null;
  const range = shown.min === null ? "exceed the valid degrees" : `range from ${min} to ${max}`;
  return `Coordinates ${range}.`;
}

function dateGaps({ profile, shown }: ColumnFindings): string | null {
  const { dates } = profile;
  if (!dates?.largest_gap || dateGapShare(dates) === 0) return null;
  const { after, before, missing } = dates.largest_gap;
  const hold = agreeing(dates.missing, "holds", "hold");
  const share = `${dates.missing} of ${dates.expected} periods (${dates.granularity}) ${hold} no value`;
  const where = shown.dates?.largest_gap ? `, between ${after} and ${before}` : "";
  return `${share}; the longest gap is ${missing}${where}.`;
}

const pastByNature = /birth|born|dob|founded|established|inception|death/i;

/** Days from the newest value to the profile, negative for the future; null without dates. */
function ageDays({ profile, computedAt }: ColumnFindings): number | null {
  if (profile.type !== "date" && profile.type !== "datetime") return null;
  const text = String(profile.max);
  // Without a zone, JavaScript would read the time in this machine's zone.
  const newest = Date.parse(/T[^Z]*$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(newest) ? null : (computedAt.getTime() - newest) / dayMs;
}

function staleDates(findings: ColumnFindings): string | null {
  if (!findings.promisesUpdates) return null;
  const age = ageDays(findings);
  const { max } = findings.shown;
  if (age === null || age < STALE_DAYS_MIN) return null;
  if (pastByNature.test(findings.profile.name)) return null;
  // The number of days would reveal the date.
  if (max === null) return "The newest value is more than two years older than this profile.";
  return `The newest value, ${max}, is ${Math.floor(age)} days older than this profile.`;
}

function futureDates(findings: ColumnFindings): string | null {
  const age = ageDays(findings);
  // Times without a zone may be up to a day ahead of UTC.
  if (age === null || age > -1) return null;
  const { max } = findings.shown;
  const newest = max === null ? "The newest value" : `The newest value, ${max},`;
  return `${newest} is later than the date of this profile.`;
}
