import pl, { type DataFrame, type Series } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import { type ColumnBudget, ColumnStats, columnBudget } from "./column-stats.ts";
import { TextColumnType } from "./column-types.ts";
import { Reservoir, seededRandom } from "./random.ts";
import { HashSketch } from "./sketch.ts";
import type { RawKind, TableChunk, TableSource } from "./table.ts";

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

const ROW_KEYS_MAX = 1_000_000;
/** Expressions that one query may hold; a wide table is worked through in batches. */
const COLUMNS_PER_QUERY = 500;
const PASSES_MAX = 12;

type Pass = {
  plans: ColumnPlan[];
  stats: ColumnStats[];
  budget: ColumnBudget;
  rows: number;
  completeRows: number;
  rowSketch: HashSketch;
  reservoir: Reservoir;
  sample: Map<number, SampledRow>;
  /** True once a plan changed after figures were taken: the pass must be repeated. */
  stale: boolean;
};

/** Frees the memory of dropped frames, which Polars holds until the collector runs. */
function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

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
      rows: 0,
      completeRows: 0,
      rowSketch: new HashSketch(ROW_KEYS_MAX),
      reservoir: new Reservoir(sampleRowsMax, seededRandom(seedSha256, 1)),
      sample: new Map(),
      stale: false,
    };
    for await (const chunk of source.chunks()) {
      takeChunk(pass, source, chunk, seedSha256);
      onChunk(chunk.bytesDone);
      if (pass.rows > chunk.rows) collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (!pass.stale || passes >= PASSES_MAX) return finish(pass, source, seedSha256);
    plans = pass.plans;
  }
}

function takeChunk(pass: Pass, source: TableSource, chunk: TableChunk, seed: string): void {
  const knownColumns = pass.plans.length;
  updateKinds(pass, source, chunk);
  if (pass.rows > 0 && pass.plans.length > knownColumns) pass.stale = true;
  const typed = typeFrame(pass, chunk.frame);
  if (!pass.stale) {
    sampleRows(pass, chunk);
    absorbColumns(pass, chunk, typed, seed);
    pass.completeRows += countCompleteRows(typed);
    pass.rowSketch.add(chunk.frame.hashRows().toTypedArray() as BigUint64Array);
  }
  pass.rows += chunk.rows;
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

/** The chunk with all columns in their final types, after making the types fit its values. */
function typeFrame(pass: Pass, frame: DataFrame): DataFrame {
  const typed = castColumns(pass, frame);
  const typedNulls = typed.nullCount().row(0).map(Number);
  const rawNulls = frame.nullCount().row(0).map(Number);
  const suspects = countSuspects(pass, frame);
  let recast = false;
  for (const [index, column] of frame.getColumns().entries()) {
    const text = pass.plans[index]?.text;
    if (!text) continue;
    const nulls = typedNulls[index] ?? 0;
    if (text.settledBy(rawNulls[index] ?? 0, nulls, suspects.get(index) ?? 0)) continue;
    const change = text.refine(column, nulls);
    if (change !== "same") recast = true;
    if (change === "changed" && pass.rows > 0) pass.stale = true;
    if (index % COLUMNS_PER_QUERY === COLUMNS_PER_QUERY - 1) collectGarbage();
  }
  return recast ? castColumns(pass, frame) : typed;
}

/** Values per column that a cast may have misread, counted for all columns at once. */
function countSuspects(pass: Pass, frame: DataFrame): Map<number, number> {
  const asked = frame.columns.flatMap((name, index) => {
    const expr = pass.plans[index]?.text?.suspectsExpr(name);
    return expr ? [{ index, expr: expr.alias(name) }] : [];
  });
  if (asked.length === 0) return new Map();
  const row = frame.select(...asked.map(({ expr }) => expr)).row(0);
  return new Map(asked.map(({ index }, at) => [index, Number(row[at] ?? 0)]));
}

function castColumns(pass: Pass, frame: DataFrame): DataFrame {
  const exprs = frame.columns.map((name, index) => {
    const text = pass.plans[index]?.text;
    return (text ? text.expr(name) : pl.col(name)).alias(name);
  });
  return frame.select(...exprs);
}

function absorbColumns(pass: Pass, chunk: TableChunk, typed: DataFrame, seed: string): void {
  const rawNulls = chunk.frame.nullCount().row(0).map(Number);
  const columns = typed.getColumns();
  const known = columns.flatMap((column, index) => {
    const type = pass.plans[index]?.type ?? "empty";
    return type === "empty" ? [] : [{ index, column, stats: statsOf(pass, index, column, seed) }];
  });
  for (let from = 0; from < known.length; from += COLUMNS_PER_QUERY) {
    const batch = known.slice(from, from + COLUMNS_PER_QUERY);
    const exprs = batch.map(({ index, column, stats }) => {
      const near = pass.plans[index]?.text?.nearExpr(column.name) ?? null;
      return stats.aggregates(column.name, chunk.rows, near);
    });
    const flat = exprs.flat().map((expr, at) => expr.alias(`f${at}`));
    const row = flat.length > 0 ? typed.select(...flat).row(0) : [];
    let at = 0;
    for (const [offset, { index, column, stats }] of batch.entries()) {
      const figures = row.slice(at, at + (exprs[offset]?.length ?? 0));
      at += figures.length;
      stats.absorb(column, rawNulls[index] ?? 0, figures);
    }
    if (known.length > COLUMNS_PER_QUERY) collectGarbage();
  }
}

/** The statistics of a column; made when its first value appears, so all rows before are missing. */
function statsOf(pass: Pass, index: number, column: Series, seed: string): ColumnStats {
  const held = pass.stats[index];
  if (held) return held;
  const type = pass.plans[index]?.type ?? "empty";
  const random = seededRandom(seed, index + 2);
  const stats = new ColumnStats(type, !column.isFloat(), pass.budget, random);
  stats.absorbMissing(pass.rows);
  pass.stats[index] = stats;
  return stats;
}

function countCompleteRows(typed: DataFrame): number {
  const present = typed.columns.map((name) => pl.col(name).isNotNull());
  return Number(typed.select(pl.allHorizontal(present).sum().alias("n")).row(0)[0] ?? 0);
}

function sampleRows(pass: Pass, chunk: TableChunk): void {
  const chosen = new Map<number, number>();
  pass.reservoir.offer(chunk.rows, (slot, offset) => chosen.set(slot, offset));
  const picked = chunk.pick([...chosen.values()]);
  let at = 0;
  for (const [slot, offset] of chosen) {
    pass.sample.set(slot, { index: pass.rows + offset, values: picked[at++] ?? [] });
  }
}

function finish(pass: Pass, source: TableSource, seed: string): TableScan {
  const columns = source.names.map((name, index): ScannedColumn => {
    const plan = pass.plans[index];
    const held = pass.stats[index];
    if (held) {
      const type = held.count > 0 ? (plan?.type ?? "empty") : "empty";
      return { name, type, stats: held, nearType: plan?.text?.nearType ?? null };
    }
    const stats = new ColumnStats("empty", false, pass.budget, seededRandom(seed, index + 2));
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
