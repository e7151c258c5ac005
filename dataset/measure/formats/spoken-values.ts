/** The values of a text column that are no spelling of a missing one. */
import pl from "nodejs-polars";
import type { Column } from "../../base/plain-column.ts";
import { missingTokens } from "./missing-tokens.ts";

/** So many values are looked at one by one. */
export const headValues = 1000;

/** The first values of a column that are not missing. */
export function headOf(column: Column): string[] {
  const isFew = column.len() <= headValues;
  const head = isFew ? column : column.dropNulls().head(headValues);
  return (head.toArray() as (string | null)[]).filter((value) => value !== null);
}

/** The first value that is spoken, wherever it stands. */
export function firstSpoken(values: Column): string {
  const isToken = pl.col(values.name).isIn([...missingTokens]);
  return String(values.toFrame().filter(isToken.not()).head(1).row(0)[0] ?? "");
}

export function isOnlyTokens(values: Column): boolean {
  const isToken = pl.col(values.name).isIn([...missingTokens]);
  return Number(values.toFrame().select(isToken.not().sum().alias("n")).row(0)[0]) === 0;
}
