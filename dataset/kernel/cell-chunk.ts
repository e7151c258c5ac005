/** A chunk of delimited text whose cells were found, hashed, and parsed where they are no texts. */

import { textsOf } from "./cell-texts.ts";
import {
  type CellColumn,
  type CellReading,
  isOfTexts,
  isOfTruths,
  type Scratch,
} from "./cell-types.ts";
import type { FoundCells } from "./find-cells.ts";
import type { Kernel } from "./kernel.ts";
import { readColumns } from "./read-columns.ts";

const wordBytes = 8;
const placeBytes = 4;
const intoBytes = 64;
/** What rounding takes of each column, and what is taken of each row beside the columns. */
const columnSlackBytes = 128;
const scratchSlackBytes = 1024;
const rowBytes = 40;
/** No more is taken for the values of a chunk; denser tables are measured by Polars. */
const valuesBytesMax = 64 * 2 ** 20;

/** A chunk as it goes from one thread to another. */
export type ToldChunk = {
  rows: number;
  columns: readonly CellColumn[];
  scratch: Scratch;
  rowHashes: number;
  forms: string;
};

export class CellChunk {
  readonly kernel: Kernel;
  readonly rows: number;
  readonly columns: readonly CellColumn[];
  readonly scratch: Scratch;
  /** What the columns were read as. */
  readonly forms: string;
  readonly #rowHashes: number;

  /** What another thread has read in the same memory. */
  constructor(kernel: Kernel, { rows, columns, scratch, rowHashes, forms }: ToldChunk) {
    this.kernel = kernel;
    this.rows = rows;
    this.columns = columns;
    this.scratch = scratch;
    this.forms = forms;
    this.#rowHashes = rowHashes;
  }

  get told(): ToldChunk {
    const { rows, columns, scratch, forms } = this;
    return { rows, columns, scratch, forms, rowHashes: this.#rowHashes };
  }

  /**
   * Reads the cells as columns of these forms, and hashes the rows in an order of columns. Null where a
   * cell is of another form, or to be looked at.
   */
  static read(
    found: FoundCells,
    { forms, order, tokens }: Pick<CellReading, "forms" | "order" | "tokens">,
  ): CellChunk | null {
    const { kernel, rows } = found;
    kernel.useTokens(tokens);
    if (found.generation !== kernel.generation) throw new Error("Other cells were looked for.");
    const words = rows * wordBytes;
    const counts = rows * placeBytes;
    const floats = forms.filter((form) => form === "float").length;
    const bytes = forms.length * (words + counts + columnSlackBytes) + floats * words;
    if (bytes > valuesBytesMax || !kernel.hasRoom(bytes + rows * rowBytes + scratchSlackBytes))
      return null;
    const rowHashes = kernel.take(words);
    const scratch: Scratch = {
      hashes: kernel.take(words),
      places: kernel.take(counts),
      floats: kernel.take(words),
      lacking: kernel.take(rows),
      shaped: kernel.take(counts),
      doubted: kernel.take(counts),
      into: kernel.take(intoBytes),
    };
    kernel.bytes().fill(0, scratch.lacking, scratch.lacking + rows);
    const columns = forms.map((form, index): CellColumn => {
      const cells = found.cells + index * found.columnBytes;
      const values = form === "none" || isOfTruths(form) ? 0 : kernel.take(words);
      const places = isOfTexts(form) || values === 0 ? 0 : kernel.take(counts);
      const hashes = form === "float" ? kernel.take(words) : 0;
      return { form, cells, values, places, hashes, count: 0, emptyCells: 0, trues: 0 };
    });
    const { textBytes } = found;
    if (!readColumns(kernel, { columns, order, rows, textBytes, scratch, rowHashes })) return null;
    return new CellChunk(kernel, { rows, columns, scratch, rowHashes, forms: forms.join() });
  }

  /** The hashes of the rows, as Polars hashes them. */
  rowHashes(): BigUint64Array {
    return this.kernel.hashesAt(this.#rowHashes, this.rows);
  }

  /** Rows in which no value is missing; known once all texts were measured. */
  completeRows(): number {
    const { lacking } = this.scratch;
    const marks = this.kernel.bytes().subarray(lacking, lacking + this.rows);
    let complete = 0;
    for (let row = 0; row < marks.length; row++) if (marks[row] === 0) complete++;
    return complete;
  }

  /** The text of a cell, as it is written; null where it is missing. */
  textAt(bytes: Buffer, column: Pick<CellColumn, "cells">, row: number): string | null {
    const at = column.cells + row * wordBytes;
    const start = bytes.readUInt32LE(at);
    const length = bytes.readUInt32LE(at + placeBytes);
    return start === 0 ? null : bytes.toString("utf8", start, start + length);
  }

  /** The texts of some cells, cut to so many characters; null where there are none. */
  textsAt(
    { cells }: Pick<CellColumn, "cells">,
    rowsWanted: ArrayLike<number>,
    charsMax = Number.POSITIVE_INFINITY,
  ): (string | null)[] {
    return textsOf(this.kernel, cells, rowsWanted, charsMax);
  }

  /** The rows of the first cells of a column that are not missing. */
  firstRows(column: CellColumn, many: number): number[] {
    const words = this.kernel.countsAt(column.cells, this.rows * 2);
    const found: number[] = [];
    for (let row = 0; row < this.rows && found.length < many; row++) {
      if (words[row * 2] !== 0) found.push(row);
    }
    return found;
  }
}
