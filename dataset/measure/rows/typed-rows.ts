import pl, { type DataFrame } from "nodejs-polars";
import { positionsOf } from "../column-values.ts";

/** Numbers that represent the values of a column in a row sample: see `SampledColumn`. */
export type SampledCodes = { codes: Float64Array; lengths: Float64Array | null };

export type TypedRows = {
  /** Some columns of the rows at these offsets, in order; null for all rows. */
  at(offsets: readonly number[] | null, names: readonly string[]): DataFrame;
  /** The codes of a column at these offsets (null for all), if available without a query. */
  codes?(index: number, offsets: readonly number[] | null): SampledCodes | null;
  /** The beginnings of a column's texts at these offsets, if available without a query. */
  texts?(index: number, offsets: readonly number[], charsMax: number): (string | null)[] | null;
};

export function rowsOf(typed: DataFrame): TypedRows {
  return {
    at(offsets, names) {
      if (offsets === null) return typed.select(...names);
      return typed.select(pl.col([...names]).gather(positionsOf(offsets)));
    },
  };
}
