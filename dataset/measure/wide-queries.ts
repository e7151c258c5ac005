/**
 * The Polars queries for the chunks of a wide table: batches of columns, with one expression for
 * columns that need the same one, because creating expressions costs more than evaluating them.
 */
import pl, { type DataFrame, type Expr } from "nodejs-polars";
import {
  type Asking,
  type ChunkAnswers,
  type ChunkFigures,
  ChunkQueries,
  COLUMNS_PER_QUERY_MAX,
  plainFigures,
  type QueryColumn,
  select,
  type TableQueries,
} from "./chunk-queries.ts";
import { collectGarbage } from "./collect-garbage.ts";
import type { ColumnStats } from "./column-stats.ts";

/** A collection after each batch would cost more than the queries. */
const batchesPerCollection = 4;

/** Columns with their positions in the table. */
type Placed = QueryColumn & { index: number };

/** Creates the queries for a table with these columns. */
export function tableQueries(columns: readonly QueryColumn[], rows: number): TableQueries {
  const isWide = columns.length > COLUMNS_PER_QUERY_MAX;
  return isWide ? new WideQueries(columns, rows) : new ChunkQueries(columns, rows);
}

/** Processes a wide table's columns in batches, one query after the other. */
class WideQueries {
  readonly stats: readonly (ColumnStats | null)[];
  readonly #columns: readonly Placed[];
  readonly #rows: number;

  constructor(columns: readonly QueryColumn[], rows: number) {
    this.#columns = columns.map((column, index) => ({ ...column, index }));
    this.#rows = rows;
    this.stats = columns.map(({ stats }) => stats);
  }

  /**
   * Looks for suspects only if `checks` is set, which means that the types may not be the chunk's.
   */
  async run(frame: DataFrame, asking: Asking): Promise<ChunkAnswers | null> {
    const { checks, accepts, meanwhile } = asking;
    const figures = plainFigures(frame);
    figures.typedNulls = [...figures.rawNulls];
    const parts: DataFrame[] = [];
    const complete: DataFrame[] = [];
    for (let from = 0; from < this.#columns.length; from += COLUMNS_PER_QUERY_MAX) {
      const batch = this.#columns.slice(from, from + COLUMNS_PER_QUERY_MAX);
      const raw = frame.select(...batch.map(({ name }) => name));
      const typed = await castAll(raw, batch);
      const nulls = typed.nullCount().row(0).map(Number);
      for (const [i, { index }] of batch.entries()) figures.typedNulls[index] = nulls[i] ?? 0;
      if (checks) await findSuspects(raw, batch, figures);
      await this.#measure(typed, batch, figures);
      const lacking = batch.filter((_, i) => (nulls[i] ?? 0) > 0).map(({ name }) => name);
      if (lacking.length > 0) complete.push(typed.select(holdAll(pl.col(lacking), `all${from}`)));
      parts.push(typed);
      if (parts.length % batchesPerCollection === 0) collectGarbage();
    }
    figures.completeRows = rowsOf(complete, frame.height);
    if (!accepts(figures)) return null;
    const typed = pl.concat(parts, { how: "horizontal" });
    collectGarbage();
    meanwhile(typed);
    collectGarbage();
    return { typed, figures, values: this.#columns.map(() => null) };
  }

  async #measure(typed: DataFrame, batch: readonly Placed[], figures: ChunkFigures): Promise<void> {
    const groups = groupedBy(batch, ({ stats, text, name }) => {
      if (!stats) return null;
      return text?.evidenceExpr(name) ? name : stats.askedAs;
    });
    const asked = groups.map(({ columns, names }, at) => {
      const [{ stats, text, name } = none] = columns;
      const evidence = text?.evidenceExpr(name) ?? null;
      const aggregates = stats?.aggregates(pl.col(names), this.#rows, evidence) ?? {};
      return Object.entries<Expr | null>(aggregates).map(([name, expr], which) => {
        return { name, expr: expr?.suffix(`_${at}_${which}`) ?? null };
      });
    });
    const exprs = asked.flat().flatMap(({ expr }) => expr ?? []);
    if (exprs.length === 0) return;
    const found = await select(typed, exprs);
    const row = found.row(0);
    let at = 0;
    for (const [place, { columns }] of groups.entries()) {
      const found = columns.map((): Record<string, unknown> => ({}));
      for (const { name, expr } of asked[place] ?? []) {
        for (const some of found) some[name] = expr === null ? 0 : row[at++];
      }
      for (const [i, { index }] of columns.entries()) figures.aggregates[index] = found[i] ?? {};
    }
  }
}

const none: Partial<Placed> & { name: string } = { name: "" };

type Group<K> = { key: K; columns: Placed[]; names: string[] };

/** Groups columns by key; columns without a key are left out. */
function groupedBy<K>(columns: readonly Placed[], keyOf: (column: Placed) => K | null): Group<K>[] {
  const groups = new Map<K, Group<K>>();
  for (const column of columns) {
    const key = keyOf(column);
    if (key === null) continue;
    const group = groups.get(key) ?? { key, columns: [], names: [] };
    groups.set(key, group);
    group.columns.push(column);
    group.names.push(column.name);
  }
  return [...groups.values()];
}

/** Casts the columns to their types. */
async function castAll(raw: DataFrame, batch: readonly Placed[]): Promise<DataFrame> {
  const spanned = groupedBy(batch, ({ text }) => text?.spanned ?? null).map(({ key, names }) =>
    key.cast(pl.col(names)),
  );
  const own = batch
    .filter(({ text }) => !text?.spanned)
    .map(({ name, plan }) => plan.expr(name).alias(name));
  const cast = await select(raw, [...spanned, ...own]);
  return cast.select(...batch.map(({ name }) => name));
}

/** Counts the values that a cast may have misread. */
async function findSuspects(
  raw: DataFrame,
  batch: readonly Placed[],
  figures: ChunkFigures,
): Promise<void> {
  const checked = batch.filter(({ text }) => text?.checked);
  const groups = groupedBy(checked, ({ text }) => text?.spanned ?? null);
  const spanned = groups.flatMap(({ key, names }) => key.suspects?.(pl.col(names)) ?? []);
  const own = checked.filter(({ text }) => !text?.spanned);
  const others = own.flatMap(({ name, text }) => text?.suspectsExpr(name)?.alias(name) ?? []);
  if (spanned.length + others.length === 0) return;
  const counts = (await select(raw, [...spanned, ...others])).row(0).map(Number);
  const order = [...groups.flatMap(({ columns }) => columns), ...own];
  for (const [i, { index }] of order.entries()) figures.suspects[index] = counts[i] ?? 0;
}

function holdAll(values: Expr, name: string): Expr {
  return pl.allHorizontal(values.isNotNull()).alias(name);
}

/** Number of rows that are complete in every part. */
function rowsOf(complete: readonly DataFrame[], rows: number): number {
  if (complete.length === 0) return rows;
  const all = pl.concat([...complete], { how: "horizontal" });
  return Number(all.select(pl.allHorizontal(pl.all()).sum().alias("n")).row(0)[0] ?? 0);
}
