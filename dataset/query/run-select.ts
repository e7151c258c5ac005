/** Runs a query in one step: joins, groups, order and page. */
import pl, { type DataFrame, type Expr, type LazyDataFrame } from "nodejs-polars";
import type { PlannedExpression, PlannedJoin, PlannedOrder } from "../../market/query/plan.ts";
import { aggregateExpression } from "./aggregate-expression.ts";
import { ColumnSource } from "./column-source.ts";
import { Compiler, type GroupColumns } from "./compiler.ts";
import type { QueryTask, TaskAnswer } from "./protocol.ts";
import { rowsAsText, wireColumns } from "./wire-rows.ts";

type SelectTask = Extract<QueryTask, { task: "select" }>;
type Groups = NonNullable<SelectTask["groups"]>;

const streaming = { engine: "streaming" } as const;

export function runSelect(task: SelectTask): TaskAnswer {
  const isJoined = task.joins.length > 0;
  const sources = task.tables.map(
    (table, at) => new ColumnSource(table, isJoined ? `t${at}` : null),
  );
  const rows = filtered(joined(task.joins, sources), task.filter, sources);
  return task.groups === null
    ? selectRows(task, rows, sources)
    : selectGroups(task, task.groups, rows, sources);
}

function filtered(
  lazy: LazyDataFrame,
  filter: PlannedExpression | null,
  sources: readonly ColumnSource[],
): LazyDataFrame {
  if (filter === null) return lazy;
  const compiler = new Compiler(sources, null, "f");
  const condition = compiler.value(filter);
  return compiler.apply(lazy).filter(condition);
}

/** Each pair of keys becomes a column of both tables, in one type. */
function joined(joins: readonly PlannedJoin[], sources: readonly ColumnSource[]): LazyDataFrame {
  const [first] = sources;
  if (first === undefined) throw new RangeError("a query without a table");
  return joins.reduce((before, { table, kind, keys, filter }) => {
    const source = sources[table];
    if (source === undefined) throw new RangeError("a table that the task does not name");
    const names = keys.map((_, at) => `j${table}_${at}`);
    const keyed = (lazy: LazyDataFrame, side: "before" | "joined", suffix: string) => {
      const compiler = new Compiler(sources, null, `${suffix}${table}_`);
      const columns = keys.map((key, at) => {
        const isMixed = isNumber(key.before) !== isNumber(key.joined);
        const value = compiler.value(key[side]);
        const name = `${names[at]}${suffix}`;
        return (isMixed ? value.cast(pl.Float64) : value).alias(name);
      });
      return compiler.apply(lazy).withColumns(...columns);
    };
    const left = keyed(before, "before", "l");
    const right = keyed(filtered(source.lazy, filter, sources), "joined", "r");
    return left.join(right, {
      how: kind,
      leftOn: names.map((name) => `${name}l`),
      rightOn: names.map((name) => `${name}r`),
    } as never) as LazyDataFrame;
  }, first.lazy);
}

function isNumber(expression: PlannedExpression): boolean {
  const kind = "kind" in expression ? expression.kind : null;
  const own = expression.is === "column" ? expression.column.kind : kind;
  return own === "number" || own === "decimal";
}

/** Without an order, and for equal rows, the tables' own order decides. */
function selectRows(task: SelectTask, lazy: LazyDataFrame, sources: ColumnSource[]): TaskAnswer {
  const compiler = new Compiler(sources, null, "o");
  const outputs = task.outputs.map(({ expression }, at) =>
    shownColumn(expression, compiler, sources).alias(`o${at}`),
  );
  const keys = task.order.map(({ by }, at) => compiler.value(by).alias(`s${at}`));
  const positions = sources.map(({ position }, at) => position.alias(`p${at}`));
  const chosen = compiler.apply(lazy).select(...outputs, ...keys, ...positions);
  const ties = positions.map((_, at) => `p${at}`);
  const sorted = chosen.sort(sortOptions(task.order, ties) as never);
  const frame = sorted.slice(task.offset, task.limit).collectSync(streaming);
  const total = task.counts ? countRows(chosen) : null;
  return answer(task, frame, total, sources);
}

function selectGroups(
  task: SelectTask,
  groups: Groups,
  lazy: LazyDataFrame,
  sources: ColumnSource[],
): TaskAnswer {
  const names: GroupColumns = {
    keys: groups.keys.map((_, at) => `k${at}`),
    aggregates: groups.aggregates.map((_, at) => `a${at}`),
  };
  const compiler = new Compiler(sources, null, "g");
  const keys = groups.keys.map((key, at) =>
    shownColumn(key, compiler, sources).alias(names.keys[at] ?? ""),
  );
  const aggregates = groups.aggregates.map((aggregate, at) => {
    const { of, filter } = aggregate;
    const expression = aggregateExpression(aggregate, {
      value: of === null ? null : shownColumn(of, compiler, sources, filter),
      filter: filter === null ? null : compiler.column(filter),
      isWide: groups.sumsMayBeWide[at] ?? true,
    });
    return expression.alias(names.aggregates[at] ?? "");
  });
  const grouped = groupedBy(compiler.apply(lazy), keys, aggregates);
  const ofGroups = new Compiler(sources, names, "h");
  const having = groups.having === null ? null : ofGroups.value(groups.having);
  const kept = having === null ? grouped : ofGroups.apply(grouped).filter(having);
  const shown = new Compiler(sources, names, "o");
  const outputs = task.outputs.map(({ expression }, at) => {
    const value =
      expression.is === "group"
        ? pl.col(names[expression.of][expression.position] ?? "")
        : shown.value(expression);
    return value.alias(`o${at}`);
  });
  const order = task.order.map(({ by }, at) => shown.value(by).alias(`s${at}`));
  const rest = names.keys.map((name) => pl.col(name));
  const columns = [...outputs, ...order, ...rest];
  const all = shown
    .apply(kept)
    .select(...columns)
    .collectSync(streaming);
  const isSorted = task.order.length + names.keys.length > 0;
  const sorted = isSorted ? all.sort(sortOptions(task.order, names.keys) as never) : all;
  const page = sorted.slice(task.offset, task.limit);
  return answer(task, page, all.height, sources);
}

/** A column as it is shown; with a mask, faults of a computed value count only in its rows. */
function shownColumn(
  expression: PlannedExpression,
  compiler: Compiler,
  sources: readonly ColumnSource[],
  mask: PlannedExpression | null = null,
): Expr {
  if (expression.is !== "column") return compiler.column(expression, mask);
  const source = sources[expression.table];
  if (source === undefined) throw new RangeError("a table that the task does not name");
  return source.shown(expression.column.name);
}

/** Without keys there is one group, which has a row even if no row matches. */
function groupedBy(lazy: LazyDataFrame, keys: Expr[], aggregates: Expr[]): LazyDataFrame {
  const counted = [...aggregates, pl.len().alias("n")];
  return keys.length === 0 ? lazy.select(...counted) : lazy.groupBy(keys).agg(...counted);
}

/** The columns `s0`, `s1`, … in their directions, then the ties. */
export function sortOptions(order: readonly PlannedOrder[], ties: readonly string[]) {
  return {
    by: [...order.map((_, at) => pl.col(`s${at}`)), ...ties.map((name) => pl.col(name))],
    descending: [...order.map(({ isDescending }) => isDescending), ...ties.map(() => false)],
    nullsLast: [...order.map(({ nullsFirst }) => !nullsFirst), ...ties.map(() => true)],
  };
}

export function countRows(lazy: LazyDataFrame): number {
  const frame = lazy.select(pl.len().cast(pl.Float64).alias("n")).collectSync(streaming);
  return Number(frame.getColumn("n").get(0));
}

function answer(
  task: SelectTask,
  page: DataFrame,
  total: number | null,
  sources: readonly ColumnSource[],
): TaskAnswer {
  const columns = wireColumns(page, task.outputs, sources, task.groups);
  const rows = rowsAsText(columns, page.height, task.bytesMax);
  return { positions: null, total, found: page.height, ...rows };
}
