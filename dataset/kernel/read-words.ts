/** Hashes and measures the columns of a chunk that arrived as words and texts. */
import {
  alignedBytes,
  bytesOfArrays,
  elementBytesOf,
  markBytes,
  placeBytes,
  takeArray,
  takeArrays,
  wordBytes,
} from "./arrays.ts";
import type { MeasuredTexts } from "./cell-types.ts";
import { countFloats, intoBytes } from "./counts.ts";
import type { Kernel } from "./kernel.ts";
import { keepRows, keptArrays, measureTextCells } from "./measure-texts.ts";
import {
  type CountedValues,
  type Entries,
  type ReadColumn,
  WordChunk,
  type WordColumn,
  type WordOrder,
} from "./word-chunk.ts";

/** Per row, reused for each column. */
const rowArrays = {
  lacking: markBytes,
  rowHashes: wordBytes,
  shaped: placeBytes,
  doubted: placeBytes,
  listed: placeBytes,
  tally: placeBytes,
};
/** Most bytes per row of a column. */
const textArrays = { values: wordBytes, hashes: wordBytes, places: placeBytes, ...keptArrays };
const numberArrays = { hashes: wordBytes, places: placeBytes, floats: wordBytes };
/** Most bytes per dictionary entry of a column whose entries are counted. */
const countedArrays = { hashes: wordBytes, counts: placeBytes, firsts: placeBytes };
const onceArrays = { cells: wordBytes, numbers: placeBytes };
const entryArrays = { ...countedArrays, ...onceArrays };
/**
 * A dictionary can represent a terabyte in a megabyte, so only this many bytes of text are
 * processed.
 */
const textBytesMax = 256 * 2 ** 20;
/** With fewer values per entry, counting the entries first saves nothing. */
const valuesPerEntryMin = 4;

/** Most bytes per row, outside the columns and within each of them. */
export const readRowBytes = elementBytesOf(rowArrays);
export const readColumnRowBytes =
  Math.max(elementBytesOf(textArrays), elementBytesOf(numberArrays)) +
  elementBytesOf(entryArrays) / valuesPerEntryMin;

/** A chunk in progress: any thread that shares the memory can continue it, column by column. */
export type WordsSoFar = {
  rows: number;
  columns: readonly WordColumn[];
  read: (ReadColumn | null)[];
  places: Places;
  /** Results of the columns so far, in order. */
  done: number;
};

/** Null if there is no room for the results. */
export function beginWords(
  kernel: Kernel,
  rows: number,
  columns: readonly WordColumn[],
): WordsSoFar | null {
  const bytes = columns.reduce((sum, column) => sum + bytesOfColumn(column, rows), 0);
  const rowsBytes = bytesOfArrays(rowArrays, rows) + alignedBytes(intoBytes);
  if (!kernel.hasRoom(bytes + rowsBytes)) return null;
  const read = columns.map(() => null);
  return { rows, columns, read, places: takePlaces(kernel, rows), done: 0 };
}

/** Reads up to `many` more columns; false if Polars has to judge a value. */
export function goOnWithWords(
  kernel: Kernel,
  soFar: WordsSoFar,
  { order, bounds }: WordOrder,
  many = order.length,
): boolean {
  const { rows, places } = soFar;
  for (const index of order.slice(soFar.done, soFar.done + many)) {
    const column = soFar.columns[index];
    if (!column) return false;
    const isFirst = soFar.done === 0 ? 1 : 0;
    const asked = { kernel, rows, places, isFirst, bound: bounds[index] ?? 0n };
    const found = column.form === "string" ? readTexts(asked, column) : readNumbers(asked, column);
    if (!found) return false;
    soFar.read[index] = found;
    soFar.done++;
  }
  return true;
}

/** The chunk once all of its columns are read; null before that. */
export function wordChunkOf(kernel: Kernel, { rows, read, places }: WordsSoFar): WordChunk | null {
  const columns = read.filter((column) => column !== null);
  if (columns.length < read.length) return null;
  const { rowHashes, lacking } = places;
  return new WordChunk(kernel, { rows, columns, rowHashes, lacking });
}

function bytesOfColumn(column: WordColumn, rows: number): number {
  const bytes = bytesOfArrays(column.form === "string" ? textArrays : numberArrays, rows);
  return bytes + bytesOfArrays(entryArrays, countedEntries(column)?.many ?? 0);
}

/** The dictionary's entries, if each occurs often enough. */
function countedEntries({ entries, count }: WordColumn): Entries | null {
  return entries && entries.many * valuesPerEntryMin <= count ? entries : null;
}

/** Addresses of the arrays, and of the results for one column. */
type Places = Record<keyof typeof rowArrays | "into", number>;

type ReadContext = { kernel: Kernel; rows: number; places: Places; isFirst: number; bound: bigint };

function takePlaces(kernel: Kernel, rows: number): Places {
  const places = takeArrays(kernel, rowArrays, rows);
  kernel.bytes().fill(0, places.lacking, places.lacking + rows);
  return { ...places, into: kernel.take(intoBytes) };
}

/** Counts a column's distinct values, if they occur often enough and all hashes are needed. */
function countValues(
  { kernel, bound, places: { tally, listed } }: ReadContext,
  column: WordColumn,
): CountedValues | null {
  const entries = bound === 0n ? countedEntries(column) : null;
  if (!entries) return null;
  const { places, count } = column;
  const { chosen, many: known } = entries;
  const { hashes, counts, firsts } = takeArrays(kernel, countedArrays, known);
  const { program } = kernel;
  const many = program.countChosen(chosen, count, known, places, tally, listed, counts, firsts);
  program.chooseWords(entries.hashes, listed, many, hashes);
  return { hashes, counts, firsts, many };
}

function readTexts(asked: ReadContext, column: WordColumn): ReadColumn | null {
  const { kernel, rows, places, isFirst } = asked;
  const { program, seed } = kernel;
  const { cells, values: known } = column;
  const { rowHashes, lacking } = places;
  if (program.bytesOfCells(cells, rows) > textBytesMax) return null;
  const values = known || takeArray(kernel, textArrays, "values", rows);
  const missing = known
    ? program.mixTextHashes(cells, known, rows, seed, isFirst, rowHashes)
    : program.hashIntoRows(cells, 0, rows, rowHashes, isFirst, seed, values);
  const counted = missing === 0 ? countValues(asked, column) : null;
  const read = { ...column, values, count: rows - missing, floats: 0, trues: 0, counted };
  if (missing < rows) return { ...read, measured: measureTexts(asked, read, counted) };
  kernel.bytes().fill(1, lacking, lacking + rows);
  return { ...read, measured: null };
}

/** If there are few distinct texts, measures each only once, unless one may be personal data. */
function measureTexts(
  asked: ReadContext,
  { cells, values, count, places: rowNumbers }: WordColumn,
  counted: CountedValues | null,
): MeasuredTexts {
  const { kernel, rows, bound, places: found } = asked;
  // If all hashes are needed, they and their rows stay in place.
  const isAll = bound === 0n && count === rows;
  const into = {
    hashes: isAll ? values : takeArray(kernel, textArrays, "hashes", rows),
    places: isAll ? rowNumbers : takeArray(kernel, textArrays, "places", rows),
  };
  if (counted) {
    const { firsts, counts, many, hashes } = counted;
    const { cells: listed, numbers: places } = takeArrays(kernel, onceArrays, many);
    kernel.program.chooseWords(cells, firsts, many, listed);
    const scratch = { hashes, places };
    const different = { cells: listed, values: hashes, rows: many, weights: counts };
    const one = measureRows(asked, { ...different, ...scratch });
    const isPlain = one.doubted.many === 0 && one.shaped.many === 0;
    if (isPlain) return { ...one, ...into, kept: rows };
  }
  const measured = measureRows(asked, { cells, values, rows, weights: 0, ...into });
  const { doubted, shaped } = found;
  return {
    ...measured,
    doubted: keepRows(kernel, "doubted", { at: doubted, many: measured.doubted.many }),
    shaped: keepRows(kernel, "shaped", { at: shaped, many: measured.shaped.many }),
  };
}

type Texts = Record<"cells" | "values" | "rows" | "weights" | "hashes" | "places", number>;

function measureRows(
  { kernel, bound, places: { lacking, shaped, doubted, into } }: ReadContext,
  { values: known, ...texts }: Texts,
): MeasuredTexts {
  return measureTextCells(kernel, { ...texts, known, bound, lacking, shaped, doubted, into });
}

function readNumbers(asked: ReadContext, column: WordColumn): ReadColumn | null {
  const { kernel, bound, places: found } = asked;
  const { program } = kernel;
  const { form, values, count, unit, range } = column;
  const { into } = found;
  if (form !== "number") program.boundsOfWords(values, count, into);
  const [least = 0n, most = 0n] = kernel.integersAt(into, 2);
  if (range && count > 0 && (least < range[0] || most > range[1])) return null;
  const hashes = takeArray(kernel, numberArrays, "hashes", count);
  const counted = form === "boolean" ? null : countValues(asked, column);
  const { places, kept } =
    counted && column.entries
      ? mixEntries(asked, column, column.entries)
      : hashRows(asked, column, hashes);
  const floats = form === "number" ? values : takeArray(kernel, numberArrays, "floats", count);
  if (form !== "number") program.floorToFloats(values, count, unit, floats);
  const trues = form === "boolean" ? program.countBetween(floats, count, 1, 2) : 0;
  const read = { ...column, floats, trues, counted };
  if (form === "boolean" || count === 0) return { ...read, measured: null };
  const figures = { floats, least, most, counts: countFloats(kernel, floats, count, into) };
  return { ...read, measured: { kind: "numbers", bound, hashes, places, kept, ...figures } };
}

type HashedPlaces = { places: number; kept: number };

function hashRows(
  { kernel, rows, isFirst, bound, places: { rowHashes, lacking } }: ReadContext,
  { form, values, places: rowOf, count, mask }: WordColumn,
  hashes: number,
): HashedPlaces {
  // If all hashes are needed, their rows are those of the values.
  const places = bound === 0n ? rowOf : takeArray(kernel, numberArrays, "places", count);
  const { program, numberState, seed } = kernel;
  const kept = program.hashWordsIntoRows(
    values,
    rowOf,
    count,
    rows,
    Number(form === "number"),
    Number(form === "boolean"),
    mask,
    numberState,
    seed,
    bound,
    isFirst,
    rowHashes,
    lacking,
    hashes,
    places,
  );
  return { places, kept };
}

function mixEntries(
  { kernel, rows, isFirst, places: { rowHashes, lacking } }: ReadContext,
  { form, places, count }: WordColumn,
  { chosen, hashes }: Entries,
): HashedPlaces {
  const areTruths = Number(form === "boolean");
  const { program, seed } = kernel;
  program.mixChosenIntoRows(
    chosen,
    hashes,
    places,
    count,
    rows,
    areTruths,
    seed,
    isFirst,
    rowHashes,
    lacking,
  );
  return { places, kept: count };
}
