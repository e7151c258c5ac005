/** What a column may cost, so that a table of ten thousand costs no more than one of ten. */
import { NUMERIC_SAMPLE_MAX } from "./number-sample.ts";

/** How much a column may hold in memory; shared out among the columns of a wide table. */
export type ColumnBudget = {
  sketchKeysMax: number;
  numberSampleMax: number;
  /** First values of a text column whose running text is searched for personal data. */
  searchedValuesMax: number;
};

export const KEYS_PER_SKETCH_MAX = 65_536;
const columnCellsMax = 4_000_000;
const searchedValuesMax = 50_000;
const searchedValuesMin = 100;
const searchedCellsMax = 1_000_000;

/** The budget of each of so many columns. */
export function columnBudget(columns: number): ColumnBudget {
  const share = Math.max(1024, Math.floor(columnCellsMax / Math.max(1, columns)));
  return {
    sketchKeysMax: Math.min(KEYS_PER_SKETCH_MAX, share),
    numberSampleMax: Math.min(NUMERIC_SAMPLE_MAX, share),
    searchedValuesMax: Math.min(
      searchedValuesMax,
      Math.max(searchedValuesMin, Math.floor(searchedCellsMax / Math.max(1, columns))),
    ),
  };
}
