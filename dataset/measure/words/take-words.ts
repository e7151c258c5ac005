/** Takes in chunks of typed formats that were read as words. */
import type { TableChunk } from "../../base/table.ts";
import { boundOf } from "../cells/cell-figures.ts";
import type { PassSoFar } from "../cells/take-cells.ts";
import type { ColumnStats } from "../column-stats.ts";
import { figuresOf } from "./word-figures.ts";
import { WordRows } from "./word-rows.ts";

/** The hash bounds for the next chunk's columns; null if it cannot be taken in this way. */
export function wantedOfWords(pass: PassSoFar): readonly bigint[] | null {
  return knownStats(pass)?.map(boundOf) ?? null;
}

/**
 * Takes a chunk into a pass's statistics and rows, and returns the number of complete rows. Null if
 * Polars has to read it; nothing was taken in then.
 */
export function takeWords({ words }: TableChunk, pass: PassSoFar): number | null {
  const stats = words ? knownStats(pass) : null;
  if (!words || !stats || !pass.table.hashedOrder) return null;
  const rows = new WordRows(words);
  pass.table.addCells(rows, stats);
  for (const [index, named] of rows.named.entries()) {
    const nulls = rows.rows - named.column.count;
    const { aggregates, present } = figuresOf(named);
    stats[index]?.absorb({ rows: rows.rows, nulls, rawNulls: nulls }, aggregates, present);
  }
  return words.chunk.completeRows();
}

/** The statistics of all columns, once their types are the file's own and final. */
function knownStats({ plans, stats }: PassSoFar): ColumnStats[] | null {
  const known: ColumnStats[] = [];
  for (const [index, plan] of plans.entries()) {
    const held = stats[index];
    if (plan.text || plan.mayBeTimes || plan.countsTimes || held?.type !== plan.kind) return null;
    known.push(held);
  }
  return known;
}
