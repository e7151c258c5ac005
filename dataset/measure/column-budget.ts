/** What a column may cost, so that a table of ten thousand costs no more than one of ten. */
import { JOIN_COLUMNS_READ_MAX } from "../../market/profile/join/vocabulary.ts";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { Random } from "../base/random.ts";
import { HalfSipHash } from "./joins/half-siphash.ts";
import { JoinKeys, mayBeKey } from "./joins/join-keys.ts";
import { NUMERIC_SAMPLE_MAX, SampleChoices } from "./number-sample.ts";

/** How much a column may hold in memory; shared out among the columns of a wide table. */
export type ColumnBudget = {
  sketchKeysMax: number;
  /** Different values of a column up to which each of their spellings is held. */
  namedValuesMax: number;
  /** Which numbers of a column are kept. */
  numbers: SampleChoices;
  /** First values of a text column whose running text is searched for personal data. */
  searchedValuesMax: number;
  /** What gathers the hashes of a column that may be a key; null for the others. */
  joinKeysOf(type: ColumnType): JoinKeys | null;
};

export const KEYS_PER_SKETCH_MAX = 65_536;
const columnCellsMax = 4_000_000;
const namedValuesMax = 1000;
/** The most frequent ones, as many as are shown. */
const namedValuesMin = 10;
const namedCellsMax = 200_000;
const searchedValuesMax = 50_000;
const searchedValuesMin = 100;
const searchedCellsMax = 1_000_000;

/**
 * The budget of each of so many columns; `random` chooses the numbers that are kept, `joinKey` keys the
 * hashes of what may be joined.
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
  const hasher = new HalfSipHash(key);
  let left = JOIN_COLUMNS_READ_MAX;
  return (type) => {
    if (left === 0 || !mayBeKey(type)) return null;
    left--;
    return new JoinKeys(hasher, type);
  };
}
