/** The pass over a table: determines the types, measures every chunk, samples rows. */
import type { DataFrame } from "nodejs-polars";
import type { ColumnType, ProfileAlert } from "../../market/profile/schemas.ts";
import { frameColumn, type TableChunk, type TableSource } from "../base/table.ts";
import type { CellReading } from "../kernel/cell-types.ts";
import { CellTaker } from "./cells/take-cells.ts";
import {
  absorbAnswers,
  type ChunkAnswers,
  plainFigures,
  type TableQueries,
  type TypeFigures,
} from "./chunk-queries.ts";
import { collectEvery, PacedCollection } from "./collect-garbage.ts";
import type { ColumnPlan, Written } from "./column-plan.ts";
import { ColumnStats, FEW_ROWS_MAX } from "./column-stats.ts";
import type { SpelledNulls } from "./column-values.ts";
import type { SampledRow } from "./drawn-rows.ts";
import { eachColumn } from "./each-column.ts";
import { beginningOf } from "./formats/spoken-values.ts";
import { reviewTypes } from "./review-types.ts";
import {
  budgetOf,
  forgetStats,
  isFloatType,
  type Pass,
  presumeCells,
  presumeTypes,
  presumeWords,
  shareBudget,
  statsOf,
  typesUnknown,
  updateKinds,
} from "./rows/table-pass.ts";
import { type RowsResult, TableRows } from "./rows/table-rows.ts";
import { spelledNullsOf } from "./spelled-nulls.ts";
import { tableQueries } from "./wide-queries.ts";
import { takeWords, wantedOfWords } from "./words/take-words.ts";

export type ScannedColumn = {
  name: string;
  type: ColumnType;
  stats: ColumnStats;
  /** The type that most values of a text column fit, if there is one. */
  nearType: ColumnType | null;
  /** How the values are written, if not in the plain way of their type. */
  written: Written;
  /** An alert about an ambiguity in how the values are meant. */
  doubt: ProfileAlert | null;
};

export type TableScan = RowsResult & {
  columns: ScannedColumn[];
  rows: number;
  completeRows: number;
};

const passesMax = 12;
/**
 * Number of columns per garbage collection: trying types leaves expressions behind, up to half a
 * megabyte per column.
 */
const refinedPerCollection = 1000;

/** A chunk whose queries have run. */
type MeasuredChunk = ChunkAnswers & {
  /** The statistics for the chunk; null for columns without values so far. */
  stats: readonly (ColumnStats | null)[];
  spelled: ReadonlyMap<number, SpelledNulls>;
};

/**
 * Reads the whole table in bounded memory: statistics of every column and a uniform sample. If a
 * late value changes a column's type, reads the table again from the beginning. With a `joinKey`,
 * also collects the hashes that find joinable tables.
 */
export async function scanTable(
  source: TableSource,
  sampleRowsMax: number,
  onChunk: (bytesDone: number) => void,
  joinKey: string | null = null,
): Promise<TableScan> {
  let plans: ColumnPlan[] = [];
  for (let passes = 1; ; passes++) {
    const pass: Pass = {
      joinKey,
      plans,
      stats: [],
      budget: budgetOf(source, joinKey),
      queries: null,
      rows: 0,
      completeRows: 0,
      table: new TableRows(source, sampleRowsMax),
      cells: new CellTaker(),
      stale: false,
    };
    await readAll(pass, source, onChunk);
    const isLast = passes >= passesMax;
    const isWrong = pass.stale || reviewTypes(pass, pass.table.drawn(), source.delimiter);
    const empty = isLast ? 0 : emptyLast(pass, source);
    if (isLast || (!isWrong && empty === 0)) return finish(pass, source);
    if (empty > 0) source.leaveOutLast?.(empty);
    plans = pass.plans.slice(0, source.names.length);
  }
}

/** While Polars works on a chunk, this thread takes in the previous one and reads the next. */
async function readAll(
  pass: Pass,
  source: TableSource,
  onChunk: (bytesDone: number) => void,
): Promise<void> {
  let running: Promise<MeasuredChunk | null> | null = null;
  const collection = new PacedCollection();
  const now = (): CellReading | null => (pass.stale ? null : pass.cells.readsAs(pass));
  const behind = async (): Promise<CellReading | null> => {
    // The failure is reported where the chunk is taken in.
    await running?.catch(() => null);
    return now();
  };
  const words = (): readonly bigint[] | null => (pass.stale ? null : wantedOfWords(pass));
  for await (const chunk of source.chunks({ now, behind, words })) {
    let measured: MeasuredChunk | null = await running;
    running = null;
    if (pass.rows === 0) shareBudget(pass, source);
    const presume = chunk.words ? presumeWords : presumeCells;
    const takeBack = pass.rows === 0 ? presume(pass, source, chunk) : null;
    if (chunk.words || pass.cells.mayTake(chunk, pass)) {
      if (measured) absorbChunk(pass, measured);
      measured = null;
    }
    if (!takesCells(pass, chunk)) {
      takeBack?.();
      running = measureChunk(pass, source, chunk);
      // Handled where it is awaited; this avoids an unhandled rejection if reading fails first.
      running.catch(() => {});
      if (measured) absorbChunk(pass, measured);
    }
    onChunk(chunk.bytesDone);
    collection.afterChunk(chunk, { leftFrame: running !== null });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const last = await running;
  if (last) absorbChunk(pass, last);
  collection.afterTable(pass.rows, pass.plans.length);
}

/** Takes in a chunk without Polars if its cells are like the earlier ones; false otherwise. */
function takesCells(pass: Pass, chunk: TableChunk): boolean {
  const complete = pass.stale ? null : (takeWords(chunk, pass) ?? pass.cells.take(chunk, pass));
  if (complete === null) return false;
  pass.rows += chunk.rows;
  pass.completeRows += complete;
  return true;
}

/** Makes the types fit a chunk's values and runs its queries; null in a stale pass. */
async function measureChunk(
  pass: Pass,
  source: TableSource,
  chunk: TableChunk,
): Promise<MeasuredChunk | null> {
  const { frame } = chunk;
  const rowsBefore = pass.rows;
  const knownColumns = pass.plans.length;
  updateKinds(pass, source, chunk);
  for (const [index, plan] of pass.plans.entries()) {
    const column = plan.mayBeTimes ? frame.getColumn(frameColumn(index)) : null;
    if (column && plan.observeCounts(column) && rowsBefore > 0) pass.stale = true;
  }
  if (rowsBefore > 0 && pass.plans.length > knownColumns) pass.stale = true;
  pass.rows += chunk.rows;
  const presumes = rowsBefore === 0 && typesUnknown(pass) && presumeTypes(pass, frame);
  let checks = presumes || !typesUnknown(pass);
  if (!checks) refineTypes(pass, frame, plainFigures(frame), rowsBefore);
  while (checks || !pass.stale) {
    const queries = queriesOf(pass, chunk, rowsBefore);
    const { stats } = queries;
    const answers = await queries.run(frame, {
      checks,
      accepts: (figures) =>
        !checks || (!refineTypes(pass, frame, figures, rowsBefore) && !pass.stale),
      meanwhile: (typed) => pass.table.add(chunk, typed, stats),
    });
    if (answers) {
      const spelled = spelledNullsOf(frame, answers.typed, answers.figures, pass.plans);
      return { ...answers, stats, spelled };
    }
    if (presumes) forgetStats(pass, source);
    checks = false;
  }
  return null;
}

/** The queries for the current types; those of the previous chunk if nothing has changed. */
function queriesOf(pass: Pass, { frame, rows }: TableChunk, rowsBefore: number): TableQueries {
  const wanted = !pass.stale;
  const states = frame.columns.map((_, i) => {
    return pass.plans[i]?.state;
  });
  const key = [wanted, rows > FEW_ROWS_MAX, ...states].join();
  if (pass.queries?.key === key) return pass.queries.made;
  const areFloats = frame.dtypes.map(isFloatType);
  const columns = frame.columns.map((name, index) => {
    const plan = pass.plans[index] as ColumnPlan;
    const { text, type } = plan;
    const isFloat = text === null && !plan.countsTimes && areFloats[index] === true;
    const stats = wanted && type !== "empty" ? statsOf(pass, index, isFloat, rowsBefore) : null;
    return { name, plan, text, stats };
  });
  const made = tableQueries(columns, rows);
  pass.queries = { key, made };
  return made;
}

/** Makes the types fit a chunk's values; true if a type was unknown or had to change. */
function refineTypes(
  pass: Pass,
  frame: DataFrame,
  { rawNulls, typedNulls, suspects }: TypeFigures,
  rowsBefore: number,
): boolean {
  let refined = false;
  eachColumn(frame, (column, index) => {
    const text = pass.plans[index]?.text;
    if (!text) return;
    const nulls = typedNulls[index] ?? 0;
    if (text.observe(beginningOf(column), rowsBefore)) {
      refined = true;
      if (rowsBefore > 0) pass.stale = true;
    }
    if (text.settledBy(rawNulls[index] ?? 0, nulls, suspects[index] ?? 0)) return;
    const change = text.refine(column, nulls);
    if (change !== "same") refined = true;
    if (change === "changed" && rowsBefore > 0) pass.stale = true;
    collectEvery(refinedPerCollection, index);
  });
  return refined;
}

/** Adds a measured chunk to the table's statistics. */
function absorbChunk(pass: Pass, measured: MeasuredChunk): void {
  absorbAnswers(measured, measured.stats);
  for (const [index, spelled] of measured.spelled) measured.stats[index]?.absorbSpelled(spelled);
  pass.completeRows += measured.figures.completeRows;
}

/** Number of columns at the end without a name or a cell, which the source can leave out. */
function emptyLast({ stats }: Pass, source: TableSource): number {
  if (!source.leaveOutLast) return 0;
  const { badlyNamedColumns } = source.facts();
  let first = source.names.length;
  while (first > 1) {
    const index = first - 1;
    const isUnnamed = badlyNamedColumns.has(index) && source.names[index] === `column_${first}`;
    if (!isUnnamed || (stats[index] && stats[index].count + stats[index].tokenCount > 0)) break;
    first = index;
  }
  return source.names.length - first;
}

function finish(pass: Pass, source: TableSource): TableScan {
  const columns = source.names.map((name, index): ScannedColumn => {
    const plan = pass.plans[index];
    const held = pass.stats[index];
    if (held) {
      const type = held.count > 0 ? (plan?.type ?? "empty") : "empty";
      const { nearType, doubt } = plan?.text ?? { nearType: null, doubt: null };
      const written = type === "empty" ? {} : (plan?.written ?? {});
      return { name, type, stats: held, nearType, written, doubt };
    }
    const stats = new ColumnStats("empty", false, pass.budget);
    stats.absorbMissing(pass.rows);
    return { name, type: "empty", stats, nearType: null, written: {}, doubt: null };
  });
  const found = pass.table.result();
  return {
    columns,
    rows: pass.rows,
    completeRows: pass.completeRows,
    ...found,
    sample: withoutMissing(found.sample, pass),
  };
}

/** Sampled rows hold texts as written: spellings of missing ones become null. */
function withoutMissing(sample: readonly SampledRow[], { plans, stats }: Pass): SampledRow[] {
  const affected = plans.flatMap(({ text }, index) => {
    const hasMissing = text?.type === "string" && (stats[index]?.missingWords.size ?? 0) > 0;
    return hasMissing ? [{ index, words: new Set(["", ...text.words]) }] : [];
  });
  if (affected.length === 0) return [...sample];
  return sample.map((row) => {
    const values = [...row.values];
    for (const { index, words } of affected) {
      const value = values[index];
      if (typeof value === "string" && value !== "" && words.has(value.trim()))
        values[index] = null;
    }
    return { ...row, values };
  });
}
