/** Comparisons of a column or a computed value with a literal, exact for every type. */
import pl, { type Expr } from "nodejs-polars";
import type { Comparison, Literal, ValueKind } from "../../market/query/plan.ts";

/** A value as an expression that compares: times as their integers in the unit of `dtype`. */
export type Comparable = { expression: Expr; kind: ValueKind; dtype: string };

export const relate: Record<Comparison, (column: Expr, value: Expr) => Expr> = {
  eq: (column, value) => column.eq(value),
  ne: (column, value) => column.neq(value),
  lt: (column, value) => column.lt(value),
  lte: (column, value) => column.ltEq(value),
  gt: (column, value) => column.gt(value),
  gte: (column, value) => column.gtEq(value),
};

export function compareWithLiteral(
  { expression, kind, dtype }: Comparable,
  op: Comparison,
  value: Literal,
): Expr {
  if (value.of === "boolean" || value.of === "string") {
    return relate[op](expression, pl.lit(value.value));
  }
  if (value.of !== "number")
    return compareIntegers(expression, op, inStoredUnit(value, dtype), dtype);
  if (kind === "integer" && Math.abs(value.value) < 2 ** 53 && !Number.isInteger(value.value)) {
    const below = { value: BigInt(Math.floor(value.value)), hasRest: true };
    return compareIntegers(expression, op, below, dtype);
  }
  return relate[op](expression.cast(pl.Float64), float(value.value));
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

export function isOneOf(value: Comparable, literals: readonly Literal[]): Expr {
  const texts = literals.flatMap((one) => (one.of === "string" ? [one.value] : []));
  if (texts.length === literals.length) return value.expression.isIn(texts);
  const tests = literals.map((one) => compareWithLiteral(value, "eq", one));
  const [first, ...rest] = tests;
  return first === undefined ? pl.lit(false) : rest.reduce((one, other) => one.or(other), first);
}
