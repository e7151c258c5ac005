/** Converts row positions between the table, a part of it, and row groups. */
import type { OpenTable } from "./object-cache.ts";
import type { PartFile } from "./part-files.ts";

/** Number of each group's first row, in a file with only these groups. */
export function firstRowsOf({ index }: OpenTable, groups: readonly number[]): Map<number, number> {
  const first = new Map<number, number>();
  let row = 0;
  for (const group of groups) {
    first.set(group, row);
    row += index.groups[group]?.rows ?? 0;
  }
  return first;
}

/** The rows of a part that belong to the groups; null if it contains no others. */
export function rangeIn(table: OpenTable, part: PartFile, groups: readonly number[]) {
  if (part.groups.length === groups.length) return null;
  const firstRows = firstRowsOf(table, part.groups);
  const last = groups.at(-1) ?? 0;
  const from = firstRows.get(groups[0] ?? 0) ?? 0;
  return { from, to: (firstRows.get(last) ?? 0) + (table.index.groups[last]?.rows ?? 0) };
}

/** Converts positions in a part of the file to positions in the table. */
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

/** The last entry that begins at or before the position. */
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
