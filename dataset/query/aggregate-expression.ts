/** Aggregates and group keys as Polars expressions, with SQL's treatment of missing values. */
import pl, { type Expr } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { AggregateFunction } from "../../market/query/plan.ts";
import type { ColumnSource } from "./column-source.ts";
import type { QueryTask } from "./protocol.ts";

type Groups = Extract<QueryTask, { task: "groups" }>;
type Aggregate = Groups["aggregates"][number];

/** Enough digits for the sum of 2^63 values of 64 bits. */
const wideDigits = 38;

/** Names and wire types of the result's columns, and the expressions of its keys. */
export function groupColumns(
  { keys, aggregates }: Groups,
  source: ColumnSource,
): { names: string[]; types: ColumnType[]; keys: Expr[] } {
  return {
    names: [...keys.map(({ name }) => name), ...aggregates.map(({ as }) => as)],
    types: [
      ...keys.map(({ name }) => source.mappingOf(name).type),
      ...aggregates.map((one) => typeOf(one, source)),
    ],
    keys: keys.map(({ name }, at) => source.shown(name).alias(`k${at}`)),
  };
}

function typeOf({ function: name, column }: Aggregate, source: ColumnSource): ColumnType {
  if (name === "count" || name === "count_distinct" || column === null) return "integer";
  const { type } = source.mappingOf(column.name);
  if (name === "min" || name === "max") return type;
  return name === "sum" && column.kind === "integer" ? "integer" : "number";
}

/** The sum of no values is missing, like every other figure of no values. */
export function aggregateExpression(aggregate: Aggregate, source: ColumnSource): Expr {
  const { function: name, column } = aggregate;
  if (column === null) return pl.len();
  return expressions[name](source.shown(column.name), aggregate);
}

const float = (column: Expr): Expr => column.cast(pl.Float64);

const expressions: Record<AggregateFunction, (column: Expr, aggregate: Aggregate) => Expr> = {
  count: (column) => column.count(),
  count_distinct: (column) => column.dropNulls().nUnique(),
  sum: (column, { isWide, column: of }) => {
    const isInteger = of?.kind === "integer";
    const wide = isWide ? column.cast(pl.Decimal(wideDigits, 0)) : column.cast(pl.Int64);
    const sum = isInteger ? wide.sum() : float(column).sum();
    return pl
      .when(column.count().gt(pl.lit(0)))
      .then(sum)
      .otherwise(pl.lit(null));
  },
  mean: (column) => float(column).mean(),
  min: (column) => column.min(),
  max: (column) => column.max(),
  median: (column) => float(column).median(),
  stddev: (column) => float(column).std(),
};
