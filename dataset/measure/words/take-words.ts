/** Takes in chunks of typed formats that were read as words. */
import type { TableChunk } from "../../base/table.ts";
import { boundOf } from "../cells/cell-figures.ts";
import type { PassSoFar } from "../cells/take-cells.ts";
import type { ColumnStats } from "../column-stats.ts";
import { figuresOf } from "./word-figures.ts";
import { WordRows } from "./word-rows.ts";

/** Which hashes are wanted of the next chunk; null where it cannot be taken in so. */
export function wantedOfWords(pass: PassSoFar): readonly bigint[] | null {
  return knownStats(pass)?.map(boundOf) ?? null;
}

/**
 * Takes a chunk into the statistics and the rows of a pass, and returns how many of its rows are complete.
 * Null where it is left to Polars: nothing was taken in then.
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

/** The statistics of all columns, once their types are those of the file and will stay so. */
function knownStats({ plans, stats }: PassSoFar): ColumnStats[] | null {
  const known: ColumnStats[] = [];
  for (const [index, plan] of plans.entries()) {
    const held = stats[index];
    if (plan.text || plan.mayBeTimes || plan.countsTimes || held?.type !== plan.kind) return null;
    known.push(held);
  }
  return known;
}
