/** Visits the columns of a frame without holding them all: each costs some ten kilobytes of JavaScript. */
import type { DataFrame, Series } from "nodejs-polars";
import { collectGarbage } from "./collect-garbage.ts";

/** So many columns are held at once. */
const heldMax = 2000;

/** The columns in their order; where they are many the memory of those that were visited is freed. */
export function eachColumn(frame: DataFrame, visit: (column: Series, index: number) => void): void {
  const names = frame.columns;
  if (names.length <= heldMax) {
    for (const [index, column] of frame.getColumns().entries()) visit(column, index);
    return;
  }
  for (let from = 0; from < names.length; from += heldMax) {
    const part = frame.select(...names.slice(from, from + heldMax));
    for (const [offset, column] of part.getColumns().entries()) visit(column, from + offset);
    collectGarbage();
  }
}
