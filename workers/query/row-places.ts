/** Where rows lie: in the table, in a part of it, and in their row group. */
import type { OpenTable } from "./object-cache.ts";
import type { PartFile } from "./part-files.ts";

/** The number of the first row of each group, in a file of these groups alone. */
export function firstRowsOf({ index }: OpenTable, groups: readonly number[]): Map<number, number> {
  const first = new Map<number, number>();
  let row = 0;
  for (const group of groups) {
    first.set(group, row);
    row += index.groups[group]?.rows ?? 0;
  }
  return first;
}

/** Which rows of a part are of the groups; null where it holds no others. */
export function rangeIn(table: OpenTable, part: PartFile, groups: readonly number[]) {
  if (part.groups.length === groups.length) return null;
  const firstRows = firstRowsOf(table, part.groups);
  const last = groups.at(-1) ?? 0;
  const from = firstRows.get(groups[0] ?? 0) ?? 0;
  return { from, to: (firstRows.get(last) ?? 0) + (table.index.groups[last]?.rows ?? 0) };
}

/** Places in a part of the file as places in the table. */
export function inTable(table: OpenTable, part: PartFile, positions: readonly number[]): number[] {
  const all = firstRowsOf(
    table,
    table.index.groups.map((_, group) => group),
  );
  const own = [...firstRowsOf(table, part.groups)];
  return positions.map((position) => {
    const [group, first] = own[lastUpTo(own, position)] ?? [0, 0];
    return (all.get(group) ?? 0) + position - first;
  });
}

export function placesOf(table: OpenTable, positions: readonly number[]) {
  const all = table.index.groups.map((_, group) => group);
  const firsts = [...firstRowsOf(table, all)];
  return positions.map((position) => {
    const [group, first] = firsts[lastUpTo(firsts, position)] ?? [0, 0];
    return { group, row: position - first };
  });
}

/** The last entry that begins at the position or before it. */
function lastUpTo(firsts: readonly (readonly [number, number])[], position: number): number {
  let low = 0;
  let high = firsts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((firsts[middle]?.[1] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
