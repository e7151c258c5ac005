/** The profile of a file: the figures of its columns put together, with its quality and alerts. */
import { type DocumentationFacts, scoreQuality } from "../../market/profile/rules.ts";
import { PROFILE_VERSION, type Profile, type ProfileAlert } from "../../market/profile/schemas.ts";
import type { TableSource } from "../base/table.ts";
import type { ColumnStats } from "../measure/column-stats.ts";
import type { HashSketch } from "../measure/hash-sketch.ts";
import type { ScannedColumn, TableScan } from "../measure/scan-table.ts";
import { profileColumns } from "./column-profile.ts";
import { unionOfBounds } from "./coordinates.ts";

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

/** Turns the figures of a scan into the profile of its file. */
export function buildProfile(
  scan: TableScan,
  source: TableSource,
  context: ProfileContext,
): Profile {
  const facts = source.facts();
  const columns = profileColumns(scan, facts, context);
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
      error: exactRows ? 0 : Math.min(1, repeatsErrorOf(scan.rowSketch) / scan.rows),
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
        cellsUnread: facts.cellsUnread ?? 0,
        badlyNamedColumns: facts.badlyNamedColumns.size,
        emptyColumns: scan.columns.filter((column) => column.stats.count === 0).length,
        mixedMissingColumns: scan.columns.filter(({ stats }) => mixesMissing(stats)).length,
      },
      context.documentation,
    ),
    bounds: unionOfBounds(columns),
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

/** Error of a sketch's estimated repeats at 95 % confidence, as a number of values. */
export function repeatsErrorOf(sketch: HashSketch): number {
  let keys = 0;
  let squares = 0;
  for (const [, count] of sketch.entries()) {
    keys++;
    squares += (count - 1) ** 2;
  }
  // Each distinct value was kept with the same chance.
  const chance = Math.min(1, keys / Math.max(1, sketch.distinct));
  return chance === 0 ? 0 : (1.96 * Math.sqrt(squares * (1 - chance))) / chance;
}

function duplicateAlerts(duplicates: number, rows: number): ProfileAlert[] {
  if (duplicates === 0) return [];
  return [{ code: "duplicate_rows", detail: `${duplicates} of ${rows} rows repeat another row.` }];
}
