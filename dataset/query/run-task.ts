import pl, { type LazyDataFrame } from "nodejs-polars";
import { ColumnSource } from "./column-source.ts";
import { Compiler } from "./compiler.ts";
import type { QueryTask, TaskAnswer } from "./protocol.ts";
import { countRows, runSelect, sortOptions } from "./run-select.ts";
import { rowsAsText, wireColumns } from "./wire-rows.ts";

type Task<Name extends QueryTask["task"]> = Extract<QueryTask, { task: Name }>;

const streaming = { engine: "streaming" } as const;
const nothing = { positions: null, total: null, rowsText: "", shown: 0 };

export function runTask(task: QueryTask): TaskAnswer {
  if (task.task === "select") return runSelect(task);
  const [table] = task.tables;
  if (table === undefined) throw new RangeError("a task without a table");
  const source = new ColumnSource(table);
  switch (task.task) {
    case "count":
      return { ...nothing, found: countRows(keptRows(task, source)) };
    case "top":
      return findTop(task, keptRows(task, source), source);
    case "gather":
      return gatherRows(task, source);
  }
}

function keptRows({ filter, range }: QueryTask, source: ColumnSource): LazyDataFrame {
  const { lazy, position } = source;
  const { from, to } = range ?? { from: 0, to: 0 };
  const ranged =
    range === null ? lazy : lazy.filter(position.gtEq(pl.lit(from)).and(position.lt(pl.lit(to))));
  if (filter === null) return ranged;
  const compiler = new Compiler([source], null, "f");
  const condition = compiler.value(filter);
  return compiler.apply(ranged).filter(condition);
}

/** Equal rows stay in file order, because the position is the last sort key. */
function findTop(task: Task<"top">, kept: LazyDataFrame, source: ColumnSource): TaskAnswer {
  const compiler = new Compiler([source], null, "s");
  const keys = task.order.map(({ by }, at) => {
    const key = by.is === "column" ? source.compared(by.column.name) : compiler.value(by);
    return key.alias(`s${at}`);
  });
  const chosen = compiler.apply(kept).select(...keys, source.position.alias("p"));
  const sorted = keys.length === 0 ? chosen : chosen.sort(sortOptions(task.order, ["p"]) as never);
  const frame = sorted
    .slice(task.offset, task.limit)
    .select(pl.col("p").cast(pl.Float64))
    .collectSync(streaming);
  return { ...nothing, found: frame.height, positions: frame.getColumn("p").toArray() as number[] };
}

function gatherRows(task: Task<"gather">, source: ColumnSource): TaskAnswer {
  const wanted = pl.Series("p", task.positions, pl.Float64);
  const compiler = new Compiler([source], null, "o");
  const outputs = task.outputs.map(({ expression }, at) => {
    const value =
      expression.is === "column"
        ? source.shown(expression.column.name)
        : compiler.value(expression);
    return value.alias(`o${at}`);
  });
  const gathered = source.lazy.filter(source.position.cast(pl.Float64).isIn(wanted));
  const frame = compiler
    .apply(gathered)
    .select(source.position.cast(pl.Float64).alias("p"), ...outputs)
    .collectSync(streaming);
  const found = frame.getColumn("p").toArray() as number[];
  const rowOf = new Map(found.map((position, row) => [position, row]));
  const rows = task.positions.flatMap((position) => rowOf.get(position) ?? []);
  const columns = wireColumns(frame, task.outputs, [source]);
  const ordered = columns.map((values) => rows.map((row) => values[row]));
  return { ...nothing, found: rows.length, ...rowsAsText(ordered, rows.length, task.bytesMax) };
}
