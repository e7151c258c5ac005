/** How much of a paid table may become public: one cell budget for everything shown of it. Pure. */
import { counted } from "../counted.ts";
import { MATCHED_SETS_MAX } from "./limits.ts";
import { SAMPLE_ROWS_MAX } from "./rules.ts";

/** At most this share of the cells is ever public. */
const PUBLIC_CELLS_RATIO_MAX = 0.1;
const PUBLIC_CELLS_RATIO = 0.01;
/** A small table may show as many cells as this many rows have. */
const PUBLIC_ROWS_FLOOR = 3;

/** A table's size. A nested cell counts as its leaves, so `cellsPerRow` is a mean. */
export type TableSize = { rows: number; cellsPerRow: number };

/**
 * How many different cells of a paid table may be public: 1 % or those of three rows, whichever is
 * more, but at most a tenth. Sample, extremes, top values, quantiles, histograms, thumbnails and
 * everything derived from them share this budget.
 */
export function leakBudgetCells(rows: number, cellsPerRow: number): number {
  return budgetOf(rows, cellsPerRow, PUBLIC_ROWS_FLOOR);
}

function budgetOf(rows: number, cellsPerRow: number, rowsFloor: number): number {
  const cells = rows * cellsPerRow;
  const some = Math.max(cells * PUBLIC_CELLS_RATIO, cellsPerRow * rowsFloor);
  return Math.floor(Math.min(cells * PUBLIC_CELLS_RATIO_MAX, some) + roundingSlack);
}

/** 0.1 has no exact float: without this, a tenth of 30 could become 2. */
const roundingSlack = 1e-9;

/** The state of a paid file with several tables before its next table is described. */
export type FileBudget = {
  /** The number of tables to describe. */
  tables: number;
  /** For the tables already described: their cells, the widest row's cells, and the public cells. */
  cells: number;
  widestRow: number;
  spent: number;
};

/**
 * One table's share of its file's budget. The tables divide the floor of three rows, and together they
 * never show more than the file as a whole may.
 */
export function tableBudgetCells({ rows, cellsPerRow }: TableSize, file: FileBudget): number {
  const cells = file.cells + rows * cellsPerRow;
  const widest = Math.max(file.widestRow, cellsPerRow);
  const left = widest === 0 ? 0 : leakBudgetCells(cells / widest, widest) - file.spent;
  return Math.max(0, Math.min(left, budgetOf(rows, cellsPerRow, PUBLIC_ROWS_FLOOR / file.tables)));
}

/** The file's state after one of its tables was described with this many public cells. */
export function afterTable(
  file: FileBudget,
  { rows, cellsPerRow }: TableSize,
  shownCells: number,
): FileBudget {
  return {
    ...file,
    cells: file.cells + rows * cellsPerRow,
    widestRow: Math.max(file.widestRow, cellsPerRow),
    spent: file.spent + shownCells,
  };
}

/**
 * How many rows a paid table's sample may show, whatever they cost: 1 % or three, whichever is
 * more, but a tenth if there are fewer than 30 rows. Below ten rows it is one, shown in part.
 */
export function paidSampleRowsMax(rows: number): number {
  const some = Math.max(Math.floor(rows * PUBLIC_CELLS_RATIO), PUBLIC_ROWS_FLOOR);
  const tenth = Math.max(1, Math.floor(rows * PUBLIC_CELLS_RATIO_MAX + roundingSlack));
  return Math.min(rows, SAMPLE_ROWS_MAX, some, tenth);
}

/**
 * How many cells of the budget the sample may use if the figures would use `figureCells`: the rest, but
 * at least half, and a whole row if the budget allows one.
 */
export function sampleShareCells(
  budgetCells: number,
  figureCells: number,
  cellsPerRow: number,
): number {
  const half = Math.ceil(budgetCells / 2);
  return Math.max(budgetCells - figureCells, half, Math.min(budgetCells, Math.ceil(cellsPerRow)));
}

/**
 * How many different sets of values an account may compare with a paid file before buying it: each
 * answer counts as one cell of the file's budget.
 */
export function matchedSetsMax({ rows, cellsPerRow }: TableSize): number {
  return Math.min(MATCHED_SETS_MAX, leakBudgetCells(rows, cellsPerRow));
}

/** The sample's text for a value beyond the budget. */
export const WITHHELD_VALUE = "[hidden: for buyers]";

/** Why a sample shows fewer cells than its rows have, in one sentence. */
export function explainWithheld({ rows, cellsPerRow }: TableSize, budgetCells: number): string {
  const cells = Math.round(rows * cellsPerRow);
  const isTenth = budgetCells < Math.floor(cellsPerRow * PUBLIC_ROWS_FLOOR + roundingSlack);
  const rule = isTenth
    ? "Of a small paid file at most a tenth is public"
    : "Of a paid file 1 % or three rows are public";
  return (
    `${rule}: of ${counted(rows, "row")} with ` +
    `${counted(cells, "cell")} in all, ${counted(budgetCells, "cell")}.`
  );
}

/** Below this step, whole numbers are rounded to multiples of 1. */
const integerStepMin = 5;

/**
 * Extremes rounded outwards to multiples of a step about as wide as their distance, so that neither
 * is or reveals a value of the column; null if that is impossible.
 */
export function roundOutwards(
  min: number,
  max: number,
  areIntegers: boolean,
): { min: number | null; max: number | null } {
  const span = max > min ? max - min : Math.abs(max);
  const wide = 10 ** Math.ceil(Math.log10(span)) / 2;
  const step = areIntegers ? Math.max(integerStepMin, wide) : wide;
  if (!(step > 0) || !Number.isFinite(step)) return { min: null, max: null };
  const low = tidy((Math.ceil(min / step) - 1) * step);
  const high = tidy((Math.floor(max / step) + 1) * step);
  return {
    // A column without negative values gets no bound below 0.
    min: low < min && (low >= 0 || min < 0) ? low : null,
    max: high > max && (high <= 0 || max > 0) ? high : null,
  };
}

/** Removes floating-point noise: 0.30000000000000004 becomes 0.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
