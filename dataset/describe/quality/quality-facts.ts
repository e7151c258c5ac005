import type { QualityFacts } from "../../../market/profile/rules.ts";
import type { ColumnProfile } from "../../../market/profile/schemas.ts";
import type { TableFacts } from "../../base/table.ts";
import { type ColumnStats, classOf } from "../../measure/column-stats.ts";
import type { ScannedColumn, TableScan } from "../../measure/scan-table.ts";
import { findSentinel } from "../sentinels.ts";
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
    columnMissing: scan.columns.map(
      ({ stats }) => (stats.nullCount - stats.unreadableCount) / Math.max(1, scan.rows),
    ),
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
    otherMissing: otherMissingShare(scan),
    timeGaps: Math.max(
      judged.countGaps,
      ...scan.columns.map(({ stats }) => dateGapShare(datesOf(stats))),
    ),
    columnImplausible: scan.columns.flatMap(({ stats }, index) => {
      const implausible = judged.columns[index]?.implausible ?? null;
      if (implausible === null) return [];
      return [Math.max(implausible, sentinelShare(stats))];
    }),
    columnIncoherent: sharesOf(({ incoherent }) => incoherent),
    misplacedRows: judged.misplacedRows,
    columnInformation: sharesOf(({ information }) => information),
  };
}

/** The share of a column's values that fit the type of the majority; unreadable cells do not. */
function fitting(
  { stats, nearType }: ScannedColumn,
  mix: { dominantShare: number } | undefined,
): number {
  const { count, nearCount, nonFiniteCount, unreadableCount } = stats;
  if (nearType && nearCount * 2 > count) return nearCount / count;
  if (mix) return mix.dominantShare;
  return (count - nonFiniteCount) / (count + unreadableCount);
}

function sentinelShare(stats: ColumnStats): number {
  if (classOf(stats.type) !== "numeric" || stats.count === 0) return 0;
  return (findSentinel(stats)?.count ?? 0) / stats.count;
}

/** Called exactly as for the column's profile, so that the cached result is used. */
function datesOf({ periods, max }: ColumnStats): ColumnProfile["dates"] {
  return periods?.result(String(max).endsWith("+00:00")) ?? null;
}

/** The share of all cells whose spelling of a missing value is not the file's most frequent one. */
function otherMissingShare({ columns, rows }: TableScan): number {
  const counts = new Map<string, number>();
  const add = (word: string, count: number): void => {
    if (count > 0) counts.set(word, (counts.get(word) ?? 0) + count);
  };
  for (const { stats } of columns) {
    add("", stats.nullCount - stats.tokenCount - stats.unreadableCount);
    const words = [...stats.missingWords].map((word) => word.toLowerCase());
    for (const word of words) add(word, stats.tokenCount / words.length);
  }
  const most = Math.max(0, ...counts.values());
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (all - most) / Math.max(1, rows * columns.length);
}
