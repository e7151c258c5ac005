/** A file's profile: the statistics of its columns with the quality score and the alerts. */
import { agreeing } from "../../market/counted.ts";
import {
  type DocumentationFacts,
  scoreQuality,
  unscoredReason,
} from "../../market/profile/rules.ts";
import type { Profile, ProfileAlert } from "../../market/profile/schemas.ts";
import { PROFILE_VERSION } from "../../market/profile/vocabulary.ts";
import type { TableSource } from "../base/table.ts";
import type { HashSketch } from "../measure/hash-sketch.ts";
import type { TableScan } from "../measure/scan-table.ts";
import { unionOfBounds } from "./coordinates.ts";
import { judgeRows } from "./quality/judge-rows.ts";
import { columnQualityAlerts, fileQualityAlerts, isAllNoise } from "./quality/quality-alerts.ts";
import { qualityFacts } from "./quality/quality-facts.ts";

export type ProfileContext = {
  datasetVersion: string;
  fileSha256: string;
  byteSize: number;
  computedAt: Date;
  paid: boolean;
  coarse?: boolean;
  documentation: DocumentationFacts;
  /**
   * Findings from before the table was read, such as a declared format that the content
   * contradicts.
   */
  alerts: readonly ProfileAlert[];
};

/** Cross-column findings, and which of them may be shown publicly. */
export type ShownFindings = Pick<
  Profile,
  "columns" | "language" | "keys" | "correlations" | "disclosure"
>;

/** Combines the statistics of a scan with the columns as they may be shown. */
export function buildProfile(
  scan: TableScan,
  source: TableSource,
  { columns, language, keys, correlations, disclosure }: ShownFindings,
  context: ProfileContext,
): Profile {
  const facts = source.facts();
  const cells = scan.rows * columns.length;
  const missing = columns.reduce((sum, column) => sum + column.null_count, 0);
  const duplicateRows = scan.rowSketch.repeats;
  const judged = judgeRows(scan.blocks, scan.columns);
  const isNoise = isAllNoise(judged);
  for (const [index, column] of judged.columns.entries()) {
    if (column) columns[index]?.alerts.push(...columnQualityAlerts(column, judged, isNoise));
  }
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
      qualityFacts(scan, facts, judged),
      context.documentation,
      unscoredReason(source.format, scan.rows),
    ),
    bounds: unionOfBounds(columns),
    ...(disclosure ? { disclosure } : {}),
    columns,
    language,
    keys,
    correlations,
    alerts: [
      ...context.alerts,
      ...facts.alerts,
      ...duplicateAlerts(duplicateRows, scan.rows),
      ...fileQualityAlerts(facts, judged),
    ],
  };
}

/** Error of a sketch's estimated number of repeats at 95 % confidence. */
export function repeatsErrorOf(sketch: HashSketch): number {
  let keys = 0;
  let squares = 0;
  sketch.each((_, count) => {
    keys++;
    squares += (count - 1) ** 2;
  });
  // Every distinct value was kept with the same probability.
  const chance = Math.min(1, keys / Math.max(1, sketch.distinct));
  return chance === 0 ? 0 : (1.96 * Math.sqrt(squares * (1 - chance))) / chance;
}

function duplicateAlerts(duplicates: number, rows: number): ProfileAlert[] {
  if (duplicates === 0) return [];
  const repeat = agreeing(duplicates, "repeats", "repeat");
  const detail = `${duplicates} of ${rows} rows ${repeat} another row.`;
  return [{ code: "duplicate_rows", detail }];
}
