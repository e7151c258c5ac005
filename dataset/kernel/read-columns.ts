/** Hashes and parses the columns of a chunk of cells. */
import { placeBytes, wordBytes } from "./arrays.ts";
import { type CellColumn, isOfTexts, type Scratch } from "./cell-types.ts";
import type { Kernel } from "./kernel.ts";

export type ReadChunk = {
  /** Columns without any counts yet. */
  columns: readonly CellColumn[];
  /** Per column of text: the spellings that are missing values in it. */
  words: readonly (readonly string[])[];
  /** The column order of row hashes. */
  order: readonly number[];
  rows: number;
  /** Bytes of text that contain the cells. */
  textBytes: number;
  scratch: Scratch;
  /** Address of the row hashes. */
  rowHashes: number;
};

/** Some rows of a column, which may be the first in the row hashes. */
type Part = { column: CellColumn; from: number; to: number; isFirst: number; words: WordBits };

/** A bit for each spelling of a missing value, see `Kernel.bitsOf`. */
type WordBits = { low: bigint; high: bigint };

/** This much text stays in the processor's cache while the columns are read one after the other. */
const partTextBytes = 384 * 1024;
const blank = 32;
const capitalT = 84;
const lowerHalf = 0xffff_ffffn;
const noWords: WordBits = { low: 0n, high: 0n };

/**
 * Reads all columns; false if a cell does not have its column's form, or needs further examination.
 */
export function readColumns(kernel: Kernel, chunk: ReadChunk): boolean {
  const { columns, words, order, rows, textBytes, scratch } = chunk;
  const bits = words.map((some) => (some.length === 0 ? noWords : kernel.bitsOf(some)));
  // What an earlier chunk found before it turned out to be irregular does not count.
  kernel.takeSeenTokens();
  const parts = Math.max(1, Math.min(rows, Math.ceil(textBytes / partTextBytes)));
  const partRows = Math.ceil(rows / parts);
  for (let from = 0; from < rows; from += partRows) {
    const to = Math.min(rows, from + partRows);
    for (const [place, index] of order.entries()) {
      const column = columns[index] as CellColumn;
      const isFirst = place === 0 ? 1 : 0;
      const part = { column, from, to, isFirst, words: bits[index] ?? noWords };
      if (!readPart(kernel, part, chunk)) return false;
    }
  }
  for (const column of columns) {
    if (column.count > 0 || (column.emptyCells < rows && !isOfTexts(column.form))) continue;
    // An empty column is not measured, so its rows are marked as missing here.
    kernel.bytes().fill(1, scratch.lacking, scratch.lacking + rows);
  }
  return true;
}

/** Mixes a part into its row hashes and parses it. */
function readPart(kernel: Kernel, part: Part, { rowHashes, scratch }: ReadChunk): boolean {
  const { program, fixed, numberState } = kernel;
  const { column, from, to, isFirst, words } = part;
  const { form, cells, count } = column;
  const { ofNone, ofTrue, ofFalse } = fixed;
  const values = column.values + count * wordBytes;
  const places = column.places + count * placeBytes;
  let missing = 0;
  if (form === "truth") {
    missing = program.hashTruthsIntoRows(
      cells,
      from,
      to,
      rowHashes,
      isFirst,
      ofTrue,
      ofFalse,
      ofNone,
    );
  } else if (form !== "float") {
    const kept = isOfTexts(form) ? column.values : 0;
    missing = program.hashIntoRows(cells, from, to, rowHashes, isFirst, ofNone, kept);
  }
  if (form === "none" && missing < to - from) return false;
  const found = parse(kernel, part, scratch, values, places);
  if (found < 0) return false;
  column.count += found;
  if (form === "float") {
    missing = to - from - found;
    program.hashNumbersIntoRows(
      values,
      places,
      found,
      from,
      to,
      rowHashes,
      isFirst,
      numberState,
      ofNone,
      column.hashes + count * wordBytes,
    );
  }
  column.emptyCells += missing;
  if (isOfTexts(form)) column.count += to - from - missing;
  if (form === "string") {
    const dropped = program.dropMissing(cells, from, to, words.low, words.high);
    column.count -= Number(dropped & lowerHalf);
    if (dropped === 0n) return true;
    spell(column, [...kernel.takeSeenTokens(), ...(dropped >> 32n === 0n ? [] : [""])]);
  } else if (found + missing < to - from && form !== "nested") {
    spell(column, kernel.takeSeenTokens());
  }
  return true;
}

/** Adds spellings of missing values. */
function spell(column: CellColumn, words: readonly string[]): void {
  column.spelled = [...new Set([...column.spelled, ...words])];
}

/** Parses a part; returns the number of values, negative if a cell does not have its form. */
function parse(
  kernel: Kernel,
  { column, from, to }: Part,
  { lacking, shaped }: Scratch,
  values: number,
  places: number,
): number {
  const { program } = kernel;
  const { form, cells } = column;
  switch (form) {
    case "none":
    case "string":
    case "nested":
      return 0;
    case "integer":
      return program.parseIntegers(cells, from, to, values, places, lacking);
    case "number":
    case "float": {
      const found = program.parseFractions(cells, from, to, values, places, lacking, shaped);
      return found < 0n ? -1 : parseHard(kernel, { cells, values, places, hard: shaped }, found);
    }
    case "date":
      return program.parseDays(cells, from, to, values, places, lacking);
    case "boolean":
    case "truth": {
      const found = program.countTrue(cells, from, to, lacking);
      if (found < 0n) return -1;
      column.trues += Number(found & lowerHalf);
      return Number(found >> 32n);
    }
    default: {
      const separator = form === "datetime_blank" ? blank : capitalT;
      const isZoned = form === "datetime_z" ? 1 : 0;
      return program.parseTimes(cells, from, to, values, places, lacking, separator, isZoned);
    }
  }
}

/**
 * Numbers that the kernel leaves: with many digits or an exponent. Polars judges other spellings.
 */
const hardNumber = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Parses the numbers that the kernel left, whose indexes are at `hard`, and returns all numbers.
 */
function parseHard(
  kernel: Kernel,
  { cells, values, places, hard }: Record<"cells" | "values" | "places" | "hard", number>,
  found: bigint,
): number {
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
