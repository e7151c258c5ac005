/** Converts values of Polars columns to wire values, including the leaves of nested ones. */
import pl, { type DataFrame, type DataType, type Series } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import { integerValue, isoDateTime, numberValue, printEpoch } from "../base/values.ts";
import { mapColumns } from "./polars-types.ts";

const column = "c";

type Printed = (string | null)[];

function present<T>(values: readonly (T | null)[], of: (value: T) => unknown): unknown[] {
  return values.map((value) => (value === null || value === undefined ? null : of(value)));
}

function printed(values: Series): Printed {
  return values.cast(pl.Utf8).toArray() as Printed;
}

/** Leaf values by type; Polars prints them where JavaScript would lose digits. */
const leaves: Readonly<Partial<Record<ColumnType, (values: Series) => unknown[]>>> = {
  integer: (values) => present(printed(values), (text) => integerValue(BigInt(text))),
  date: printed,
  time: (values) => present(values.cast(pl.Int64).toArray(), printTime),
  datetime: (values) => present(printed(values), isoDateTime),
  boolean: (values) => values.toArray() as unknown[],
  string: printed,
  binary: (values) => present(values.isNull().toArray() as boolean[], hideBytes),
  empty: (values) => new Array(values.length).fill(null),
};

/** Prints nanoseconds since midnight; Polars itself omits the fraction of a second. */
function printTime(nanos: number | bigint): string {
  return printEpoch(BigInt(nanos)).slice("1970-01-01T".length);
}

function hideBytes(isMissing: boolean): string | null {
  return isMissing ? null : "[binary]";
}

/** The values of a selected column, in a form that JSON can hold. */
export function wireValues(values: Series, type: ColumnType): unknown[] {
  const series = values.rename(column);
  if (type === "object" || type === "array") return nestedValues(series);
  if (type === "number") return series.toArray() as unknown[];
  return (leaves[type] ?? ((of: Series) => of.toArray() as unknown[]))(series);
}

function nestedValues(series: Series): unknown[] {
  const type = String(series.dtype);
  if (/^(DataType\()?Struct\b/.test(type)) return structValues(series);
  if (/^(DataType\()?(List|FixedSizeList|Array)\b/.test(type)) return listValues(series);
  return leafValues(series);
}

/** A leaf of a nested value; decimals keep their digits as text. */
function leafValues(series: Series): unknown[] {
  const [mapping] = mapColumns(series.toFrame());
  const cast = mapping?.cast ?? null;
  if (/^(DataType\()?Decimal\b/.test(String(series.dtype))) return printed(series);
  if (mapping?.type === "number") return present(series.toArray() as number[], numberValue);
  const values = cast ? series.toFrame().select(cast(pl.col(column)).alias(column)) : null;
  return wireValues(values?.getColumn(column) ?? series, mapping?.type ?? "string");
}

function structValues(series: Series): unknown[] {
  const missing = series.isNull().toArray() as boolean[];
  const { fields } = series.dtype as unknown as { fields: readonly { name: string }[] };
  const frame = series.toFrame();
  const values = fields.map(({ name }): [string, unknown[]] => {
    const field = frame.select(pl.col(column).struct.field(name).alias(column));
    return [name, nestedValues(field.getColumn(column))];
  });
  return missing.map((isMissing, row) => {
    if (isMissing) return null;
    return Object.fromEntries(values.map(([name, list]) => [name, list[row] ?? null]));
  });
}

/** Flattens lists, reads them as one column, and splits it again by length. */
function listValues(series: Series): unknown[] {
  const isFixed = !/^(DataType\()?List\b/.test(String(series.dtype));
  const frame = isFixed ? asLists(series) : series.toFrame();
  const lengths = frame.select(pl.col(column).list.lengths().cast(pl.Float64).alias(column));
  const counts = lengths.getColumn(column).toArray() as (number | null)[];
  const filled = frame.filter(pl.col(column).list.lengths().gt(0)).getColumn(column);
  const items = filled.length === 0 ? [] : nestedValues(filled.explode().rename(column));
  let at = 0;
  return counts.map((count) => {
    if (count === null) return null;
    at += count;
    return items.slice(at - count, at);
  });
}

function asLists(series: Series): DataFrame {
  const { inner } = series.dtype as unknown as { inner: readonly [DataType] };
  return series.toFrame().select(pl.col(column).cast(pl.List(inner[0])).alias(column));
}
