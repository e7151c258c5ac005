/** Converts JSON values to Polars columns, however they were parsed. */
import pl, { type DataType, type Series } from "nodejs-polars";
import type { RawKind } from "../../base/table.ts";
import { nestedJson } from "../../base/values.ts";
import { BOOLEAN, NUMBER } from "./kinds.ts";
import { type FlatColumn, isNested } from "./lines/flat-block.ts";

/** The type as which Polars parses a flat column. */
export function flatType({ kinds }: FlatColumn): DataType {
  if (kinds & NUMBER) return pl.Float64;
  return kinds === BOOLEAN ? pl.Bool : pl.Utf8;
}

/**
 * Converts values of one type to a column of a kind, which may be wider because of earlier values.
 */
export function flatSeries(values: Series, flat: FlatColumn, name: string, kind: RawKind): Series {
  if (isNested(flat) ? nestedKinds.has(kind) : fitting[kind]?.(values)) return values.rename(name);
  return toSeries(valuesOf(values.toArray(), flat), name, kind);
}

/** The values of a flat column as JavaScript would have parsed them. */
export function valuesOf(values: readonly unknown[], flat: FlatColumn): unknown[] {
  if (!isNested(flat)) return [...values];
  return values.map((json) => (typeof json === "string" ? JSON.parse(json) : null));
}

const nestedKinds: ReadonlySet<RawKind> = new Set<RawKind>(["object", "array"]);

/** Tests for kinds whose values may stay as parsed. */
const fitting: Readonly<Partial<Record<RawKind, (values: Series) => boolean>>> = {
  integer: (values) => values.isFloat(),
  number: (values) => values.isFloat(),
  boolean: (values) => values.isBoolean(),
  json_text: (values) => values.isString(),
};

/** Converts parsed JSON values, some missing, to a column of a kind. */
export function toSeries(values: unknown[], name: string, kind: RawKind): Series {
  switch (kind) {
    case "integer":
    case "number":
      return pl.Series(name, values, pl.Float64);
    case "boolean":
      return pl.Series(name, values, pl.Bool);
    case "json_text":
    case "empty":
      return pl.Series(name, values, pl.Utf8);
    case "digits":
      return pl.Series(name, mapPresent(values, String), pl.Utf8);
    default:
      return pl.Series(name, mapPresent(values, nestedJson), pl.Utf8);
  }
}

function mapPresent(
  values: readonly unknown[],
  print: (value: unknown) => string,
): (string | null)[] {
  return values.map((value) => (value === null || value === undefined ? null : print(value)));
}
