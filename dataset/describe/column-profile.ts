/** The profile of each column: its statistics, less those that reveal hidden values. */
import { masksColumn } from "../../market/profile/rules.ts";
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import type { TableFacts } from "../base/table.ts";
import { integerValue, isoDateTime, parsePrinted } from "../base/values.ts";
import { collectEvery } from "../measure/collect-garbage.ts";
import { type ColumnStats, classOf } from "../measure/column-stats.ts";
import { isImpersonal } from "../measure/personal/hide.ts";
import type { ScannedColumn, TableScan } from "../measure/scan-table.ts";
import { figuresOfTexts, noTextFigures } from "../measure/text-figures.ts";
import { describeColumn } from "./column-alerts.ts";
import { boundPointColumns } from "./coordinates.ts";
import { histogramOf, quantilesOf } from "./distribution.ts";
import { findSingleKeys } from "./find-keys.ts";
import { heldEdgesOf, heldQuantilesOf } from "./held-values.ts";
import { findPeople, type PeopleFinding, type TablePeople } from "./people/find-people.ts";
import { inferSemantic, isQuantity } from "./semantic-type.ts";
import { type Spread, spreadOf } from "./spread.ts";
import { heldTimesOf, lengthHistogramOf, timeHistogramOf } from "./value-histograms.ts";

const topValueCharsMax = 200;
/** Number of described columns after which a garbage collection pays off. */
const measuredPerCollection = 2000;

/** A column with all of its statistics, before any are hidden. */
export type MeasuredColumn = {
  profile: ColumnProfile;
  column: ScannedColumn;
  spread: Spread | null;
  /** The quantiles that are values of the column, rather than means of two values. */
  heldQuantiles: readonly number[];
  /** The column's values that its histogram reveals. */
  heldEdges: readonly (number | string)[];
  /** Names, dates of birth or addresses of people. */
  people: PeopleFinding | null;
};

/** Computes the statistics of all columns. */
export function measureColumns(
  scan: TableScan,
  facts: TableFacts,
  computedAt: Date,
): MeasuredColumn[] {
  const figures = scan.columns.map((column, index) => figuresOf(column, index, scan, facts));
  const people = peopleOf(figures, scan, computedAt);
  const found = scan.columns.map((column, index): MeasuredColumn => {
    const { numbers, ...told } = numbersOf(column);
    const profile = { ...(figures[index] as ColumnProfile), ...numbers };
    if (people.listsInstitutions) profile.pii = profile.pii.filter(({ kind }) => kind !== "phone");
    profile.semantic_type = inferSemantic(profile, column, scan, index);
    if (!isQuantity(profile)) Object.assign(profile, { mean: null, std: null });
    const heldTimes = heldTimesOf(column.stats, profile.time_histogram ?? null);
    collectEvery(measuredPerCollection, index);
    if (!isQuantity(profile)) told.spread = null;
    return {
      profile,
      column,
      ...told,
      heldEdges: [...told.heldEdges, ...heldTimes],
      people: people.findings.get(index) ?? null,
    };
  });
  boundPointColumns(found.map(({ profile }) => profile));
  return found;
}

function peopleOf(
  figures: readonly ColumnProfile[],
  { columns, sample }: TableScan,
  computedAt: Date,
): TablePeople {
  const judged = figures.map((profile, index) => ({
    profile,
    count: columns[index]?.stats.count ?? 0,
    sample: sample.map(({ values }) => values[index]),
  }));
  return findPeople(judged, computedAt.getUTCFullYear());
}

/** The profiles as they may be shown, without alerts; for a paid file, without personal data. */
export function hidePersonal(columns: readonly MeasuredColumn[], paid: boolean): ColumnProfile[] {
  return columns.map(({ profile }) => {
    if (masksColumn(paid, profile.type, profile.pii)) return { ...profile, ...hiddenFigures };
    return paid ? { ...profile, top_values: withoutPersonal(profile) } : profile;
  });
}

/** Adds each column's alerts, which reveal no value that the column does not show. */
export function addColumnAlerts(
  columns: readonly MeasuredColumn[],
  shown: readonly ColumnProfile[],
  scan: TableScan,
  facts: TableFacts,
  context: { paid: boolean; computedAt: Date; documentation: { promisesUpdates?: boolean } },
): void {
  const profiles = columns.map(({ profile }) => profile);
  const hasKey = findSingleKeys(scan, profiles).length > 0;
  for (const [index, { profile, column, spread, people }] of columns.entries()) {
    const visible = shown[index] as ColumnProfile;
    const mix = facts.mixes.get(index)?.description ?? null;
    const sample = scan.sample.map((row) => row.values[index]);
    const hidden = masksColumn(context.paid, profile.type, profile.pii);
    visible.alerts = describeColumn({
      profile,
      shown: visible,
      column,
      rows: scan.rows,
      hasKey,
      sample,
      mix,
      spread: hidden ? null : spread,
      people,
      computedAt: context.computedAt,
      paid: context.paid,
      promisesUpdates: context.documentation.promisesUpdates ?? false,
    });
    collectEvery(measuredPerCollection, index);
  }
}

/** All statistics except those of numbers. */
function figuresOf(
  column: ScannedColumn,
  index: number,
  scan: TableScan,
  facts: TableFacts,
): ColumnProfile {
  const { type, stats } = column;
  const geometry = facts.geometries?.get(index);
  const sampled = scan.rowSample.columns.find((held) => held.index === index);
  return {
    name: column.name,
    index,
    type,
    semantic_type: null,
    ...column.written,
    null_count: stats.nullCount,
    null_ratio: scan.rows === 0 ? 0 : stats.nullCount / scan.rows,
    ...spelledOf(stats),
    ...distinctOf(stats),
    ...extremesOf(stats),
    ...noNumbers,
    ...topValuesOf(stats, type),
    ...(classOf(stats.type) === "text" && stats.count > 0
      ? figuresOfTexts(stats.texts, stats.count)
      : noTextFigures),
    time_histogram: timeHistogramOf(stats),
    length_histogram: lengthHistogramOf(stats, sampled),
    dates: stats.periods?.result(String(stats.max).endsWith("+00:00")) ?? null,
    bounds: geometry?.bounds ?? null,
    geometry_types: geometry ? { ...geometry.types } : null,
    pii: stats.pii.findings(column.name, stats.count),
    alerts: [],
  };
}

/** How missing values are written, and how many cells were left out as unreadable. */
function spelledOf({
  missingWords,
  unreadableCount,
}: ColumnStats): Pick<ColumnProfile, "missing_words" | "unreadable_count"> {
  const words = [...missingWords].filter((word) => word !== "").sort();
  return {
    ...(words.length > 0 ? { missing_words: words } : {}),
    ...(unreadableCount > 0 ? { unreadable_count: unreadableCount } : {}),
  };
}

/** Masks personal data in a text column that is not personal as a whole. */
function withoutPersonal({ top_values, pii }: ColumnProfile): ColumnProfile["top_values"] {
  const kinds = new Set(pii.map(({ kind }) => kind));
  return top_values?.filter(({ value }) => isImpersonal(value, kinds)) ?? null;
}

type Distinct = Pick<ColumnProfile, "distinct_count" | "distinct_method" | "distinct_error">;

function distinctOf(stats: ColumnStats): Distinct {
  const kind = classOf(stats.type);
  if (stats.count === 0) {
    return { distinct_count: 0, distinct_method: "exact", distinct_error: 0 };
  }
  if (kind === "opaque") {
    return { distinct_count: null, distinct_method: null, distinct_error: null };
  }
  if (kind === "boolean") {
    const both = stats.trueCount > 0 && stats.trueCount < stats.count;
    return { distinct_count: both ? 2 : 1, distinct_method: "exact", distinct_error: 0 };
  }
  return {
    distinct_count: Math.min(stats.sketch.distinct, stats.count),
    distinct_method: stats.sketch.exact ? "exact" : "hash_threshold",
    distinct_error: stats.sketch.error,
  };
}

function extremesOf(stats: ColumnStats): Pick<ColumnProfile, "min" | "max"> {
  const show = (value: ColumnStats["min"]): number | string | null => {
    if (typeof value === "bigint") return integerValue(value);
    if (typeof value === "string") return stats.type === "datetime" ? isoDateTime(value) : value;
    return value;
  };
  return { min: show(stats.min), max: show(stats.max) };
}

type Numbers = Pick<ColumnProfile, "mean" | "median" | "std" | "quantiles" | "histogram">;

const noNumbers: Numbers = {
  mean: null,
  median: null,
  std: null,
  quantiles: null,
  histogram: null,
};

type NumberFigures = Omit<MeasuredColumn, "profile" | "column" | "people"> & { numbers: Numbers };

const noNumberFigures: NumberFigures = {
  numbers: noNumbers,
  spread: null,
  heldQuantiles: [],
  heldEdges: [],
};

function numbersOf({ stats, type }: ScannedColumn): NumberFigures {
  if (classOf(stats.type) !== "numeric" || stats.min === null || stats.max === null) {
    return noNumberFigures;
  }
  const { values, total } = stats.numbers.sorted();
  const quantiles = quantilesOf(values, total);
  const histogram = histogramOf(values, total, Number(stats.min), Number(stats.max));
  const median = quantiles?.p50 ?? null;
  return {
    numbers: { ...stats.moments.result(), median, quantiles, histogram },
    spread: spreadOf(values, total, quantiles),
    heldQuantiles: heldQuantilesOf(values, quantiles),
    heldEdges: heldEdgesOf(values, histogram, type === "integer"),
  };
}

type Top = Pick<ColumnProfile, "top_values" | "top_values_method" | "top_values_error">;

const noTopValues: Top = { top_values: null, top_values_method: null, top_values_error: null };

/** Replaces statistics that are values or reveal values. */
const hiddenFigures = {
  min: null,
  max: null,
  ...noNumbers,
  ...noTopValues,
  time_histogram: null,
  dates: null,
  bounds: null,
} satisfies Partial<ColumnProfile>;

function topValuesOf(stats: ColumnStats, type: ColumnProfile["type"]): Top {
  if (type === "boolean" && stats.count > 0) {
    const both = [
      { value: true, count: stats.trueCount },
      { value: false, count: stats.count - stats.trueCount },
    ];
    const top = both.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    return { top_values: top, top_values_method: "exact", top_values_error: 0 };
  }
  const found = stats.top.result();
  if (!found) return noTopValues;
  return {
    top_values: found.values.map(({ key, count }) => {
      const value = parsePrinted(key, type);
      const cut = typeof value === "string" && value.length > topValueCharsMax;
      return { value: cut ? `${value.slice(0, topValueCharsMax)}…` : value, count };
    }),
    top_values_method: found.error === 0 ? "exact" : "lower_bound",
    top_values_error: found.error,
  };
}
