/** Aggregates as Polars expressions, with SQL's treatment of missing values. */
import pl, { type Expr } from "nodejs-polars";
import {
  type AggregateFunction,
  kindOf,
  type PlannedAggregate,
  type ValueKind,
} from "../../market/query/plan.ts";

/** Enough digits for the sum of 2^63 values of 64 bits. */
const wideDigits = 38;

type Summed = { kind: ValueKind; isWide: boolean };

const float = (column: Expr): Expr => column.cast(pl.Float64);

/** The sum of no values is missing, like every other figure of no values. */
const expressions: Record<AggregateFunction, (column: Expr, of: Summed) => Expr> = {
  count: (column) => column.count(),
  count_distinct: (column) => column.dropNulls().nUnique(),
  sum: (column, { kind, isWide }) => {
    const wide = isWide ? column.cast(pl.Decimal(wideDigits, 0)) : column.cast(pl.Int64);
    const sum = kind === "integer" ? wide.sum() : float(column).sum();
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
  stddev_pop: (column) => variance(column).pow(0.5),
  variance: (column) => float(column).var(),
  variance_pop: (column) => variance(column),
};

function variance(column: Expr): Expr {
  const count = float(column.count());
  const spread = float(column)
    .var()
    .mul(count.sub(pl.lit(1)))
    .div(count);
  return pl
    .when(column.count().eq(pl.lit(1)))
    .then(pl.lit(0))
    .otherwise(spread);
}

/** `value` and `filter` are expressions of rows; both are null for `count` of all rows. */
export function aggregateExpression(
  aggregate: PlannedAggregate,
  { value, filter, isWide }: { value: Expr | null; filter: Expr | null; isWide: boolean },
): Expr {
  if (value === null && filter === null) return pl.len();
  const given = value ?? pl.lit(1);
  const seen = filter === null ? given : pl.when(filter).then(given).otherwise(pl.lit(null));
  const kind = aggregate.of === null ? "integer" : kindOf(aggregate.of);
  return expressions[aggregate.function](seen, { kind, isWide });
}
