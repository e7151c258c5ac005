import { kindOf } from "./cell-kind.ts";

const shareMin = 0.8;
/** Most rows examined for a column's kind. */
export const KIND_ROWS_MAX = 200;

/** The kind of nearly all cells per column, or null for text and mixed kinds. */
export function columnKinds(
  rows: readonly (readonly string[])[],
  columns: number,
): (string | null)[] {
  const judged = rows.slice(0, KIND_ROWS_MAX);
  return Array.from({ length: columns }, (_, column) => {
    const counts = new Map<string, number>();
    let present = 0;
    for (const row of judged) {
      const kind = kindOf(row[column] ?? "");
      if (kind === "missing") continue;
      present++;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const [kind, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ["text", 0];
    return kind !== "text" && present > 0 && count >= present * shareMin ? kind : null;
  });
}

export type Votes = { data: number; names: number };

/** How many cells of a row have their column's kind, and how many are words above another kind. */
export function votesOf(row: readonly string[], kinds: readonly (string | null)[]): Votes {
  const votes = { data: 0, names: 0 };
  for (const [column, kind] of kinds.entries()) {
    if (kind === null) continue;
    const own = kindOf(row[column] ?? "");
    if (own === "missing") continue;
    if (own === kind) votes.data++;
    else votes.names++;
  }
  return votes;
}

/** Number of non-empty cells. */
export function filledOf(row: readonly string[]): number {
  let filled = 0;
  for (const cell of row) if (cell.trim() !== "") filled++;
  return filled;
}

/** Whether a row consists only of `nan` and similar tokens. */
export function saysMissing(row: readonly string[]): boolean {
  const words = row.filter((cell) => /\p{L}/u.test(cell));
  if (words.length < 2 || words.length < filledOf(row)) return false;
  return words.every((cell) => kindOf(cell) === "missing");
}
