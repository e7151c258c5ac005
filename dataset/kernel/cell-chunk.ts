/** A chunk of delimited text with located and hashed cells; cells other than text are parsed. */

import { alignedBytes, bytesOfArrays, placeBytes, takeArrays, wordBytes } from "./arrays.ts";
import { textsOf } from "./cell-texts.ts";
import {
  type CellColumn,
  type CellReading,
  columnArrays,
  keyOf,
  type Scratch,
  scratchArrays,
} from "./cell-types.ts";
import { intoBytes } from "./counts.ts";
import type { FoundCells } from "./find-cells.ts";
import type { Kernel } from "./kernel.ts";
import { readColumns } from "./read-columns.ts";

/** Per row, outside the columns. */
const rowArrays = { rowHashes: wordBytes };
/** Most memory for a chunk's values; Polars measures denser tables. */
const valuesBytesMax = 64 * 2 ** 20;

/** A chunk in the form that is sent between threads. */
export type ChunkMessage = {
  rows: number;
  columns: readonly CellColumn[];
  scratch: Scratch;
  rowHashes: number;
  key: string;
};

export class CellChunk {
  readonly kernel: Kernel;
  readonly rows: number;
  readonly columns: readonly CellColumn[];
  readonly scratch: Scratch;
  /** How the columns were read, see `keyOf`. */
  readonly key: string;
  readonly #rowHashes: number;

  /** Wraps what another thread has read in the same memory. */
  constructor(kernel: Kernel, { rows, columns, scratch, rowHashes, key }: ChunkMessage) {
    this.kernel = kernel;
    this.rows = rows;
    this.columns = columns;
    this.scratch = scratch;
    this.key = key;
    this.#rowHashes = rowHashes;
  }

  get message(): ChunkMessage {
    const { rows, columns, scratch, key } = this;
    return { rows, columns, scratch, key, rowHashes: this.#rowHashes };
  }

  /**
   * Reads the cells as columns of these forms, and hashes the rows in an order of columns. Null if
   * a cell has another form or needs further examination.
   */
  static read(
    found: FoundCells,
    { forms, order, tokens, words }: Omit<CellReading, "bounds">,
  ): CellChunk | null {
    const { kernel, rows } = found;
    kernel.useTokens(tokens);
    if (found.generation !== kernel.generation) throw new Error("Other cells were looked for.");
    const valuesBytes = forms.reduce((sum, form) => {
      return sum + bytesOfArrays(columnArrays[form], rows);
    }, 0);
    const rowsBytes = bytesOfArrays({ ...rowArrays, ...scratchArrays }, rows);
    const bytes = valuesBytes + rowsBytes + alignedBytes(intoBytes);
    if (valuesBytes > valuesBytesMax || !kernel.hasRoom(bytes)) return null;
    const { rowHashes } = takeArrays(kernel, rowArrays, rows);
    const into = kernel.take(intoBytes);
    const scratch: Scratch = { ...takeArrays(kernel, scratchArrays, rows), into };
    kernel.bytes().fill(0, scratch.lacking, scratch.lacking + rows);
    const columns = forms.map((form, index): CellColumn => {
      const cells = found.cells + index * found.columnBytes;
      const parsed = takeArrays(kernel, columnArrays[form], rows);
      return { form, cells, ...parsed, count: 0, emptyCells: 0, spelled: [], trues: 0 };
    });
    const { textBytes } = found;
    const chunk = { columns, words, order, rows, textBytes, scratch, rowHashes };
    if (!readColumns(kernel, chunk)) return null;
    return new CellChunk(kernel, {
      rows,
      columns,
      scratch,
      rowHashes,
      key: keyOf({ forms, words }),
    });
  }

  /** The row hashes, equal to those of Polars. */
  rowHashes(): BigUint64Array {
    return this.kernel.hashesAt(this.#rowHashes, this.rows);
  }

  /** Number of rows without missing values; known once all texts were measured. */
  completeRows(): number {
    const { lacking } = this.scratch;
    const marks = this.kernel.bytes().subarray(lacking, lacking + this.rows);
    let complete = 0;
    for (let row = 0; row < marks.length; row++) if (marks[row] === 0) complete++;
    return complete;
  }

  /** A cell's text as written; null if it is missing. */
  textAt(bytes: Buffer, column: Pick<CellColumn, "cells">, row: number): string | null {
    const at = column.cells + row * wordBytes;
    const start = bytes.readUInt32LE(at);
    const length = bytes.readUInt32LE(at + placeBytes);
    return start === 0 ? null : bytes.toString("utf8", start, start + length);
  }

  /** The texts of some cells, cut to `charsMax` characters; null if missing. */
  textsAt(
    { cells }: Pick<CellColumn, "cells">,
    rowsWanted: ArrayLike<number>,
    charsMax = Number.POSITIVE_INFINITY,
  ): (string | null)[] {
    return textsOf(this.kernel, cells, rowsWanted, charsMax);
  }

  /** The rows of a column's first non-missing cells. */
  firstRows(column: CellColumn, many: number): number[] {
    const words = this.kernel.countsAt(column.cells, this.rows * 2);
    const found: number[] = [];
    for (let row = 0; row < this.rows && found.length < many; row++) {
      if (words[row * 2] !== 0) found.push(row);
    }
    return found;
  }
}
