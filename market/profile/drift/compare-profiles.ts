/** Compares the profiles of two versions. Pure; the result's size does not grow with the tables. */
import { CHANGED_COLUMNS_MAX, DRIFTED_COLUMNS_MAX } from "../limits.ts";
import type { ColumnProfile, Profile } from "../schemas.ts";
import { compareColumn } from "./compare-column.ts";
import { type MatchedColumns, matchColumns } from "./match-columns.ts";
import { levelRank } from "./rules.ts";
import type { ColumnChanges, ColumnDrift, RowChanges, VersionChanges } from "./schemas.ts";
import { describeChanges } from "./words.ts";

/** How rows were compared; the profiles have the counts before and after. */
export type ComparedRows = Omit<RowChanges, "before" | "after">;

/** Everything that changed from one version to another. */
export function compareProfiles(
  before: Profile,
  after: Profile,
  compared: ComparedRows,
): VersionChanges {
  const matched = matchColumns(before, after);
  const both = [...matched.kept, ...matched.renamed];
  const drift = both.flatMap(({ from, to }): ColumnDrift[] => {
    const one = { column: from, rows: before.row_count };
    const found = compareColumn(one, { column: to, rows: after.row_count });
    return found === null ? [] : [found];
  });
  drift.sort((a, b) => levelRank(b.level) - levelRank(a.level) || weightOf(b) - weightOf(a));
  const rows = { before: before.row_count, after: after.row_count, ...compared };
  const changes = {
    changes_version: 1 as const,
    rows,
    columns: columnChanges(before, after, matched),
    drift: drift.slice(0, DRIFTED_COLUMNS_MAX),
    drifted_count: drift.length,
    major_count: drift.filter(({ level }) => level === "major").length,
    quality_score: { from: before.quality.score, to: after.quality.score },
    format: { from: before.format, to: after.format },
    table: tablesOf(before, after),
    ...alertChanges(before, after),
  };
  return { ...changes, sentences: describeChanges(changes) };
}

function weightOf({ distance, findings }: ColumnDrift): number {
  return (distance?.value ?? 0) + findings.length / 100;
}

function columnChanges(before: Profile, after: Profile, matched: MatchedColumns): ColumnChanges {
  const { kept, renamed, added, removed, reordered } = matched;
  const retyped = kept.filter(({ from, to }) => from.type !== to.type);
  return {
    before: before.column_count,
    after: after.column_count,
    added_count: added.length,
    added: first(added).map(nameAndType),
    removed_count: removed.length,
    removed: first(removed).map(nameAndType),
    renamed_count: renamed.length,
    renamed: first(renamed).map(({ from, to }) => ({
      from: from.name,
      to: to.name,
      type: to.type,
    })),
    retyped_count: retyped.length,
    retyped: first(retyped).map(({ from, to }) => ({
      name: to.name,
      from: from.type,
      to: to.type,
    })),
    reordered,
  };
}

function first<T>(items: readonly T[]): readonly T[] {
  return items.slice(0, CHANGED_COLUMNS_MAX);
}

function nameAndType({ name, type }: ColumnProfile) {
  return { name, type };
}

function alertChanges(before: Profile, after: Profile) {
  const earlier = new Set(before.alerts.map(({ code }) => code));
  const later = new Set(after.alerts.map(({ code }) => code));
  return {
    alerts_added: [...later].filter((code) => !earlier.has(code)),
    alerts_removed: [...earlier].filter((code) => !later.has(code)),
  };
}

/** Compares the default tables of files with several tables; a single table has no name. */
function tablesOf(before: Profile, after: Profile): VersionChanges["table"] {
  const nameOf = ({ tables }: Profile): string | null =>
    tables?.find((table) => table.is_default)?.name ?? null;
  const [from, to] = [nameOf(before), nameOf(after)];
  return from === to ? null : { from, to };
}
