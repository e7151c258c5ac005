/** Columns of a result as rows of JSON text. */
import pl, { type DataFrame, type Series } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import {
  kindOf,
  type PlannedExpression,
  type PlannedGroups,
  type PlannedOutput,
} from "../../market/query/plan.ts";
import { integerValue, numberValue } from "../base/values.ts";
import { wireValues } from "../read/polars-values.ts";
import type { ColumnSource } from "./column-source.ts";
import { ValueFaultError } from "./fault-mark.ts";

/** The values of the frame's columns `o0`, `o1`, …, one list for each output. */
export function wireColumns(
  frame: DataFrame,
  outputs: readonly PlannedOutput[],
  sources: readonly ColumnSource[],
  groups: PlannedGroups | null = null,
): unknown[][] {
  return outputs.map(({ expression }, at) => {
    const series = frame.getColumn(`o${at}`);
    const stored = storedColumn(expression, groups);
    if (stored === null) return computedValues(series, expression);
    const source = sources[stored.table];
    const type = source?.mappingOf(stored.column.name).type ?? "string";
    return storedValues(series, type);
  });
}

/** The column that an output shows unchanged. */
function storedColumn(expression: PlannedExpression, groups: PlannedGroups | null) {
  if (expression.is === "column") return expression;
  if (expression.is !== "group") return null;
  if (expression.of === "keys") {
    const key = groups?.keys[expression.position];
    return key?.is === "column" ? key : null;
  }
  const aggregate = groups?.aggregates[expression.position];
  const isExtreme = aggregate?.function === "min" || aggregate?.function === "max";
  return isExtreme && aggregate.of?.is === "column" ? aggregate.of : null;
}

function storedValues(series: Series, type: ColumnType): unknown[] {
  if (type === "integer") return integers(series);
  if (type !== "number") return wireValues(series, type);
  return series.toArray().map((value) => (value === null ? null : numberValue(Number(value))));
}

function computedValues(series: Series, expression: PlannedExpression): unknown[] {
  const kind = kindOf(expression);
  if (kind === "integer") return integers(series);
  if (kind === "null") return new Array(series.length).fill(null);
  if (kind !== "number" && kind !== "decimal") return wireValues(series, kind);
  return series.toArray().map((value) => {
    if (value === null) return null;
    if (Number.isFinite(value)) return value;
    throw new ValueFaultError("not_finite", "at" in expression ? expression.at : 0);
  });
}

/** Reads sums of integers as decimals, which keep the digits that JavaScript would lose. */
function integers(series: Series): unknown[] {
  const printed = series.cast(pl.Utf8).toArray() as (string | null)[];
  return printed.map((text) => (text === null ? null : integerValue(BigInt(text))));
}

/**
 * Takes whole rows until they and their commas exceed `bytesMax`. If even the first row exceeds
 * it, none is shown.
 */
export function rowsAsText(
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
