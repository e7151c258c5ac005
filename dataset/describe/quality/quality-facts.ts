import type { QualityFacts } from "../../../market/profile/rules.ts";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import type { TableFacts } from "../../base/table.ts";
import type { ColumnStats } from "../../measure/column-stats.ts";
import type { ScannedColumn, TableScan } from "../../measure/scan-table.ts";
import { dateGapShare } from "./gaps.ts";
import type { RowsJudgement } from "./judge-rows.ts";

/** The inputs of the quality score: exact counts, and shares of the sampled rows. */
export function qualityFacts(
  scan: TableScan,
  facts: TableFacts,
  judged: RowsJudgement,
): QualityFacts {
  const present = judged.columns.filter((column) => column !== null);
  const sharesOf = (pick: (column: (typeof present)[number]) => number | null): number[] =>
    present.map(pick).filter((share) => share !== null);
  return {
    rowCount: scan.rows,
    columnCount: scan.columns.length,
    columnMissing: scan.columns.map(({ stats }) => stats.nullCount / Math.max(1, scan.rows)),
    duplicateRows: scan.rowSketch.repeats,
    chanceRepeats: judged.chanceRepeats(scan.rows),
    repeatedKeys: judged.repeatedKeys,
    columnValidity: scan.columns.flatMap((column, index) =>
      column.stats.count > 0
        ? [Math.min(fitting(column, facts.mixes.get(index)), 1 - (judged.columns[index]?.odd ?? 0))]
        : [],
    ),
    raggedRows: facts.raggedRows,
    endsShort: facts.endsShort ?? false,
    cellsUnread: facts.cellsUnread ?? 0,
    badlyNamedColumns: facts.badlyNamedColumns.size,
    emptyColumns: scan.columns.filter(({ stats }) => stats.count === 0).length,
    mixedMissingColumns: scan.columns.filter(({ stats }) => mixesMissing(stats)).length,
    timeGaps: Math.max(
      judged.countGaps,
      ...scan.columns.map(({ stats }) => dateGapShare(datesOf(stats))),
    ),
    columnImplausible: sharesOf(({ implausible }) => implausible),
    columnIncoherent: sharesOf(({ incoherent }) => incoherent),
    columnInformation: sharesOf(({ information }) => information),
  };
}

/** The share of a column's values that fit the type of the majority. */
function fitting(
  { stats, nearType }: ScannedColumn,
  mix: { dominantShare: number } | undefined,
): number {
  if (nearType && stats.nearCount * 2 > stats.count) return stats.nearCount / stats.count;
  if (mix) return mix.dominantShare;
  return (stats.count - stats.nonFiniteCount) / stats.count;
}

/** Called exactly as for the column's profile, so that the cached result is used. */
function datesOf({ periods, max }: ColumnStats): ColumnProfile["dates"] {
  return periods?.result(String(max).endsWith("+00:00")) ?? null;
}

function mixesMissing(stats: ColumnStats): boolean {
  return stats.tokenCount > 0 && stats.nullCount > stats.tokenCount;
}
