/** Matches the columns of two versions. Pure, in linear time. */
import type { ColumnProfile, Profile } from "../schemas.ts";
import { distanceOf } from "./compare-column.ts";

export type MatchedColumns = {
  /** Columns with the same name in both versions. */
  kept: { from: ColumnProfile; to: ColumnProfile }[];
  /** Guessed. */
  renamed: { from: ColumnProfile; to: ColumnProfile }[];
  added: ColumnProfile[];
  removed: ColumnProfile[];
  /** Whether kept columns have another order. */
  reordered: boolean;
};

/** Matches by name, then guesses by position, type and distribution. */
export function matchColumns(before: Profile, after: Profile): MatchedColumns {
  const laterByName = new Map(after.columns.map((column) => [column.name, column]));
  const earlierNames = new Set(before.columns.map(({ name }) => name));
  const kept = before.columns.flatMap((from) => {
    const to = laterByName.get(from.name);
    return to === undefined ? [] : [{ from, to }];
  });
  const gone = before.columns.filter(({ name }) => !laterByName.has(name));
  const come = after.columns.filter(({ name }) => !earlierNames.has(name));
  const renamed = guessRenamed({ before, after, gone, come });
  const renamedFrom = new Set(renamed.map(({ from }) => from));
  const renamedTo = new Set(renamed.map(({ to }) => to));
  return {
    kept,
    renamed,
    added: come.filter((column) => !renamedTo.has(column)),
    removed: gone.filter((column) => !renamedFrom.has(column)),
    reordered: kept.some(({ to }, at) => at > 0 && to.index < (kept[at - 1]?.to.index ?? 0)),
  };
}

type Unmatched = {
  before: Profile;
  after: Profile;
  gone: readonly ColumnProfile[];
  come: readonly ColumnProfile[];
};

function guessRenamed({ before, after, gone, come }: Unmatched): MatchedColumns["renamed"] {
  const waiting = new Set(come);
  const byIndex = new Map(come.map((column) => [column.index, column]));
  const byNeighbour = new Map(come.map((column) => [leftNameOf(after, column), column]));
  return gone.flatMap((from) => {
    const places = [byIndex.get(from.index), byNeighbour.get(leftNameOf(before, from))];
    const to = places.find((place) => {
      return place !== undefined && waiting.has(place) && lookAlike(before, after, from, place);
    });
    if (to === undefined) return [];
    waiting.delete(to);
    return [{ from, to }];
  });
}

function leftNameOf({ columns }: Profile, { index }: ColumnProfile): string | null {
  return columns[index - 1]?.name ?? null;
}

const distanceMax = 0.15;
const ratioDifferenceMax = 0.1;
const lengthFoldMax = 1.25;

/** Whether two columns may be the same under another name, by their type and figures. */
function lookAlike(before: Profile, after: Profile, from: ColumnProfile, to: ColumnProfile) {
  if (from.type !== to.type || from.semantic_type !== to.semantic_type) return false;
  if (Math.abs(from.null_ratio - to.null_ratio) > ratioDifferenceMax) return false;
  const one = { column: from, rows: before.row_count };
  const other = { column: to, rows: after.row_count };
  const distance = distanceOf(one, other);
  if (distance !== null) return distance.value <= distanceMax;
  const distinct = Math.abs(distinctRatio(one) - distinctRatio(other));
  if (distinct > ratioDifferenceMax) return false;
  const [length, laterLength] = [from.length?.mean ?? 0, to.length?.mean ?? 0];
  const longer = Math.max(length, laterLength);
  return longer <= lengthFoldMax * Math.min(length, laterLength);
}

function distinctRatio({ column, rows }: { column: ColumnProfile; rows: number }): number {
  const values = rows - column.null_count;
  return values === 0 ? 0 : (column.distinct_count ?? 0) / values;
}
