import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeJoinColumns, mayJoin } from "../../market/profile/join/rules.ts";
import type { JoinColumn } from "../../market/profile/join/schemas.ts";
import { JOIN_COLUMNS_KEPT_MAX } from "../../market/profile/join/vocabulary.ts";
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import type { ProfileInput } from "../base/input.ts";
import { joinColumnsFile } from "../base/report.ts";
import { hasherName } from "../measure/row-hashes.ts";
import type { ScannedColumn, TableScan } from "../measure/scan-table.ts";

/**
 * Writes a table's join keys into the job's folder, next to its row sketch with the same number.
 */
export function writeJoinColumns(
  scan: TableScan,
  profiles: readonly ColumnProfile[],
  input: Pick<ProfileInput, "workDir">,
  number: number,
): void {
  const text = encodeJoinColumns(joinColumnsOf(scan, profiles));
  writeFileSync(join(input.workDir, joinColumnsFile(number)), text);
}

/** Chooses the columns with the most distinct values, which are keys rather than groups of rows. */
function joinColumnsOf(
  scan: Pick<TableScan, "columns">,
  profiles: readonly ColumnProfile[],
): JoinColumn[] {
  return scan.columns
    .flatMap((column, index) => {
      const profile = profiles[index];
      const found = profile && mayJoin(profile) ? joinColumnOf(column, profile) : null;
      return found ? [found] : [];
    })
    .sort((a, b) => b.distinct - a.distinct)
    .slice(0, JOIN_COLUMNS_KEPT_MAX);
}

function joinColumnOf(
  { name, type, stats }: ScannedColumn,
  profile: ColumnProfile,
): JoinColumn | null {
  if (type !== "string" && type !== "integer" && type !== "number") return null;
  const hashes = stats.top.joinHashes();
  if (!hashes || hashes.distinct < 1) return null;
  return {
    name,
    type,
    meaning: profile.semantic_type,
    values: stats.count,
    ...hashes,
    chooser: `${hashes.chooser} ${hasherName()}`,
  };
}
