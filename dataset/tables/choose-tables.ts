/** Chooses which tables of a file are profiled and which are only listed, and names them. Pure. */
import { TABLES_LISTED_MAX } from "../../market/profile/vocabulary.ts";
import type { DatasetLimits } from "../base/limits.ts";
import type { TableGroup, UnnamedTable } from "./found-tables.ts";
import { nameTables } from "./name-tables.ts";

export type ChosenTables = {
  /** In path order: the profiled tables, and as many others as the list has room for. */
  listed: TableGroup[];
  /** Indexes in `listed` of the profiled tables, the largest first. */
  profiled: number[];
  /** Tables that are not profiled, listed or not. */
  left: UnnamedTable[];
};

/** Names only the listed tables: a file may hold as many others as an archive has entries. */
export function chooseTables(tables: readonly UnnamedTable[], limits: DatasetLimits): ChosenTables {
  const chosen = chooseLargest(tables, limits);
  let room = TABLES_LISTED_MAX - chosen.size;
  const listed = tables.filter((table) => chosen.has(table) || room-- > 0);
  const positions = new Map(listed.map((table, position) => [table, position]));
  return {
    listed: nameTables(listed),
    profiled: [...chosen].flatMap((table) => positions.get(table) ?? []),
    left: tables.filter((table) => !chosen.has(table)),
  };
}

/** The largest readable tables within the limits, in descending order of size. */
function chooseLargest(
  tables: readonly UnnamedTable[],
  { tablesMax, tableColumnsMax }: DatasetLimits,
): ReadonlySet<UnnamedTable> {
  const chosen = new Set<UnnamedTable>();
  let columns = 0;
  for (const table of tables.toSorted((a, b) => b.byteSize - a.byteSize)) {
    if (chosen.size >= tablesMax) break;
    if (table.refusal) continue;
    columns += table.columns ?? 0;
    if (chosen.size > 0 && columns > tableColumnsMax) break;
    chosen.add(table);
  }
  return chosen;
}
