/** A chunk of delimited text whose cells were found, hashed, and parsed where they are no texts. */
import { type CellColumn, type CellReading, isOfTruths, type Scratch } from "./cell-types.ts";
import type { FoundCells } from "./find-cells.ts";
import type { Kernel } from "./kernel.ts";

const wordBytes = 8;
const placeBytes = 4;
const intoBytes = 64;
/** What rounding takes of each column, and what is taken of each row beside the columns. */
const columnSlackBytes = 128;
const scratchSlackBytes = 1024;
const rowBytes = 40;
/** No more is taken for the values of a chunk; denser tables are measured by Polars. */
const valuesBytesMax = 64 * 2 ** 20;
const blank = 32;
const capitalT = 84;
const lowerHalf = 0xffff_ffffn;

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
    const bytes = forms.length * (words + counts + columnSlackBytes);
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
    const columns = new Array<CellColumn>(forms.length);
    for (const [place, index] of order.entries()) {
      const form = forms[index] ?? "none";
      const cells = found.cells + index * found.columnBytes;
      const values = form === "none" || isOfTruths(form) ? 0 : kernel.take(words);
      const places = form === "string" || values === 0 ? 0 : kernel.take(counts);
      const asked = { form, cells, values, places, count: rows, emptyCells: 0, trues: 0 };
      const hashed = { rowHashes, isFirst: place === 0 ? 1 : 0 };
      const column = hashAndParse(kernel, asked, rows, scratch, hashed);
      if (!column) return null;
      columns[index] = column;
    }
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
    const words = this.kernel.countsAt(cells, this.rows * 2);
    const bytes = this.kernel.bytes();
    const texts = new Array<string | null>(rowsWanted.length);
    for (let i = 0; i < texts.length; i++) {
      const at = (rowsWanted[i] as number) * 2;
      const start = words[at] as number;
      const length = words[at + 1] as number;
      texts[i] = start === 0 ? null : headAt(bytes, start, length, charsMax);
    }
    return texts;
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

/** No character takes more bytes. */
const charBytesMax = 4;

/** A text, cut to so many characters, which are whole ones and not the halves of UTF-16. */
function headAt(bytes: Buffer, start: number, length: number, charsMax: number): string {
  if (length <= charsMax) return bytes.toString("utf8", start, start + length);
  const text = bytes.toString("utf8", start, start + Math.min(length, charsMax * charBytesMax));
  return text.length <= charsMax ? text : Array.from(text).slice(0, charsMax).join("");
}

/** Where the hashes of rows stand, and whether the column is their first. */
type HashedRows = { rowHashes: number; isFirst: number };

/** Works a column into the hashes of the rows, and parses it; null where a cell is not of its form. */
function hashAndParse(
  kernel: Kernel,
  column: CellColumn,
  rows: number,
  scratch: Scratch,
  { rowHashes, isFirst }: HashedRows,
): CellColumn | null {
  const { program, fixed, numberState } = kernel;
  const { form, cells, values, places } = column;
  const { ofNone, ofTrue, ofFalse } = fixed;
  const counted = (emptyCells: number): CellColumn | null => {
    return parse(kernel, { ...column, emptyCells, count: rows - emptyCells }, rows, scratch);
  };
  if (form === "truth") {
    return counted(
      program.hashTruthsIntoRows(cells, rows, rowHashes, isFirst, ofTrue, ofFalse, ofNone),
    );
  }
  if (form !== "float") {
    const kept = form === "string" ? values : 0;
    return counted(program.hashIntoRows(cells, rows, rowHashes, isFirst, ofNone, kept));
  }
  const parsed = parse(kernel, column, rows, scratch);
  if (!parsed) return null;
  const { count } = parsed;
  program.hashNumbersIntoRows(
    values,
    places,
    count,
    rows,
    rowHashes,
    isFirst,
    numberState,
    ofNone,
  );
  return { ...parsed, emptyCells: rows - count };
}

/** Parses a column; null where a cell is not of its form. */
function parse(
  kernel: Kernel,
  column: CellColumn,
  rows: number,
  scratch: Scratch,
): CellColumn | null {
  const { program } = kernel;
  const { form, cells, values, places, emptyCells } = column;
  const { lacking } = scratch;
  const counted = (count: number): CellColumn | null => (count < 0 ? null : { ...column, count });
  // Of nothing but missing values nothing is measured that would mark their rows.
  if (emptyCells === rows) kernel.bytes().fill(1, lacking, lacking + rows);
  switch (form) {
    case "none":
      return emptyCells < rows ? null : column;
    case "string":
      return column;
    case "integer":
      return counted(program.parseIntegers(cells, rows, values, places, lacking));
    case "number":
    case "float":
      return counted(parseFractions(kernel, column, rows, scratch));
    case "date":
      return counted(program.parseDays(cells, rows, values, places, lacking));
    case "boolean":
    case "truth": {
      const found = program.countTrue(cells, rows, lacking);
      if (found < 0n) return null;
      return { ...column, count: Number(found >> 32n), trues: Number(found & lowerHalf) };
    }
    default: {
      const separator = form === "datetime_blank" ? blank : capitalT;
      const isZoned = form === "datetime_z" ? 1 : 0;
      return counted(program.parseTimes(cells, rows, values, places, lacking, separator, isZoned));
    }
  }
}

/** What the kernel leaves: many digits or an exponent. Other spellings are for Polars to judge. */
const hardNumber = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?$/;

function parseFractions(
  kernel: Kernel,
  { cells, values, places }: CellColumn,
  rows: number,
  { lacking, shaped: hard }: Scratch,
): number {
  const found = kernel.program.parseFractions(cells, rows, values, places, lacking, hard);
  if (found < 0n) return -1;
  const count = Number(found & lowerHalf);
  const hardOnes = kernel.countsAt(hard, Number(found >> 32n));
  if (hardOnes.length === 0) return count;
  const bytes = kernel.bytes();
  const floats = kernel.floatsAt(values, count);
  const rowOf = kernel.countsAt(places, count);
  for (const index of hardOnes) {
    const at = cells + (rowOf[index] as number) * wordBytes;
    const start = bytes.readUInt32LE(at);
    const text = bytes.toString("latin1", start, start + bytes.readUInt32LE(at + placeBytes));
    if (!hardNumber.test(text)) return -1;
    floats[index] = Number(text);
  }
  return count;
}
