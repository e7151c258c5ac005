/** What one pass over a table holds, and how the types and the statistics of its columns begin. */
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

/** Each use of randomness has a stream of its own. */
const numbersStream = 2;
const floatTypes = new Set([pl.Float32, pl.Float64].map(String));

export type Pass = {
  joinKey: string | null;
  plans: ColumnPlan[];
  stats: ColumnStats[];
  budget: ColumnBudget;
  queries: { key: string; made: TableQueries } | null;
  /** Rows of the chunks that were begun. */
  rows: number;
  completeRows: number;
  table: TableRows;
  cells: CellTaker;
  /** True once a plan changed after figures were taken: the pass must be repeated. */
  stale: boolean;
};

export function isFloatType(dtype: DataType): boolean {
  return floatTypes.has(String(dtype));
}

/** The budget of a pass over a table of these columns. */
export function budgetOf(source: TableSource, joinKey: string | null): ColumnBudget {
  return columnBudget(source.names.length, tableRandom(numbersStream), joinKey);
}

/** Before a first chunk, which tells how many columns a table of JSON has: a wide one's hold less each. */
export function shareBudget(pass: Pass, source: TableSource): void {
  if (source.names.length > COLUMNS_PER_QUERY_MAX) pass.budget = budgetOf(source, pass.joinKey);
}

/**
 * Before a first chunk whose cells were found: the types that its first values look like, and statistics for them, so
 * that the kernel may take it. The types are proved by its reading every cell. Returns what takes it back; null where
 * nothing was presumed.
 */
export function presumeCells(
  pass: Pass,
  source: TableSource,
  chunk: TableChunk,
): (() => void) | null {
  const { cells, kinds, rows } = chunk;
  if (!cells || !areAtHand(cells) || cells.columns !== kinds.length) return null;
  // Of few rows a narrow table is measured sooner by Polars, a wide one never.
  if (rows <= FEW_ROWS_MAX && cells.columns <= COLUMNS_PER_QUERY_MAX) return null;
  updateKinds(pass, source, chunk);
  if (pass.plans.some(({ mayBeTimes }) => mayBeTimes)) return null;
  const isFirst = pass.plans.every(({ text }) => !text?.known);
  const firstOf = firstTextsOf(cells, headValues);
  for (const [index, plan] of pass.plans.entries()) {
    if (isFirst) plan.text?.presume({ rows, first: () => firstOf(index) });
    if (plan.type !== "empty") statsOf(pass, index, plan.formBehind(0) === "float", 0);
  }
  pass.table.begin(kinds);
  return () => {
    if (isFirst) pass.plans = [];
    forgetStats(pass, source);
  };
}

/**
 * Before a first chunk that was read as words: statistics for its columns, whose types the file tells. Returns what
 * takes it back; null where Polars is to look at a column before.
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

/** In a long first chunk: the types that its first values look like, of all columns. */
export function presumeTypes(pass: Pass, frame: DataFrame): boolean {
  if (frame.width > COLUMNS_PER_QUERY_MAX || frame.height <= FEW_ROWS_MAX) return false;
  let presumed = false;
  eachColumn(frame, (column, index) => {
    if (pass.plans[index]?.text?.presume(beginningOf(column))) presumed = true;
  });
  return presumed;
}

/** Nothing was taken in by them; made anew they get what those of other types would have had. */
export function forgetStats(pass: Pass, source: TableSource): void {
  pass.stats = [];
  pass.queries = null;
  pass.budget = budgetOf(source, pass.joinKey);
}

/** In a first chunk of text: no type is known that could be tried. */
export function typesUnknown(pass: Pass): boolean {
  return pass.plans.every(({ text }) => text !== null && !text.known);
}

/** Adopts the kinds of a chunk; a kind that changes makes the figures so far stale. */
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
 * The statistics of a column; made when its first value appears, so all rows before are missing, and
 * anew when the first chunk of a repeated pass has another type than the last one of the pass before.
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
