/** Takes in chunks of located cells if the kernel can read the kinds of all columns. */
import type { DataFrame } from "nodejs-polars";
import { frameColumn, type RawKind, type TableChunk } from "../../base/table.ts";
import { CellChunk } from "../../kernel/cell-chunk.ts";
import { type CellForm, type CellReading, keyOf } from "../../kernel/cell-types.ts";
import { areAtHand, type FoundCells, firstTextsOf } from "../../kernel/find-cells.ts";
import { collectEvery } from "../collect-garbage.ts";
import { ColumnPlan } from "../column-plan.ts";
import type { ColumnStats } from "../column-stats.ts";
import { missingTokens } from "../formats/missing-tokens.ts";
import { headValues } from "../formats/spoken-values.ts";
import type { TableRows } from "../rows/table-rows.ts";
import { boundOf, measureCells } from "./cell-figures.ts";
import { CellRows } from "./cell-rows.ts";

/** Stops trying after this many chunks with unsuitable kinds. */
const refusalsMax = 3;
/** Columns taken in per garbage collection; each leaves up to 10 kB behind. */
const takenPerCollection = 5000;

/** The state of a pass over a table before the chunk. */
export type PassSoFar = {
  plans: ColumnPlan[];
  stats: readonly (ColumnStats | undefined)[];
  rows: number;
  table: TableRows;
  /** Set once earlier statistics are no longer valid. */
  stale: boolean;
};

/** Uses the kernel for the chunks of one table. */
export class CellTaker {
  #refusals = 0;
  /** Columns taken in so far, over all chunks. */
  #taken = 0;

  /** Whether to try the kernel on a chunk, once all earlier chunks are taken in. */
  mayTake({ cells }: TableChunk, { table, plans }: PassSoFar): boolean {
    if (!cells || !areAtHand(cells) || this.#refusals >= refusalsMax) return false;
    return cells.columns === plans.length && table.hashedOrder?.length === plans.length;
  }

  /** How the next chunk will be read. */
  readsAs(pass: PassSoFar): CellReading | null {
    const order = pass.table.hashedOrder;
    const forms = this.#refusals < refusalsMax ? formsOf(pass) : null;
    if (!forms || order?.length !== forms.length) return null;
    const bounds = forms.map((_, index) => {
      const held = pass.stats[index];
      return held ? boundOf(held) : 0n;
    });
    return { forms, words: wordsOf(pass), order, tokens: missingTokens, bounds };
  }

  /**
   * Takes a chunk into a pass's statistics and rows, and returns the number of complete rows. Null
   * if Polars has to read it; nothing was taken in then.
   */
  take(chunk: TableChunk, pass: PassSoFar): number | null {
    const order = pass.table.hashedOrder;
    const { cells: found } = chunk;
    if (!found || !order || !this.mayTake(chunk, pass) || observe(chunk, found, pass)) return null;
    const forms = formsOf(pass);
    if (!forms) return null;
    const reading = { forms, words: wordsOf(pass), order, tokens: missingTokens };
    const cells = areKnown(chunk.kinds, pass.plans) ? readCells(chunk, found, reading) : null;
    if (!cells) {
      // The types of a first chunk were only presumed, so its refusal does not count.
      if (pass.rows > 0) this.#refusals++;
      return null;
    }
    const stats = pass.plans.map((_, index) => pass.stats[index] ?? null);
    pass.table.addCells(new CellRows(cells, pass.plans), stats);
    for (const [index, held] of stats.entries()) {
      if (held) absorb(cells, index, held, pass.plans[index] as ColumnPlan);
      // The kernel has read every cell as this type.
      pass.plans[index]?.text?.settledBy(0, 0, 0);
      collectEvery(takenPerCollection, this.#taken++);
    }
    return cells.completeRows();
  }
}

/**
 * Whether the columns still have their kinds; integers become numbers with their first fraction.
 */
function areKnown(kinds: readonly RawKind[], plans: ColumnPlan[]): boolean {
  const widened: number[] = [];
  for (const [index, kind] of kinds.entries()) {
    const plan = plans[index];
    if (plan?.kind === kind || kind === "empty") continue;
    if (!plan?.isWidenedBy(kind)) return false;
    widened.push(index);
  }
  for (const index of widened) plans[index] = new ColumnPlan("number", null, "");
  return true;
}

/** Shows columns the rest of the file's beginning; true if that changes a near type. */
function observe(chunk: TableChunk, found: FoundCells, pass: PassSoFar): boolean {
  const { plans, rows: rowsBefore } = pass;
  let read: ((column: number) => string[]) | null = null;
  const firstOf = (column: number): string[] => {
    read ??= firstTextsOf(found, headValues);
    return read(column);
  };
  let changed = false;
  for (const [index, { text }] of plans.entries()) {
    const beginning = { rows: chunk.rows, first: () => firstOf(index) };
    if (text?.observe(beginning, rowsBefore)) changed = true;
  }
  if (changed) pass.stale = true;
  return changed;
}

/** The cells as read by another thread, if that was requested; otherwise reads them here. */
function readCells(
  { read }: TableChunk,
  found: FoundCells,
  reading: Omit<CellReading, "bounds">,
): CellChunk | null {
  if (read?.key === keyOf(reading)) return read;
  return found.isForeign ? null : CellChunk.read(found, reading);
}

/** Per column of text: the spellings that are missing values in it. */
function wordsOf({ plans }: PassSoFar): (readonly string[])[] {
  return plans.map(({ text }) => text?.words ?? []);
}

/** How to read each column; null if the kernel cannot read one of them. */
function formsOf({ plans, stats, rows }: PassSoFar): CellForm[] | null {
  const forms: CellForm[] = [];
  for (const [index, plan] of plans.entries()) {
    const form = plan.formBehind(rows);
    if (form === null || (form === "none") !== (stats[index] === undefined)) return null;
    forms.push(form);
  }
  return forms;
}

function absorb(chunk: CellChunk, index: number, stats: ColumnStats, plan: ColumnPlan): void {
  const column = chunk.columns[index];
  const { text } = plan;
  if (!column) return;
  const name = frameColumn(index);
  // Built on demand: most columns need no cast, and an expression is kilobytes of JavaScript.
  const cast = (texts: DataFrame): DataFrame => texts.select(plan.exprOfWritten(name).alias(name));
  const { rows } = chunk;
  const numbers = { rows, nulls: rows - column.count, rawNulls: column.emptyCells };
  const { aggregates, present } = measureCells({ name, chunk, column, stats, text, cast });
  stats.absorb(numbers, aggregates, present);
  for (const word of column.spelled) stats.missingWords.add(word);
}
