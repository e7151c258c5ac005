import pl, { type DataFrame, type Expr, type LazyDataFrame, type Series } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import { integerValue, numberValue } from "../base/values.ts";
import { wireValues } from "../read/polars-values.ts";
import { aggregateExpression, groupColumns } from "./aggregate-expression.ts";
import { ColumnSource } from "./column-source.ts";
import { filterExpression } from "./filter-expression.ts";
import type { QueryTask, TaskAnswer } from "./protocol.ts";

type Task<Name extends QueryTask["task"]> = Extract<QueryTask, { task: Name }>;

const streaming = { engine: "streaming" } as const;
const nothing = { positions: null, total: null, rowsText: "", shown: 0 };

export function runTask(task: QueryTask): TaskAnswer {
  const source = new ColumnSource(task.path, task.columns);
  const kept = keptRows(task, source);
  switch (task.task) {
    case "count":
      return { ...nothing, found: countRows(kept) };
    case "top":
      return findTop(task, kept, source);
    case "gather":
      return gatherRows(task, source);
    case "groups":
      return readGroups(task, kept, source);
  }
}

function keptRows({ filter, range }: QueryTask, source: ColumnSource): LazyDataFrame {
  const { lazy, position } = source;
  const { from, to } = range ?? { from: 0, to: 0 };
  const ranged =
    range === null ? lazy : lazy.filter(position.gtEq(pl.lit(from)).and(position.lt(pl.lit(to))));
  return filter === null ? ranged : ranged.filter(filterExpression(filter, source));
}

function countRows(lazy: LazyDataFrame): number {
  const frame = lazy.select(pl.len().cast(pl.Float64).alias("n")).collectSync(streaming);
  return Number(frame.getColumn("n").get(0));
}

/** Equal rows stay in file order, because the position is the last sort key. */
function findTop(task: Task<"top">, kept: LazyDataFrame, source: ColumnSource): TaskAnswer {
  const keys = task.order.map(({ column }, at) => source.compared(column).alias(`k${at}`));
  const names = [...keys.map((_, at) => `k${at}`), "p"];
  const chosen = kept.select(...keys, source.position.alias("p"));
  const sorted =
    keys.length === 0
      ? chosen
      : chosen.sort({
          by: names,
          descending: [...task.order.map(({ isDescending }) => isDescending), false],
          nullsLast: names.map(() => true),
        });
  const frame = sorted
    .slice(task.offset, task.limit)
    .select(pl.col("p").cast(pl.Float64))
    .collectSync(streaming);
  return { ...nothing, found: frame.height, positions: frame.getColumn("p").toArray() as number[] };
}

function gatherRows(task: Task<"gather">, source: ColumnSource): TaskAnswer {
  const wanted = pl.Series("p", task.positions, pl.Float64);
  const frame = source.lazy
    .filter(source.position.cast(pl.Float64).isIn(wanted))
    .select(source.position.cast(pl.Float64).alias("p"), ...shownColumns(task.shown, source))
    .collectSync(streaming);
  const found = frame.getColumn("p").toArray() as number[];
  const rowOf = new Map(found.map((position, row) => [position, row]));
  const rows = task.positions.flatMap((position) => rowOf.get(position) ?? []);
  const columns = wireColumns(frame, task.shown, source);
  const ordered = columns.map((values) => rows.map((row) => values[row]));
  return { ...nothing, found: rows.length, ...rowsAsText(ordered, rows.length, task.bytesMax) };
}

/** Selects the wanted columns under generated names. */
function shownColumns(names: readonly string[], source: ColumnSource): Expr[] {
  return names.map((name, at) => source.shown(name).alias(`c${at}`));
}

function wireColumns(
  frame: DataFrame,
  names: readonly string[],
  source: ColumnSource,
): unknown[][] {
  return names.map((name, at) =>
    jsonValues(frame.getColumn(`c${at}`), source.mappingOf(name).type),
  );
}

function jsonValues(series: Series, type: ColumnType): unknown[] {
  if (type === "number") {
    return series.toArray().map((value) => (value === null ? null : numberValue(Number(value))));
  }
  return wireValues(series, type);
}

/** Without keys there is one group, which has a row even if no row matches. */
function readGroups(task: Task<"groups">, kept: LazyDataFrame, source: ColumnSource): TaskAnswer {
  const { names, types, keys } = groupColumns(task, source);
  const aggregates = task.aggregates.map((one, at) =>
    aggregateExpression(one, source).alias(`a${at}`),
  );
  const lazy = groupedBy(kept, keys, aggregates);
  const all = lazy.collectSync(streaming);
  const shownNames = [
    ...task.keys.map((_, at) => `k${at}`),
    ...aggregates.map((_, at) => `a${at}`),
  ];
  const byName = new Map(names.map((name, at) => [name, shownNames[at] ?? ""]));
  const ordered = task.order.map(({ column, isDescending }) => {
    return [byName.get(column) ?? "", isDescending] as const;
  });
  const rest = keys.map((_, at) => [`k${at}`, false] as const);
  const by = [...ordered, ...rest.filter(([key]) => !ordered.some(([name]) => name === key))];
  const sorted = by.length === 0 ? all : sortFrame(all, by);
  const page = sorted.slice(task.offset, task.limit);
  const columns = shownNames.map((name, at) => {
    return groupValues(page.getColumn(name), types[at] ?? "string");
  });
  return {
    ...nothing,
    found: page.height,
    total: all.height,
    ...rowsAsText(columns, page.height, task.bytesMax),
  };
}

function groupedBy(kept: LazyDataFrame, keys: Expr[], aggregates: Expr[]): LazyDataFrame {
  if (keys.length === 0) return kept.select(...aggregates);
  const named = kept.groupBy(keys);
  return aggregates.length === 0 ? named.agg(pl.len().alias("n")) : named.agg(...aggregates);
}

function sortFrame(frame: DataFrame, by: (readonly [name: string, isDescending: boolean])[]) {
  return frame.sort({
    by: by.map(([name]) => pl.col(name)),
    descending: by.map(([, isDescending]) => isDescending),
    nullsLast: by.map(() => true),
  } as never);
}

/** Reads sums of integers as decimals, which keep the digits that JavaScript would lose. */
function groupValues(series: Series, type: ColumnType): unknown[] {
  if (type !== "integer") return jsonValues(series, type);
  const printed = series.cast(pl.Utf8).toArray() as (string | null)[];
  return printed.map((text) => (text === null ? null : integerValue(BigInt(text))));
}

/**
 * Takes whole rows until they and their commas exceed `bytesMax`. If even the first row exceeds
 * it, none is shown.
 */
function rowsAsText(
  columns: readonly unknown[][],
  rows: number,
  bytesMax: number,
): { shown: number; rowsText: string } {
  const texts: string[] = [];
  let bytes = 0;
  for (let row = 0; row < rows; row += 1) {
    const text = JSON.stringify(columns.map((values) => values[row] ?? null));
    bytes += Buffer.byteLength(text) + (row === 0 ? 0 : 1);
    if (bytes > bytesMax) break;
    texts.push(text);
  }
  return { shown: texts.length, rowsText: texts.join(",") };
}
