/** The pass over a table: settles the types, measures every chunk, draws the sample. */
import type { DataFrame } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import { Reservoir, seededRandom } from "../base/random.ts";
import type { RawKind, TableChunk, TableSource } from "../base/table.ts";
import {
  type ChunkAnswers,
  type ChunkFigures,
  ChunkQueries,
  COLUMNS_PER_QUERY_MAX,
  plainFigures,
} from "./chunk-queries.ts";
import { collectGarbage, PacedCollection } from "./collect-garbage.ts";
import { type ColumnBudget, columnBudget } from "./column-budget.ts";
import { ColumnStats, FEW_ROWS_MAX } from "./column-stats.ts";
import { TextColumnType } from "./column-types.ts";
import { HashSketch } from "./hash-sketch.ts";

/** What is known about a column's type. It outlives a pass and only ever becomes more general. */
class ColumnPlan {
  readonly kind: RawKind;
  readonly text: TextColumnType | null;

  constructor(kind: RawKind, delimiter: string | null) {
    this.kind = kind;
    const isText = kind === "text" || kind === "json_text" || kind === "digits";
    this.text = isText ? new TextColumnType(kind, delimiter) : null;
  }

  get type(): ColumnType {
    return this.text ? this.text.type : (this.kind as ColumnType);
  }
}

export type ScannedColumn = {
  name: string;
  type: ColumnType;
  stats: ColumnStats;
  /** The type that most values of a text column fit, if there is one. */
  nearType: ColumnType | null;
};

export type SampledRow = { index: number; values: unknown[] };

export type TableScan = {
  columns: ScannedColumn[];
  rows: number;
  completeRows: number;
  rowSketch: HashSketch;
  /** A uniform sample of raw rows, each with its position in the file. */
  sample: SampledRow[];
};

const rowKeysMax = 1_000_000;
const passesMax = 12;
/** Trying types on a column leaves half a megabyte of expressions behind. */
const refinedPerCollection = 100;

type Pass = {
  plans: ColumnPlan[];
  stats: ColumnStats[];
  budget: ColumnBudget;
  queries: { key: string; made: ChunkQueries } | null;
  /** Rows of the chunks that were begun. */
  rows: number;
  completeRows: number;
  rowSketch: HashSketch;
  reservoir: Reservoir;
  sample: Map<number, SampledRow>;
  seed: string;
  /** True once a plan changed after figures were taken: the pass must be repeated. */
  stale: boolean;
};

/** A chunk whose queries have run. */
type MeasuredChunk = ChunkAnswers & {
  chunk: TableChunk;
  rowsBefore: number;
  /** The statistics that the chunk belongs to; null for columns without a value so far. */
  stats: readonly (ColumnStats | null)[];
};

/**
 * Reads the whole table in bounded memory: statistics of every column and a uniform sample. When a
 * late value changes a column's type, the table is read again from its beginning.
 */
export async function scanTable(
  source: TableSource,
  seedSha256: string,
  sampleRowsMax: number,
  onChunk: (bytesDone: number) => void,
): Promise<TableScan> {
  let plans: ColumnPlan[] = [];
  for (let passes = 1; ; passes++) {
    const pass: Pass = {
      plans,
      stats: [],
      budget: columnBudget(source.names.length),
      queries: null,
      rows: 0,
      completeRows: 0,
      rowSketch: new HashSketch(rowKeysMax),
      reservoir: new Reservoir(sampleRowsMax, seededRandom(seedSha256, 1)),
      sample: new Map(),
      seed: seedSha256,
      stale: false,
    };
    await readAll(pass, source, onChunk);
    if (!pass.stale || passes >= passesMax) return finish(pass, source);
    plans = pass.plans;
  }
}

/**
 * While Polars works on the queries of a chunk, this thread takes in the chunk before it and reads
 * the one after it. Types are settled chunk by chunk, in their order.
 */
async function readAll(
  pass: Pass,
  source: TableSource,
  onChunk: (bytesDone: number) => void,
): Promise<void> {
  let running: Promise<MeasuredChunk | null> | null = null;
  const collection = new PacedCollection();
  for await (const chunk of source.chunks()) {
    const measured: MeasuredChunk | null = await running;
    running = measureChunk(pass, source, chunk);
    // Its failure is met where it is awaited, unless reading fails first.
    running.catch(() => {});
    if (measured) absorbChunk(pass, measured);
    onChunk(chunk.bytesDone);
    collection.afterChunk(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const last = await running;
  if (last) absorbChunk(pass, last);
}

/** Runs the queries of a chunk, after making the types fit its values; null in a stale pass. */
async function measureChunk(
  pass: Pass,
  source: TableSource,
  chunk: TableChunk,
): Promise<MeasuredChunk | null> {
  const { frame } = chunk;
  const rowsBefore = pass.rows;
  const knownColumns = pass.plans.length;
  updateKinds(pass, source, chunk);
  if (rowsBefore > 0 && pass.plans.length > knownColumns) pass.stale = true;
  pass.rows += chunk.rows;
  let answers: ChunkAnswers | null = null;
  if (!typesUnknown(pass)) answers = await queriesOf(pass, chunk, rowsBefore).run(frame);
  const refined = refineTypes(pass, frame, answers?.figures ?? plainFigures(frame), rowsBefore);
  if (pass.stale) return null;
  const queries = queriesOf(pass, chunk, rowsBefore);
  if (refined || answers === null) answers = await queries.run(frame);
  return { ...answers, chunk, rowsBefore, stats: queries.stats };
}

/** In a first chunk of text: no type is known that could be tried. */
function typesUnknown(pass: Pass): boolean {
  return pass.plans.every(({ text }) => text !== null && !text.known);
}

/** Adopts the kinds of a chunk; a kind that changes makes the figures so far stale. */
function updateKinds(pass: Pass, source: TableSource, chunk: TableChunk): void {
  for (const [index, kind] of chunk.kinds.entries()) {
    const plan = pass.plans[index];
    if (plan && (plan.kind === kind || kind === "empty")) continue;
    const sameFigures = !plan || plan.kind === "empty" || isWider(plan.kind, kind);
    if (!sameFigures && pass.rows > 0) pass.stale = true;
    pass.plans[index] = new ColumnPlan(kind, source.delimiter);
  }
}

/** JSON numbers are floats in any case: a fraction makes a column wider but changes no figure. */
function isWider(before: RawKind, after: RawKind): boolean {
  return before === "integer" && after === "number";
}

/** The queries for the types as they are; those of the chunk before where nothing changed. */
function queriesOf(pass: Pass, { frame, rows }: TableChunk, rowsBefore: number): ChunkQueries {
  const wanted = !pass.stale;
  const states = frame.columns.map((_, i) => {
    const plan = pass.plans[i];
    return plan?.text ? plan.text.state : plan?.kind;
  });
  const key = [wanted, rows > FEW_ROWS_MAX, ...states].join();
  if (pass.queries?.key === key) return pass.queries.made;
  const raw = frame.getColumns();
  const columns = frame.columns.map((name, index) => {
    const { text, type } = pass.plans[index] as ColumnPlan;
    const isFloat = text === null && (raw[index]?.isFloat() ?? false);
    const stats = wanted && type !== "empty" ? statsOf(pass, index, isFloat, rowsBefore) : null;
    return { name, text, stats };
  });
  const made = new ChunkQueries(columns, rows);
  pass.queries = { key, made };
  return made;
}

/** Makes the types fit the values of a chunk; true when one was not known or had to change. */
function refineTypes(
  pass: Pass,
  frame: DataFrame,
  { rawNulls, typedNulls, suspects }: ChunkFigures,
  rowsBefore: number,
): boolean {
  let refined = false;
  for (const [index, column] of frame.getColumns().entries()) {
    const text = pass.plans[index]?.text;
    if (!text) continue;
    const nulls = typedNulls[index] ?? 0;
    if (text.observe(column, rowsBefore)) {
      refined = true;
      if (rowsBefore > 0) pass.stale = true;
    }
    if (text.settledBy(rawNulls[index] ?? 0, nulls, suspects[index] ?? 0)) continue;
    const change = text.refine(column, nulls);
    if (change !== "same") refined = true;
    if (change === "changed" && rowsBefore > 0) pass.stale = true;
    if (index % refinedPerCollection === refinedPerCollection - 1) collectGarbage();
  }
  return refined;
}

/**
 * The statistics of a column; made when its first value appears, so all rows before are missing, and
 * anew when the first chunk of a repeated pass has another type than the last one of the pass before.
 */
function statsOf(pass: Pass, index: number, isFloat: boolean, rowsBefore: number): ColumnStats {
  const held = pass.stats[index];
  const type = pass.plans[index]?.type ?? "empty";
  if (held && (rowsBefore > 0 || held.type === type)) return held;
  const stats = new ColumnStats(type, !isFloat, pass.budget, seededRandom(pass.seed, index + 2));
  stats.absorbMissing(rowsBefore);
  pass.stats[index] = stats;
  return stats;
}

/** Takes a measured chunk into the figures of the table. */
function absorbChunk(pass: Pass, measured: MeasuredChunk): void {
  const { chunk, rowsBefore, typed, stats, figures, values } = measured;
  sampleRows(pass, chunk, rowsBefore);
  const columns = typed.getColumns();
  for (const [index, held] of stats.entries()) {
    const column = columns[index];
    if (!held || !column) continue;
    const { rawNulls, aggregates } = figures;
    held.absorb(column, rawNulls[index] ?? 0, aggregates[index] ?? [], values[index] ?? null);
    if (index % COLUMNS_PER_QUERY_MAX === COLUMNS_PER_QUERY_MAX - 1) collectGarbage();
  }
  pass.completeRows += figures.completeRows;
  pass.rowSketch.add(chunk.frame.hashRows().toTypedArray() as BigUint64Array);
}

function sampleRows(pass: Pass, chunk: TableChunk, rowsBefore: number): void {
  const chosen = new Map<number, number>();
  pass.reservoir.offer(chunk.rows, (slot, offset) => chosen.set(slot, offset));
  const picked = chunk.pick([...chosen.values()]);
  let at = 0;
  for (const [slot, offset] of chosen) {
    pass.sample.set(slot, { index: rowsBefore + offset, values: picked[at++] ?? [] });
  }
}

function finish(pass: Pass, source: TableSource): TableScan {
  const columns = source.names.map((name, index): ScannedColumn => {
    const plan = pass.plans[index];
    const held = pass.stats[index];
    if (held) {
      const type = held.count > 0 ? (plan?.type ?? "empty") : "empty";
      return { name, type, stats: held, nearType: plan?.text?.nearType ?? null };
    }
    const random = seededRandom(pass.seed, index + 2);
    const stats = new ColumnStats("empty", false, pass.budget, random);
    stats.absorbMissing(pass.rows);
    return { name, type: "empty", stats, nearType: null };
  });
  return {
    columns,
    rows: pass.rows,
    completeRows: pass.completeRows,
    rowSketch: pass.rowSketch,
    sample: [...pass.sample.values()].sort((a, b) => a.index - b.index),
  };
}
