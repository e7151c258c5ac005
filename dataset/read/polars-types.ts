/** Maps each Polars type to the type in the profile, with the necessary cast. */
import pl, { type DataFrame, type Expr } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import { dayMs } from "../../platform/time.ts";

/** How a Polars type is profiled: its wire type and, if needed, a cast. */
export type Mapping = { type: ColumnType; cast: ((column: Expr) => Expr) | null; range?: Range };

/** Valid stored numbers of dates and times. */
type Range = { min: number; max: number };

const dayMin = -719_162;
const dayMax = 2_932_896;

/**
 * Polars aborts the process when it prints a date beyond its calendar, so values are checked
 * against this range.
 */
export function rangeOf(dtype: string): Range | null {
  if (/^Date\b/.test(dtype)) return { min: dayMin, max: dayMax };
  if (/^Time\b/.test(dtype)) return { min: 0, max: dayMs * 1e6 - 1 };
  const unit = /^Datetime\((ms|us)/.exec(dtype)?.[1];
  if (!unit) return null;
  const perDay = unit === "ms" ? dayMs : dayMs * 1000;
  return { min: dayMin * perDay, max: (dayMax + 1) * perDay - 1 };
}

export function within(column: Expr, { min, max }: Range): Expr {
  const stored = column.cast(pl.Int64).cast(pl.Float64);
  const isIn = stored.gtEq(pl.lit(min)).and(stored.ltEq(pl.lit(max)));
  return pl.when(isIn).then(column).otherwise(pl.lit(null));
}

export const asText = (column: Expr): Expr => column.cast(pl.Utf8);
const asFloat = (column: Expr): Expr => column.cast(pl.Float64);

/**
 * Decimals of more than 15 digits are cast to floats via text: Polars rounds the digits, divides
 * and rounds again, which may miss the nearest float.
 */
const mappingsByType: readonly (readonly [pattern: RegExp, mapping: Mapping])[] = [
  [/^(U?Int(8|16|32|64))\b/, { type: "integer", cast: null }],
  [/^Float/, { type: "number", cast: asFloat }],
  [/^Decimal\((\d|1[0-5]),/, { type: "number", cast: asFloat }],
  [/^Decimal/, { type: "number", cast: (column) => asFloat(asText(column)) }],
  [/^Bool/, { type: "boolean", cast: null }],
  [/^(Utf8|String)\b/, { type: "string", cast: null }],
  [/^(Categorical|Enum)\b/, { type: "string", cast: asText }],
  [/^Datetime\b/, { type: "datetime", cast: null }],
  [/^Date\b/, { type: "date", cast: null }],
  [/^Time\b/, { type: "time", cast: null }],
  [/^Duration\b/, { type: "integer", cast: (column) => column.cast(pl.Int64) }],
  [/^Struct\b/, { type: "object", cast: null }],
  [/^(List|FixedSizeList|Array)\b/, { type: "array", cast: null }],
  [/^Null\b/, { type: "empty", cast: asText }],
];

function mappingOf(dtype: string): Mapping {
  const name = dtype.replace(/^DataType\(/, "");
  const found = mappingsByType.find(([pattern]) => pattern.test(name));
  const range = rangeOf(name);
  if (found && range) return { ...found[1], range };
  return found?.[1] ?? { type: "string", cast: asText };
}

/** A type that nodejs-polars cannot name; its values are distinguished by hash and never shown. */
export const opaque: Mapping = {
  type: "binary",
  cast: (column) =>
    pl.when(column.isNull()).then(pl.lit(null)).otherwise(column.hash().cast(pl.UInt64)),
};
/** 128-bit integers, as text. */
const wideInteger: Mapping = { type: "integer", cast: asText };

/** The mapping of every column; asks column by column if one of the types cannot be named. */
export function mapColumns(head: DataFrame): Mapping[] {
  try {
    return head.dtypes.map((dtype) => mappingOf(dtype.toString()));
  } catch {
    return head.columns.map((name) => {
      const one = head.select(pl.col(name));
      try {
        return mappingOf(String(one.dtypes[0]));
      } catch (error) {
        return /Int128/.test(String(error)) ? wideInteger : opaque;
      }
    });
  }
}
