/** What is asked of Polars about each chunk of a table. */
import pl, { type DataFrame, type Expr } from "nodejs-polars";
import { collectGarbage } from "./collect-garbage.ts";
import type { ColumnStats } from "./column-stats.ts";
import type { TextColumnType } from "./column-types.ts";
import { type PresentValues, presentValues, type WantedColumn } from "./column-values.ts";

/** Expressions' columns that one query may hold; a wide table is worked through in batches. */
export const COLUMNS_PER_QUERY_MAX = 500;
/** Fewer rows are taken in more quickly without a query. */
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

/** What the queries of a chunk found, per column by position. */
export type ChunkFigures = {
  typedNulls: number[];
  rawNulls: number[];
  /** Values that a cast may have misread. */
  suspects: number[];
  /** The aggregates of `ColumnStats`; empty without statistics. */
  aggregates: (readonly unknown[])[];
  completeRows: number;
};

/** What the queries of a chunk give. */
export type ChunkAnswers = {
  typed: DataFrame;
  figures: ChunkFigures;
  /** The values of the columns that take in each of them; null for the others and in wide tables. */
  values: readonly (PresentValues | null)[];
};

function rawName(name: string): string {
  return `raw_${name}`;
}

async function select(frame: DataFrame, exprs: readonly Expr[]): Promise<DataFrame> {
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

/** What is known of a chunk without a query. */
export function plainFigures(frame: DataFrame): ChunkFigures {
  const rawNulls = frame.nullCount().row(0).map(Number);
  return {
    typedNulls: rawNulls,
    rawNulls,
    suspects: rawNulls.map(() => 0),
    aggregates: rawNulls.map(() => []),
    completeRows: 0,
  };
}

/**
 * The queries of a chunk. Queries run on threads of Polars; the caller may do other work meanwhile.
 * Their expressions are built once and used for every chunk until a column's type changes, but not
 * those of wide tables, which would slow the collector down.
 */
export class ChunkQueries {
  readonly stats: readonly (ColumnStats | null)[];
  readonly #names: readonly string[];
  readonly #columns: readonly QueryColumn[];
  readonly #rows: number;
  readonly #held: { casts: Expr[]; batch: Batch } | null;

  constructor(columns: readonly QueryColumn[], rows: number) {
    this.#columns = columns;
    this.#rows = rows;
    this.#names = columns.map(({ name }) => name);
    this.stats = columns.map(({ stats }) => stats);
    const isWide = columns.length > COLUMNS_PER_QUERY_MAX;
    this.#held = isWide ? null : { casts: this.#makeCasts(columns), batch: this.#makeBatch(0) };
  }

  /** Asks all at once that needs the typed columns, so that Polars is not left waiting in between. */
  async run(frame: DataFrame): Promise<ChunkAnswers> {
    const typed = await this.#cast(frame);
    const typedNulls = typed.nullCount().row(0).slice(0, this.#names.length).map(Number);
    const [figures, values] = await Promise.all([
      this.#measure(frame, typed, typedNulls),
      this.#values(typed, typedNulls),
    ]);
    return { typed, figures, values };
  }

  /** The columns in their types, followed by the raw ones that checks of the types need. */
  async #cast(frame: DataFrame): Promise<DataFrame> {
    if (this.#held) return await select(frame, this.#held.casts);
    const typed: DataFrame[] = [];
    const raw: DataFrame[] = [];
    for (const columns of this.#batches()) {
      const cast = await select(frame, this.#makeCasts(columns));
      typed.push(cast.select(...columns.map(({ name }) => name)));
      const checks = cast.columns.slice(columns.length);
      if (checks.length > 0) raw.push(cast.select(...checks));
      collectGarbage();
    }
    return pl.concat([...typed, ...raw], { how: "horizontal" });
  }

  /** The figures of a chunk in its raw and in its typed form. */
  async #measure(frame: DataFrame, typed: DataFrame, typedNulls: number[]): Promise<ChunkFigures> {
    const figures = { ...plainFigures(frame), typedNulls };
    for (let from = 0; from < this.#columns.length; from += COLUMNS_PER_QUERY_MAX) {
      const { exprs, take } = this.#held?.batch ?? this.#makeBatch(from);
      if (exprs.length === 0) continue;
      const found = await typed
        .lazy()
        .select(...exprs)
        .collect();
      take(found.row(0), figures);
      if (!this.#held) collectGarbage();
    }
    if (!this.#held) figures.completeRows = await this.#completeRows(typed, figures.typedNulls);
    return figures;
  }

  /** Rows of a wide table without a missing value, some columns at a time. */
  async #completeRows(typed: DataFrame, nulls: readonly number[]): Promise<number> {
    const { height } = typed;
    if (nulls.includes(height)) return 0;
    const lacking = this.#names.filter((_, index) => (nulls[index] ?? 0) > 0);
    const parts: DataFrame[] = [];
    for (let from = 0; from < lacking.length; from += COLUMNS_PER_QUERY_MAX) {
      const present = lacking.slice(from, from + COLUMNS_PER_QUERY_MAX).map((name) => {
        return pl.col(name).isNotNull();
      });
      parts.push(await select(typed, [pl.allHorizontal(present).alias(`all${from}`)]));
      collectGarbage();
    }
    if (parts.length === 0) return height;
    const all = pl.concat(parts, { how: "horizontal" });
    return Number(all.select(pl.allHorizontal(pl.all()).sum().alias("n")).row(0)[0] ?? 0);
  }

  *#batches(): Generator<readonly QueryColumn[]> {
    for (let from = 0; from < this.#columns.length; from += COLUMNS_PER_QUERY_MAX) {
      yield this.#columns.slice(from, from + COLUMNS_PER_QUERY_MAX);
    }
  }

  async #values(
    typed: DataFrame,
    typedNulls: readonly number[],
  ): Promise<readonly (PresentValues | null)[]> {
    if (typed.height < queriedRowsMin || !this.#held) return this.#names.map(() => null);
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

  #makeCasts(columns: readonly QueryColumn[]): Expr[] {
    const typed = columns.map(({ name, plan }) => plan.expr(name).alias(name));
    const checked = columns.filter(({ text }) => text?.checked);
    return [...typed, ...checked.map(({ name }) => pl.col(name).alias(rawName(name)))];
  }

  /** The figures of a run of columns, and how to take them from the one row that they come in. */
  #makeBatch(from: number): Batch {
    const exprs: Expr[] = [];
    const takes: { index: number; suspects: boolean; aggregates: number }[] = [];
    for (const [offset, column] of this.#columns
      .slice(from, from + COLUMNS_PER_QUERY_MAX)
      .entries()) {
      const { name, text, stats } = column;
      const suspects = text?.suspectsExpr(rawName(name), name) ?? null;
      const evidence = text?.evidenceExpr(name) ?? null;
      const aggregates = stats ? stats.aggregates(name, this.#rows, evidence) : [];
      if (suspects) exprs.push(suspects);
      exprs.push(...aggregates);
      takes.push({
        index: from + offset,
        suspects: suspects !== null,
        aggregates: aggregates.length,
      });
    }
    const countsRows = this.#columns.length <= COLUMNS_PER_QUERY_MAX;
    if (countsRows) exprs.push(countComplete(this.#names));
    return {
      exprs: exprs.map((expr, at) => expr.alias(`f${at}`)),
      take(row, into) {
        let at = 0;
        for (const { index, suspects, aggregates } of takes) {
          if (suspects) into.suspects[index] = Number(row[at++] ?? 0);
          into.aggregates[index] = row.slice(at, at + aggregates);
          at += aggregates;
        }
        if (countsRows) into.completeRows = Number(row[at] ?? 0);
      },
    };
  }
}
