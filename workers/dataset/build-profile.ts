import { type DocumentationFacts, masksColumn, scoreQuality } from "../../market/profile/rules.ts";
import {
  type ColumnProfile,
  PROFILE_VERSION,
  type Profile,
  type ProfileAlert,
} from "../../market/profile/schemas.ts";
import { describeColumn, inferSemantic } from "./column-notes.ts";
import { type ColumnStats, classOf } from "./column-stats.ts";
import { histogramOf, quantilesOf } from "./numeric-stats.ts";
import { piiFindings } from "./pii.ts";
import type { ScannedColumn, TableScan } from "./scan-table.ts";
import type { TableSource } from "./table.ts";
import { integerValue, isoDateTime, parsePrinted } from "./values.ts";

export type ProfileContext = {
  datasetVersion: string;
  fileSha256: string;
  byteSize: number;
  computedAt: Date;
  paid: boolean;
  documentation: DocumentationFacts;
  /** Findings from before the table was read, such as a hint that the content overruled. */
  alerts: readonly ProfileAlert[];
};

const TOP_VALUE_CHARS_MAX = 200;

/** Turns the figures of a scan into the profile of its file. */
export function buildProfile(
  scan: TableScan,
  source: TableSource,
  context: ProfileContext,
): Profile {
  const facts = source.facts();
  const columns = scan.columns.map((column, index) =>
    profileColumn(column, index, scan, context.paid, facts.mixes.get(index)?.description ?? null),
  );
  const cells = scan.rows * columns.length;
  const missing = columns.reduce((sum, column) => sum + column.null_count, 0);
  const duplicateRows = scan.rowSketch.repeats;
  const exactRows = scan.rowSketch.exact;
  return {
    profile_version: PROFILE_VERSION,
    dataset_version: context.datasetVersion,
    file_sha256: context.fileSha256,
    computed_at: context.computedAt.toISOString(),
    partial: false,
    rows_scanned: scan.rows,
    row_count: scan.rows,
    column_count: columns.length,
    byte_size: context.byteSize,
    format: source.format,
    encoding: source.encoding,
    delimiter: source.delimiter,
    completeness: {
      cells_total: cells,
      cells_missing: missing,
      ratio: cells === 0 ? 1 : 1 - missing / cells,
      complete_rows: scan.completeRows,
    },
    duplicates: {
      rows: duplicateRows,
      ratio: scan.rows === 0 ? 0 : duplicateRows / scan.rows,
      method: exactRows ? "exact" : "hash_threshold",
    },
    quality: scoreQuality(
      {
        rowCount: scan.rows,
        columnCount: columns.length,
        cellsMissing: missing,
        duplicateRows,
        columnValidity: scan.columns.flatMap((column, index) =>
          column.stats.count > 0 ? [validityOf(column, facts.mixes.get(index))] : [],
        ),
        raggedRows: facts.raggedRows,
        badlyNamedColumns: facts.badlyNamedColumns.size,
        emptyColumns: scan.columns.filter((column) => column.stats.count === 0).length,
        mixedMissingColumns: scan.columns.filter(({ stats }) => mixesMissing(stats)).length,
      },
      context.documentation,
    ),
    columns,
    alerts: [...context.alerts, ...facts.alerts, ...duplicateAlerts(duplicateRows, scan.rows)],
  };
}

function mixesMissing(stats: ColumnStats): boolean {
  return stats.tokenCount > 0 && stats.nullCount > stats.tokenCount;
}

/** The share of a column's values that fit the type which most of them have. */
function validityOf(
  { stats, nearType }: ScannedColumn,
  mix: { dominantShare: number } | undefined,
): number {
  if (nearType && stats.nearCount * 2 > stats.count) return stats.nearCount / stats.count;
  if (mix) return mix.dominantShare;
  return (stats.count - stats.nonFiniteCount) / stats.count;
}

function duplicateAlerts(duplicates: number, rows: number): ProfileAlert[] {
  if (duplicates === 0) return [];
  return [{ code: "duplicate_rows", detail: `${duplicates} of ${rows} rows repeat another row.` }];
}

function profileColumn(
  column: ScannedColumn,
  index: number,
  scan: TableScan,
  paid: boolean,
  mix: string | null,
): ColumnProfile {
  const { type, stats } = column;
  const pii = piiFindings(stats.pii, stats.count);
  const hidden = masksColumn(
    paid,
    pii.map((finding) => finding.kind),
  );
  const distinct = distinctOf(stats);
  const profile: ColumnProfile = {
    name: column.name,
    index,
    type,
    semantic_type: null,
    null_count: stats.nullCount,
    null_ratio: scan.rows === 0 ? 0 : stats.nullCount / scan.rows,
    ...distinct,
    ...(hidden ? HIDDEN_EXTREMES : extremesOf(stats)),
    ...numbersOf(stats),
    ...(hidden ? NO_TOP_VALUES : topValuesOf(stats, type)),
    length:
      classOf(stats.type) === "text" && stats.count > 0
        ? { min: stats.lengthMin, max: stats.lengthMax, mean: stats.lengthSum / stats.count }
        : null,
    pii,
    alerts: [],
  };
  profile.semantic_type = inferSemantic(profile, column, scan, index);
  profile.alerts = describeColumn(profile, column, scan.rows, mix);
  return profile;
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

const HIDDEN_EXTREMES = { min: null, max: null };

function extremesOf(stats: ColumnStats): Pick<ColumnProfile, "min" | "max"> {
  const show = (value: ColumnStats["min"]): number | string | null => {
    if (typeof value === "bigint") return integerValue(value);
    if (typeof value === "string") return stats.type === "datetime" ? isoDateTime(value) : value;
    return value;
  };
  return { min: show(stats.min), max: show(stats.max) };
}

type Numbers = Pick<ColumnProfile, "mean" | "median" | "std" | "quantiles" | "histogram">;

function numbersOf(stats: ColumnStats): Numbers {
  const nothing = { mean: null, median: null, std: null, quantiles: null, histogram: null };
  if (classOf(stats.type) !== "numeric" || stats.min === null || stats.max === null) return nothing;
  const { values, total } = stats.numbers.sorted();
  const quantiles = quantilesOf(values, total);
  return {
    ...stats.moments.result(),
    median: quantiles?.p50 ?? null,
    quantiles,
    histogram: histogramOf(values, total, Number(stats.min), Number(stats.max)),
  };
}

type Top = Pick<ColumnProfile, "top_values" | "top_values_method" | "top_values_error">;

const NO_TOP_VALUES: Top = { top_values: null, top_values_method: null, top_values_error: null };

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
  if (!found) return NO_TOP_VALUES;
  return {
    top_values: found.values.map(({ key, count }) => {
      const value = parsePrinted(key, type);
      const cut = typeof value === "string" && value.length > TOP_VALUE_CHARS_MAX;
      return { value: cut ? `${value.slice(0, TOP_VALUE_CHARS_MAX)}…` : value, count };
    }),
    top_values_method: found.error === 0 ? "exact" : "lower_bound",
    top_values_error: found.error,
  };
}
