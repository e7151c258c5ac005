/** Visits the columns of a frame one after the other. */
import type { DataFrame } from "nodejs-polars";
import { type Column, columnsOf } from "../base/plain-column.ts";
import { collectEvery } from "./collect-garbage.ts";

/** What visiting so many columns leaves behind is worth a collection. */
const visitedPerCollection = 1000;

/** The columns in their order; where they are many the memory of what was made of them is freed. */
export function eachColumn(frame: DataFrame, visit: (column: Column, index: number) => void): void {
  for (const [index, column] of columnsOf(frame).entries()) {
    visit(column, index);
    collectEvery(visitedPerCollection, index);
  }
}
