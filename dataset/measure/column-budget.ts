/**
 * Limits on each column's cost, so that a table of 10,000 columns costs no more than one of ten.
 */
import { JoinHasher } from "../../market/profile/join/join-hasher.ts";
import { JOIN_COLUMNS_READ_MAX } from "../../market/profile/join/vocabulary.ts";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { Random } from "../base/random.ts";
import { JoinKeys, mayBeKey } from "./joins/join-keys.ts";
import { NUMERIC_SAMPLE_MAX, SampleChoices } from "./number-sample.ts";

/** A column's memory limits; in a wide table the columns share the total. */
export type ColumnBudget = {
  sketchKeysMax: number;
  /** Number of distinct values up to which all spellings are kept. */
  namedValuesMax: number;
  /** Which numbers of a column are kept. */
  numbers: SampleChoices;
  /**
   * Number of first values of a text column that are searched for personal data in running text.
   */
  searchedValuesMax: number;
  /** Returns the collector of join hashes for a column that may be a key; null for others. */
  joinKeysOf(type: ColumnType): JoinKeys | null;
};

export const KEYS_PER_SKETCH_MAX = 65_536;
const columnCellsMax = 4_000_000;
const namedValuesMax = 1000;
/** At least the most frequent values that a profile shows. */
const namedValuesMin = 10;
const namedCellsMax = 200_000;
const searchedValuesMax = 50_000;
const searchedValuesMin = 100;
const searchedCellsMax = 1_000_000;

/**
 * The budget per column of a table. `random` chooses the numbers to keep, `joinKey` is the key of
 * the join hashes.
 */
export function columnBudget(
  columns: number,
  random: Random,
  joinKey: string | null = null,
): ColumnBudget {
  const share = Math.max(1024, Math.floor(columnCellsMax / Math.max(1, columns)));
  return {
    sketchKeysMax: Math.min(KEYS_PER_SKETCH_MAX, share),
    namedValuesMax: Math.min(
      namedValuesMax,
      Math.max(namedValuesMin, Math.floor(namedCellsMax / Math.max(1, columns))),
    ),
    numbers: new SampleChoices(Math.min(NUMERIC_SAMPLE_MAX, share), random),
    searchedValuesMax: Math.min(
      searchedValuesMax,
      Math.max(searchedValuesMin, Math.floor(searchedCellsMax / Math.max(1, columns))),
    ),
    joinKeysOf: joinKeysMaker(joinKey),
  };
}

function joinKeysMaker(key: string | null): ColumnBudget["joinKeysOf"] {
  if (key === null) return () => null;
  const hasher = new JoinHasher(key);
  let left = JOIN_COLUMNS_READ_MAX;
  return (type) => {
    if (left === 0 || !mayBeKey(type)) return null;
    left--;
    return new JoinKeys(hasher, type);
  };
}
