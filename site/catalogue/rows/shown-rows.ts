import type { TableColumn } from "./read-wish.ts";

/** Rows as the grid shows them, of the sample or of a query's answer. */
export type ShownRows = {
  columns: readonly TableColumn[];
  rows: readonly (readonly unknown[])[];
  /** The number of each row, which its address names. */
  numbers: readonly number[];
  offset: number;
  /** Where the next page begins; null: there is none. */
  nextOffset: number | null;
  /** What is shown, in one or two sentences. */
  summary: string;
};
