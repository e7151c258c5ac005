/** The state of one pass over a table, and the initial types and statistics of its columns. */
import pl, { type DataFrame, type DataType } from "nodejs-polars";
import { tableRandom } from "../../base/random.ts";
import type { TableChunk, TableSource } from "../../base/table.ts";
import { areAtHand, firstTextsOf } from "../../kernel/find-cells.ts";
import type { CellTaker } from "../cells/take-cells.ts";
import { COLUMNS_PER_QUERY_MAX, type TableQueries } from "../chunk-queries.ts";
import { type ColumnBudget, columnBudget } from "../column-budget.ts";
import { ColumnPlan } from "../column-plan.ts";
import { ColumnStats, FEW_ROWS_MAX } from "../column-stats.ts";
import { eachColumn } from "../each-column.ts";
import { beginningOf, headValues } from "../formats/spoken-values.ts";
import type { TableRows } from "./table-rows.ts";

/** Each use of randomness has its own stream. */
const numbersStream = 2;
const floatTypes = new Set([pl.Float32, pl.Float64].map(String));

export type Pass = {
  joinKey: string | null;
  plans: ColumnPlan[];
  stats: ColumnStats[];
  budget: ColumnBudget;
  queries: { key: string; made: TableQueries } | null;
  /** Rows of all chunks started so far. */
  rows: number;
  completeRows: number;
  table: TableRows;
  cells: CellTaker;
  /** True once a plan changed after statistics were collected: the pass must be repeated. */
  stale: boolean;
};

export function isFloatType(dtype: DataType): boolean {
  return floatTypes.has(String(dtype));
}

/** The column budget for a pass over this table. */
export function budgetOf(source: TableSource, joinKey: string | null): ColumnBudget {
  return columnBudget(source.names.length, tableRandom(numbersStream), joinKey);
}

/**
 * Called before a first chunk, which determines the number of columns of a JSON table: in a wide
 * table each column gets less.
 */
export function shareBudget(pass: Pass, source: TableSource): void {
  if (source.names.length > COLUMNS_PER_QUERY_MAX) pass.budget = budgetOf(source, pass.joinKey);
}

/**
 * Called before a first chunk of located cells: presumes the types that its first values suggest,
 * with statistics, so that the kernel can take it. The kernel proves the types by reading every
 * cell. Returns an undo function; null if nothing was presumed.
 */
export function presumeCells(
  pass: Pass,
  source: TableSource,
  chunk: TableChunk,
): (() => void) | null {
  const { cells, kinds, rows } = chunk;
  if (!cells || !areAtHand(cells) || cells.columns !== kinds.length) return null;
  // With few rows, Polars measures a narrow table faster, but never a wide one.
  if (rows <= FEW_ROWS_MAX && cells.columns <= COLUMNS_PER_QUERY_MAX) return null;
  updateKinds(pass, source, chunk);
  if (pass.plans.some(({ mayBeTimes }) => mayBeTimes)) return null;
  const isFirst = pass.plans.every(({ text }) => !text?.known);
  const firstOf = firstTextsOf(cells, headValues);
  for (const [index, plan] of pass.plans.entries()) {
    if (isFirst) plan.text?.presume({ rows, first: () => firstOf(index) });
    if (plan.type !== "empty") statsOf(pass, index, plan.formBehind(0) === "float", 0);
  }
  if (isFirst) presumeMissing(pass);
  pass.table.begin(kinds);
  return () => {
    if (isFirst) pass.plans = [];
    forgetStats(pass, source);
  };
}

/** Makes the words missing in text that are missing among the first values of other columns. */
function presumeMissing({ plans }: Pass): void {
  const words = new Set(plans.flatMap(({ text }) => text?.headWords ?? []));
  for (const { text } of plans) text?.setWords(words);
}

/**
 * Called before a first chunk that was read as words: creates statistics with the types from the
 * file. Returns an undo function; null if Polars has to examine a column first.
 */
export function presumeWords(
  pass: Pass,
  source: TableSource,
  chunk: TableChunk,
): (() => void) | null {
  const { words, kinds, rows } = chunk;
  if (!words || rows <= FEW_ROWS_MAX) return null;
  updateKinds(pass, source, chunk);
  if (pass.plans.some(({ text, mayBeTimes }) => text !== null || mayBeTimes)) return null;
  for (const [index, { dtype }] of words.columns.entries()) {
    statsOf(pass, index, isFloatType(dtype), 0);
  }
  pass.table.begin(kinds);
  return () => forgetStats(pass, source);
}

/** For a long first chunk: presumes the types that all columns' first values suggest. */
export function presumeTypes(pass: Pass, frame: DataFrame): boolean {
  if (frame.width > COLUMNS_PER_QUERY_MAX || frame.height <= FEW_ROWS_MAX) return false;
  let presumed = false;
  eachColumn(frame, (column, index) => {
    if (pass.plans[index]?.text?.presume(beginningOf(column))) presumed = true;
  });
  presumeMissing(pass);
  return presumed;
}

/** Discards unused statistics, so that new ones get the budget share of their real type. */
export function forgetStats(pass: Pass, source: TableSource): void {
  pass.stats = [];
  pass.queries = null;
  pass.budget = budgetOf(source, pass.joinKey);
}

/** Whether this is a first chunk of text, for which no types are known yet. */
export function typesUnknown(pass: Pass): boolean {
  return pass.plans.every(({ text }) => text !== null && !text.known);
}

/** Adopts the kinds of a chunk; a changed kind makes the statistics so far stale. */
export function updateKinds(pass: Pass, source: TableSource, chunk: TableChunk): void {
  for (const [index, kind] of chunk.kinds.entries()) {
    const plan = pass.plans[index];
    if (plan && (plan.kind === kind || kind === "empty")) continue;
    const sameFigures = !plan || plan.kind === "empty" || plan.isWidenedBy(kind);
    if (!sameFigures && pass.rows > 0) pass.stale = true;
    pass.plans[index] = new ColumnPlan(kind, source.delimiter, source.names[index] ?? "");
  }
}

/**
 * The statistics of a column, created when its first value appears (all earlier rows are missing),
 * and again if the first chunk of a repeated pass has another type than the previous pass ended
 * with.
 */
export function statsOf(
  pass: Pass,
  index: number,
  isFloat: boolean,
  rowsBefore: number,
): ColumnStats {
  const held = pass.stats[index];
  const type = pass.plans[index]?.type ?? "empty";
  if (held && (rowsBefore > 0 || held.type === type)) return held;
  const stats = new ColumnStats(type, !isFloat, pass.budget);
  stats.absorbMissing(rowsBefore);
  pass.stats[index] = stats;
  return stats;
}
