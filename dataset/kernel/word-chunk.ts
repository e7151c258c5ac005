/** A chunk of columns that came as words of their types and as texts, hashed and measured. */

import { charsOf, indexOf, textsOf } from "./cell-texts.ts";
import type { MeasuredNumbers, MeasuredTexts } from "./cell-types.ts";
import type { Kernel } from "./kernel.ts";

/** What the words of a column are; texts are cells, and zero is one that is missing. */
type WordForm = "string" | "integer" | "number" | "boolean" | "date" | "datetime";

export type WordType = {
  form: WordForm;
  /** How many units of a datetime are a millisecond. */
  unit: bigint;
  /** The bits of a word that its type has. */
  mask: bigint;
  /** Words outside of these are left to Polars. */
  range: readonly [least: bigint, most: bigint] | null;
};

/** Addresses of the values of a column: a cell for each row, or words with the rows that they are of. */
export type WordColumn = WordType & {
  /** Of texts; 0 of others. */
  cells: number;
  /** The words; of texts a hash for each row, or 0 where they are not known yet. */
  values: number;
  /** The rows of the words; of texts the numbers of all rows. */
  places: number;
  /** Values that are not missing. */
  count: number;
  /** Where all of the values come from a dictionary; of texts where none is missing, too. */
  entries: Entries | null;
};

/** The place of each value in a dictionary of so many, and the hashes of what stands there. */
export type Entries = { chosen: number; many: number; hashes: number };

/** The different values of a column in the order in which they come: their hashes, how often each does, its first row. */
export type CountedValues = { hashes: number; counts: number; firsts: number; many: number };

/** A column with what is known of its values; booleans are counted alone. */
export type ReadColumn = WordColumn & {
  /** The words as floats: times in milliseconds. */
  floats: number;
  trues: number;
  /** Where there are `counted` ones the room alone for their hashes is there: see `hashesOf`. */
  measured: MeasuredTexts | MeasuredNumbers | null;
  counted: CountedValues | null;
};

/** How the next chunk is to be read: in this order rows are hashed, hashes from a bound on (0: none) are not wanted. */
export type WordOrder = { order: readonly number[]; bounds: readonly bigint[] };

/** A chunk as it goes from one thread to another. */
export type ToldWords = {
  rows: number;
  columns: readonly ReadColumn[];
  rowHashes: number;
  lacking: number;
};

export class WordChunk {
  readonly kernel: Kernel;
  readonly told: ToldWords;

  /** What another thread has read in the same memory. */
  constructor(kernel: Kernel, told: ToldWords) {
    this.kernel = kernel;
    this.told = told;
  }

  get rows(): number {
    return this.told.rows;
  }

  get columns(): readonly ReadColumn[] {
    return this.told.columns;
  }

  /** The hashes of the rows, as Polars hashes them. */
  rowHashes(): BigUint64Array {
    return this.kernel.hashesAt(this.told.rowHashes, this.rows);
  }

  /** The hashes of the values of a column, those below its bound alone. */
  hashesOf({ measured, counted, entries, count }: ReadColumn): BigUint64Array {
    if (!measured) return new BigUint64Array();
    const { hashes, kept } = measured;
    if (!counted || !entries) return this.kernel.hashesAt(hashes, kept);
    this.kernel.program.chooseWords(entries.hashes, entries.chosen, count, hashes);
    return this.kernel.hashesAt(hashes, count);
  }

  /** Rows in which no value is missing. */
  completeRows(): number {
    const { lacking, rows } = this.told;
    const marks = this.kernel.bytes().subarray(lacking, lacking + rows);
    let complete = 0;
    for (let row = 0; row < marks.length; row++) if (marks[row] === 0) complete++;
    return complete;
  }

  /** Texts of some rows, cut to so many characters; null where one is missing. */
  textsAt({ cells }: ReadColumn, rows: ArrayLike<number>, charsMax?: number): (string | null)[] {
    return textsOf(this.kernel, cells, rows, charsMax);
  }

  /** Characters of the texts of some rows; NaN where one is missing. */
  lengthsAt({ cells }: ReadColumn, rows: readonly number[]): Float64Array {
    const bytes = this.kernel.bytes();
    const words = this.kernel.countsAt(cells, this.rows * 2);
    const lengths = new Float64Array(rows.length);
    for (let i = 0; i < lengths.length; i++) {
      const at = (rows[i] as number) * 2;
      const start = words[at] as number;
      lengths[i] = start === 0 ? Number.NaN : charsOf(bytes, start, words[at + 1] as number);
    }
    return lengths;
  }

  /** Where the values of some rows stand among those of a column of words; -1 where one is missing. */
  placesOf({ places, count }: ReadColumn, rows: readonly number[]): readonly number[] {
    if (count === this.rows) return rows;
    const rowOf = this.kernel.countsAt(places, count);
    return rows.map((row) => indexOf(rowOf, row));
  }

  /** The rows of the first values of a column. */
  firstRows({ cells, places, count }: ReadColumn, many: number): number[] {
    if (cells === 0) return Array.from(this.kernel.countsAt(places, Math.min(many, count)));
    const words = this.kernel.countsAt(cells, this.rows * 2);
    const found: number[] = [];
    for (let row = 0; row < this.rows && found.length < many; row++) {
      if (words[row * 2] !== 0) found.push(row);
    }
    return found;
  }
}
