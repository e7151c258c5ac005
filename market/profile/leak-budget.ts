/** How much of a paid table may become public: one budget of cells over all that is shown of it. Pure. */
import { counted } from "../counted.ts";
import { SAMPLE_ROWS_MAX } from "./rules.ts";

/** No more than this share of the cells is ever public. */
const PUBLIC_CELLS_RATIO_MAX = 0.1;
const PUBLIC_CELLS_RATIO = 0.01;
/** Of a small table as many cells as so many rows have. */
const PUBLIC_ROWS_FLOOR = 3;

/** A table by its size. A nested cell counts as its leaves, so that a row has their mean number. */
export type TableSize = { rows: number; cellsPerRow: number };

/**
 * How many different cells of a paid table may be public: 1 % of them or those of three rows,
 * whichever is more, but never above a tenth. Sample, extremes, top values, quantiles, histograms,
 * thumbnails and all that is made of them share it.
 */
export function leakBudgetCells(rows: number, cellsPerRow: number): number {
  return budgetOf(rows, cellsPerRow, PUBLIC_ROWS_FLOOR);
}

function budgetOf(rows: number, cellsPerRow: number, rowsFloor: number): number {
  const cells = rows * cellsPerRow;
  const some = Math.max(cells * PUBLIC_CELLS_RATIO, cellsPerRow * rowsFloor);
  return Math.floor(Math.min(cells * PUBLIC_CELLS_RATIO_MAX, some) + roundingSlack);
}

/** 0.1 has no exact float: a tenth of 30 must not become 2. */
const roundingSlack = 1e-9;

/** What is known of a paid file of several tables before its next one is described. */
export type FileBudget = {
  /** Tables that are described, all in all. */
  tables: number;
  /** Of those that were described: their cells, the cells of the widest row, and what is public. */
  cells: number;
  widestRow: number;
  spent: number;
};

/**
 * The share that one of several tables has of its file's budget: the floor of three rows is divided
 * among them, and all together never show more than the file as a whole may.
 */
export function tableBudgetCells({ rows, cellsPerRow }: TableSize, file: FileBudget): number {
  const cells = file.cells + rows * cellsPerRow;
  const widest = Math.max(file.widestRow, cellsPerRow);
  const left = widest === 0 ? 0 : leakBudgetCells(cells / widest, widest) - file.spent;
  return Math.max(0, Math.min(left, budgetOf(rows, cellsPerRow, PUBLIC_ROWS_FLOOR / file.tables)));
}

/** The file after a table of it was described, which shows so many cells. */
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
 * How many rows of a paid table a sample may show, whatever they cost: 1 % or three, whichever is
 * more, but of fewer than 30 rows a tenth. Of fewer than ten it is one, of which only a part is shown.
 */
export function paidSampleRowsMax(rows: number): number {
  const some = Math.max(Math.floor(rows * PUBLIC_CELLS_RATIO), PUBLIC_ROWS_FLOOR);
  const tenth = Math.max(1, Math.floor(rows * PUBLIC_CELLS_RATIO_MAX + roundingSlack));
  return Math.min(rows, SAMPLE_ROWS_MAX, some, tenth);
}

/**
 * How many cells of the budget the rows of the sample may take, where the figures would take
 * `figureCells`: what these leave, at least half, and a whole row where the budget has one.
 */
export function sampleShareCells(
  budgetCells: number,
  figureCells: number,
  cellsPerRow: number,
): number {
  const half = Math.ceil(budgetCells / 2);
  return Math.max(budgetCells - figureCells, half, Math.min(budgetCells, Math.ceil(cellsPerRow)));
}

/** What stands in a sample for a value that the budget leaves no room for. */
export const WITHHELD_VALUE = "[hidden: for buyers]";

/** Why a sample shows fewer cells than its rows have, in a sentence. */
export function explainWithheld({ rows, cellsPerRow }: TableSize, budgetCells: number): string {
  const cells = Math.round(rows * cellsPerRow);
  return (
    `Of a small paid file at most a tenth is public: of ${counted(rows, "row")} with ` +
    `${counted(cells, "cell")} in all, ${counted(budgetCells, "cell")}.`
  );
}

/** Whole numbers are told by the next multiple of 1. */
const integerStepMin = 5;

/**
 * Extremes rounded outwards to multiples of a step about as wide as they lie apart, so that neither is
 * a value of the column nor tells one; null where nothing can be said so.
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
    // Of what is nowhere negative nothing below 0 is said.
    min: low < min && (low >= 0 || min < 0) ? low : null,
    max: high > max && (high <= 0 || max > 0) ? high : null,
  };
}

/** Without the last digits, which a float's error makes: 0.30000000000000004 is 0.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
