/** The stand-in for a column gives the same results as Polars' own `Series`. */
import { expect, test } from "bun:test";
import pl, { type DataFrame } from "nodejs-polars";
import { type Column, columnsOf } from "../../../dataset/base/plain-column.ts";

const frame: DataFrame = pl.DataFrame([
  pl.Series("text", ["b", null, "a", "ö\u{1f600}"], pl.Utf8),
  pl.Series("float", [1.5, -0.25, null, 1e300], pl.Float64),
  pl.Series("single", [1.5, 2, 3, 4], pl.Float32),
  pl.Series("whole", [3n, 2n ** 60n, null, -1n], pl.Int64),
  pl.Series("flag", [true, null, false, true], pl.Bool),
  pl.Series("day", [new Date(0), null, new Date(86_400_000), null], pl.Datetime("ms")),
]);

/** All operations used on columns, except those only for columns without missing values. */
function answersOf(column: Column): unknown[] {
  const present = column.dropNulls();
  return [
    [column.name, String(column.dtype), column.len(), column.nullCount()],
    [column.isString(), column.isFloat(), column.min(), column.max()],
    [column.toArray(), column.isNull().toArray(), column.head(2).toArray()],
    [column.gather([3, 0, 0]).toArray(), column.cast(pl.Utf8).toArray()],
    [column.cast(pl.Float64).toArray(), column.hash().toTypedArray()],
    [present.len(), present.toArray(), column.toFrame().columns],
    column.toFrame().rows(),
  ];
}

test("a column answers as a Series, whatever its type", () => {
  const columns = columnsOf(frame);
  const series = frame.getColumns();
  expect(columns.map(({ name }) => name)).toEqual(frame.columns);
  for (const [index, column] of columns.entries()) {
    expect(answersOf(column)).toEqual(answersOf(series[index] as Column));
  }
});

test("numbers come as a typed array, and never where a value is missing", () => {
  const [, float] = columnsOf(frame) as [Column, Column];
  expect(float.dropNulls().toTypedArray()).toEqual(Float64Array.of(1.5, -0.25, 1e300));
  expect(() => float.toTypedArray()).toThrow("missing");
});
