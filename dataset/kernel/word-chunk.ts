/** A chunk of columns that arrived as typed words and as texts, hashed and measured. */

import { charsOf, indexOf, textsOf } from "./cell-texts.ts";
import type { MeasuredNumbers, MeasuredTexts } from "./cell-types.ts";
import type { Kernel } from "./kernel.ts";

/** The type of a column's words; texts are cells, and zero is a missing one. */
type WordForm = "string" | "integer" | "number" | "boolean" | "date" | "datetime";

export type WordType = {
  form: WordForm;
  /** Number of units of a datetime per millisecond. */
  unit: bigint;
  /** The bits of a word that its type has. */
  mask: bigint;
  /** Words outside this range are left to Polars. */
  range: readonly [least: bigint, most: bigint] | null;
};

/** Addresses of a column's values: a cell per row, or words with their rows. */
export type WordColumn = WordType & {
  /** For text; otherwise 0. */
  cells: number;
  /** The words; for text a hash per row, or 0 while unknown. */
  values: number;
  /** The rows of the words; for text the numbers of all rows. */
  places: number;
  /** Number of non-missing values. */
  count: number;
  /** Set if all values come from a dictionary and, for text, none is missing. */
  entries: Entries | null;
};

/** The dictionary index of each value, the number of entries, and the entries' hashes. */
export type Entries = { chosen: number; many: number; hashes: number };

/** A column's distinct values in order of appearance: their hashes, counts and first rows. */
export type CountedValues = { hashes: number; counts: number; firsts: number; many: number };

/** A column with its measurements; booleans are only counted. */
export type ReadColumn = WordColumn & {
  /** The words as floats: times in milliseconds. */
  floats: number;
  trues: number;
  /** With `counted`, the room for hashes is allocated but not filled: see `hashesOf`. */
  measured: MeasuredTexts | MeasuredNumbers | null;
  counted: CountedValues | null;
};

/**
 * How to read the next chunk: the column order of row hashes, and the bounds below which hashes are
 * needed (0 for all).
 */
export type WordOrder = { order: readonly number[]; bounds: readonly bigint[] };

/** A chunk in the form that is sent between threads. */
export type WordsMessage = {
  rows: number;
  columns: readonly ReadColumn[];
  rowHashes: number;
  lacking: number;
};

export class WordChunk {
  readonly kernel: Kernel;
  readonly message: WordsMessage;

  /** Wraps what another thread has read in the same memory. */
  constructor(kernel: Kernel, told: WordsMessage) {
    this.kernel = kernel;
    this.message = told;
  }

  get rows(): number {
    return this.message.rows;
  }

  get columns(): readonly ReadColumn[] {
    return this.message.columns;
  }

  /** The row hashes, equal to those of Polars. */
  rowHashes(): BigUint64Array {
    return this.kernel.hashesAt(this.message.rowHashes, this.rows);
  }

  /** The hashes of a column's values below its bound. */
  hashesOf({ measured, counted, entries, count }: ReadColumn): BigUint64Array {
    if (!measured) return new BigUint64Array();
    const { hashes, kept } = measured;
    if (!counted || !entries) return this.kernel.hashesAt(hashes, kept);
    this.kernel.program.chooseWords(entries.hashes, entries.chosen, count, hashes);
    return this.kernel.hashesAt(hashes, count);
  }

  /** Number of rows without missing values. */
  completeRows(): number {
    const { lacking, rows } = this.message;
    const marks = this.kernel.bytes().subarray(lacking, lacking + rows);
    let complete = 0;
    for (let row = 0; row < marks.length; row++) if (marks[row] === 0) complete++;
    return complete;
  }

  /** The texts of some rows, cut to `charsMax` characters; null if missing. */
  textsAt({ cells }: ReadColumn, rows: ArrayLike<number>, charsMax?: number): (string | null)[] {
    return textsOf(this.kernel, cells, rows, charsMax);
  }

  /** Number of characters of the texts of some rows; NaN if missing. */
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

  /** Indexes of some rows' values in a column of words; -1 if missing. */
  placesOf({ places, count }: ReadColumn, rows: readonly number[]): readonly number[] {
    if (count === this.rows) return rows;
    const rowOf = this.kernel.countsAt(places, count);
    return rows.map((row) => indexOf(rowOf, row));
  }

  /** The rows of a column's first values. */
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
