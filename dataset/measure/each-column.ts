import type { DataFrame } from "nodejs-polars";
import { type Column, columnsOf } from "../base/plain-column.ts";
import { collectEvery } from "./collect-garbage.ts";

/** Number of visited columns after which a garbage collection pays off. */
const visitedPerCollection = 1000;

/** Visits the columns in order; with many columns, frees the memory in between. */
export function eachColumn(frame: DataFrame, visit: (column: Column, index: number) => void): void {
  for (const [index, column] of columnsOf(frame).entries()) {
    visit(column, index);
    collectEvery(visitedPerCollection, index);
  }
}
