/** The Polars queries for each chunk of a table. */
import pl, { type DataFrame, type Expr } from "nodejs-polars";
import { type Aggregates, type AskedAggregates, exprsOf, namedAggregates } from "./aggregates.ts";
import type { ColumnStats } from "./column-stats.ts";
import type { TextColumnType } from "./column-types.ts";
import {
  type PresentValues,
  presentOf,
  presentValues,
  type WantedColumn,
} from "./column-values.ts";
import { eachColumn } from "./each-column.ts";

/** Most columns in one query; wider tables are processed in batches. */
export const COLUMNS_PER_QUERY_MAX = 500;
/** With fewer rows, taking values in directly is faster than a query. */
const queriedRowsMin = 1000;

/** A column as the queries of a chunk see it. */
export type QueryColumn = {
  /** Its name in the frame. */
  name: string;
  plan: { expr(name: string): Expr };
  text: TextColumnType | null;
  /** Null while the column has no values. */
  stats: ColumnStats | null;
};

/** Results of a chunk's queries, by column position. */
export type ChunkFigures = {
  typedNulls: number[];
  rawNulls: number[];
  /** Values that a cast may have misread. */
  suspects: number[];
  /** The aggregates of `ColumnStats`; empty without statistics. */
  aggregates: Aggregates[];
  completeRows: number;
};

/** All results of a chunk's queries. */
export type ChunkAnswers = {
  typed: DataFrame;
  figures: ChunkFigures;
  /** The values, for columns that count each value; null for other columns and in wide tables. */
  values: readonly (PresentValues | null)[];
};

/** The counts that show whether the types fit a chunk. */
export type TypeFigures = Pick<ChunkFigures, "typedNulls" | "rawNulls" | "suspects">;

/** Callbacks and options for the queries of a chunk. */
export type Asking = {
  /** Whether to look for suspects, if that is optional. */
  checks: boolean;
  /**
   * Receives how well the types fit; returning false stops the queries, because other types must be
   * tried.
   */
  accepts(figures: TypeFigures): boolean;
  /** Runs on this thread while Polars measures the typed columns. */
  meanwhile(typed: DataFrame): void;
};

/** The queries of a chunk; the result is null if the types were not accepted. */
export type TableQueries = {
  readonly stats: readonly (ColumnStats | null)[];
  run(frame: DataFrame, asking: Asking): Promise<ChunkAnswers | null>;
};

/** Evaluates expressions on Polars' threads, without blocking this one. */
export async function select(frame: DataFrame, exprs: readonly Expr[]): Promise<DataFrame> {
  return await frame
    .lazy()
    .select(...exprs)
    .collect();
}

type Batch = { exprs: Expr[]; take(row: readonly unknown[], into: ChunkFigures): void };

function countComplete(names: readonly string[]): Expr {
  if (names.length === 0) return pl.lit(0);
  return pl.allHorizontal(names.map((name) => pl.col(name).isNotNull())).sum();
}

/** The figures of a chunk that are known without a query. */
export function plainFigures(frame: DataFrame): ChunkFigures {
  const rawNulls = frame.nullCount().row(0).map(Number);
  return {
    typedNulls: rawNulls,
    rawNulls,
    suspects: rawNulls.map(() => 0),
    aggregates: rawNulls.map(() => ({})),
    completeRows: 0,
  };
}

/**
 * The queries of a chunk. They run on Polars' threads, so the caller may do other work meanwhile.
 * Expressions are built once and reused until a column's type changes. Wide tables use
 * `WideQueries`.
 */
export class ChunkQueries {
  readonly stats: readonly (ColumnStats | null)[];
  readonly #names: readonly string[];
  readonly #rows: number;
  readonly #casts: Expr[];
  readonly #checks: { index: number; expr: Expr }[];
  readonly #batch: Batch;

  constructor(columns: readonly QueryColumn[], rows: number) {
    this.#rows = rows;
    this.#names = columns.map(({ name }) => name);
    this.stats = columns.map(({ stats }) => stats);
    this.#casts = columns.map(({ name, plan }) => plan.expr(name).alias(name));
    this.#checks = columns.flatMap(({ name, text }, index) => {
      const expr = text?.suspectsExpr(name)?.alias(name);
      return expr ? [{ index, expr }] : [];
    });
    this.#batch = this.#makeBatch(columns);
  }

  /**
   * Starts everything that needs the typed columns at once, so that Polars does not idle in
   * between.
   */
  async run(frame: DataFrame, { accepts, meanwhile }: Asking): Promise<ChunkAnswers | null> {
    const figures = plainFigures(frame);
    const [typed] = await Promise.all([
      select(frame, this.#casts),
      this.#findSuspects(frame, figures),
    ]);
    figures.typedNulls = typed.nullCount().row(0).map(Number);
    if (!accepts(figures)) return null;
    const asked = Promise.all([
      this.#measure(typed, figures),
      this.#values(typed, figures.typedNulls),
    ]);
    // Handled where it is awaited; this avoids an unhandled rejection if the other work fails
    // first.
    asked.catch(() => {});
    meanwhile(typed);
    const [, values] = await asked;
    return { typed, figures, values };
  }

  /** Counts the values that the casts may have misread. */
  async #findSuspects(frame: DataFrame, figures: ChunkFigures): Promise<void> {
    if (this.#checks.length === 0) return;
    const found = await select(
      frame,
      this.#checks.map(({ expr }) => expr),
    );
    const counts = found.row(0).map(Number);
    for (const [i, { index }] of this.#checks.entries()) figures.suspects[index] = counts[i] ?? 0;
  }

  /** Measures a chunk in its typed form. */
  async #measure(typed: DataFrame, figures: ChunkFigures): Promise<void> {
    const found = await select(typed, this.#batch.exprs);
    this.#batch.take(found.row(0), figures);
  }

  async #values(
    typed: DataFrame,
    typedNulls: readonly number[],
  ): Promise<readonly (PresentValues | null)[]> {
    if (typed.height < queriedRowsMin) return this.#names.map(() => null);
    const wanted: WantedColumn[] = [];
    for (const [index, stats] of this.stats.entries()) {
      const nulls = typedNulls[index] ?? 0;
      if (!stats?.countsValues || nulls === typed.height) continue;
      const { hashesBelow, wantsValues } = stats.top;
      const name = this.#names[index] ?? "";
      wanted.push({ name, type: stats.type, nulls, hashesBelow, wantsHashed: wantsValues });
    }
    const found = await presentValues(typed, wanted);
    return this.#names.map((name) => found.get(name) ?? null);
  }

  /** The expressions for the columns, and how to read their results from the single result row. */
  #makeBatch(columns: readonly QueryColumn[]): Batch {
    const exprs: Expr[] = [];
    const asked: AskedAggregates[] = [];
    for (const { name, text, stats } of columns) {
      const evidence = text?.evidenceExpr(name) ?? null;
      const aggregates = stats ? stats.aggregates(pl.col(name), this.#rows, evidence) : {};
      exprs.push(...exprsOf(aggregates));
      asked.push(aggregates);
    }
    exprs.push(countComplete(this.#names));
    return {
      exprs: exprs.map((expr, at) => expr.alias(`f${at}`)),
      take(row, into) {
        let at = 0;
        for (const [index, aggregates] of asked.entries()) {
          into.aggregates[index] = namedAggregates(aggregates, () => row[at++]);
        }
        into.completeRows = Number(row[at] ?? 0);
      },
    };
  }
}

/** Adds the query results to the columns' statistics, which are null for columns without values. */
export function absorbAnswers(
  { typed, figures, values }: ChunkAnswers,
  stats: readonly (ColumnStats | null)[],
): void {
  eachColumn(typed, (column, index) => {
    const held = stats[index];
    if (!held) return;
    const nulls = column.nullCount();
    const numbers = { rows: column.len(), nulls, rawNulls: figures.rawNulls[index] ?? 0 };
    const present = (): PresentValues => values[index] ?? presentOf(column, nulls, held.type);
    held.absorb(numbers, figures.aggregates[index] ?? {}, present);
  });
}
