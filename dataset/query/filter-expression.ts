import pl, { type Expr } from "nodejs-polars";
import type { Comparison, Literal, PlannedCondition } from "../../market/query/plan.ts";
import type { ColumnSource } from "./column-source.ts";

type Compare = Extract<PlannedCondition, { is: "compare" }>;

/**
 * A planned filter as a Polars expression. As in SQL, a comparison with a missing value is unknown,
 * unless another part of the condition decides.
 */
export function filterExpression(condition: PlannedCondition, source: ColumnSource): Expr {
  switch (condition.is) {
    case "all":
      return fold(condition.of, source, (one, other) => one.and(other));
    case "any":
      return fold(condition.of, source, (one, other) => one.or(other));
    case "not":
      return filterExpression(condition.of, source).not();
    case "null":
      return nullTest(condition.column, source);
    case "text":
      return textTest(condition, source);
    case "compare":
      return comparison(condition, source);
    case "in":
      return listTest(condition, source);
  }
}

function fold(
  conditions: readonly PlannedCondition[],
  source: ColumnSource,
  join: (one: Expr, other: Expr) => Expr,
): Expr {
  const [first, ...rest] = conditions.map((one) => filterExpression(one, source));
  if (first === undefined) return pl.lit(true);
  return rest.reduce(join, first);
}

/** NaN counts as missing. */
function nullTest(column: string, source: ColumnSource): Expr {
  return source.compared(column).isNull();
}

function textTest(
  { column, op, value, ignoresCase }: Extract<PlannedCondition, { is: "text" }>,
  source: ColumnSource,
): Expr {
  const plain = source.compared(column);
  const text = ignoresCase ? plain.str.toLowerCase() : plain;
  const literal = ignoresCase ? pl.lit(value).str.toLowerCase() : pl.lit(value);
  if (op === "contains") return text.str.contains(literal, true);
  return op === "starts_with" ? text.str.startsWith(literal) : text.str.endsWith(literal);
}

const relate: Record<Comparison, (column: Expr, value: Expr) => Expr> = {
  eq: (column, value) => column.eq(value),
  ne: (column, value) => column.neq(value),
  lt: (column, value) => column.lt(value),
  lte: (column, value) => column.ltEq(value),
  gt: (column, value) => column.gt(value),
  gte: (column, value) => column.gtEq(value),
};

function comparison({ column: name, op, value }: Compare, source: ColumnSource): Expr {
  const column = source.compared(name);
  if (value.of === "boolean" || value.of === "string")
    return relate[op](column, pl.lit(value.value));
  if (value.of === "number") return relate[op](column.cast(pl.Float64), float(value.value));
  const stored = inStoredUnit(value, String(source.dtypeOf(name)));
  return compareIntegers(column, op, stored, String(source.dtypeOf(name)));
}

/** Typed explicitly, so that Polars does not read it as an integer. */
function float(value: number): Expr {
  return pl.lit(value).cast(pl.Float64);
}

/** A whole number in the column's unit, and whether a fraction was cut off. */
type Stored = { value: bigint; hasRest: boolean };

function inStoredUnit(literal: Extract<Literal, { digits: string }>, dtype: string): Stored {
  const digits = BigInt(literal.digits);
  if (literal.of !== "datetime") return { value: digits, hasRest: false };
  if (/Datetime\(?.*\bns\b/.test(dtype)) return { value: digits * 1000n, hasRest: false };
  if (!/Datetime\(?.*\bms\b/.test(dtype)) return { value: digits, hasRest: false };
  const rest = ((digits % 1000n) + 1000n) % 1000n;
  return { value: (digits - rest) / 1000n, hasRest: rest !== 0n };
}

/**
 * For a literal between two column values: the relation to the lower value with the same meaning.
 */
const relationBetween: Partial<Record<Comparison, Comparison>> = { lt: "lte", gte: "gt" };

function compareIntegers(column: Expr, op: Comparison, stored: Stored, dtype: string): Expr {
  const isUnsigned = /\bUInt64\b/.test(dtype);
  const [min, max] = isUnsigned ? [0n, 2n ** 64n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n];
  const { value, hasRest } = stored;
  if (hasRest && (op === "eq" || op === "ne")) return always(column, op === "ne");
  if (value < min) return always(column, op === "gt" || op === "gte" || op === "ne");
  if (value > max) return always(column, op === "lt" || op === "lte" || op === "ne");
  const literal = pl.lit(String(value)).cast(isUnsigned ? pl.UInt64 : pl.Int64);
  return relate[hasRest ? (relationBetween[op] ?? op) : op](column, literal);
}

/** The same result for every value; unknown if the value is missing. */
function always(column: Expr, holds: boolean): Expr {
  return pl.when(column.isNotNull()).then(pl.lit(holds)).otherwise(pl.lit(null));
}

function listTest(
  { column, values }: Extract<PlannedCondition, { is: "in" }>,
  source: ColumnSource,
): Expr {
  const texts = values.flatMap((value) => (value.of === "string" ? [value.value] : []));
  if (texts.length === values.length) return source.compared(column).isIn(texts);
  const tests = values.map((value) =>
    comparison({ is: "compare", column, op: "eq", value }, source),
  );
  const [first, ...rest] = tests;
  return first === undefined ? pl.lit(false) : rest.reduce((one, other) => one.or(other), first);
}
