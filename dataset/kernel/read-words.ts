/** Hashes and measures the columns of a chunk that came as words and texts. */
import type { MeasuredTexts } from "./cell-types.ts";
import type { Kernel } from "./kernel.ts";
import { keepRows, measureTextCells } from "./measure-texts.ts";
import {
  type CountedValues,
  type Entries,
  type ReadColumn,
  WordChunk,
  type WordColumn,
  type WordOrder,
} from "./word-chunk.ts";

const wordBytes = 8;
const placeBytes = 4;
const intoBytes = 64;
/** What rounding takes of each column, and at most a row beside the columns and in each of them. */
const slackBytes = 1024;
const rowBytes = 48;
const columnRowBytes = 36;
/** A dictionary lets a megabyte stand for a terabyte: no more bytes of texts are looked through. */
const textBytesMax = 256 * 2 ** 20;
/** Where a value comes less often, counting its entries first saves nothing. */
const valuesPerEntryMin = 4;

/** A chunk that is being read: any thread that shares the memory goes on with it, column by column. */
export type WordsSoFar = {
  rows: number;
  columns: readonly WordColumn[];
  read: (ReadColumn | null)[];
  places: Places;
  /** Of the columns in their order. */
  done: number;
};

/** Null where there is no room for what is found. */
export function beginWords(
  kernel: Kernel,
  rows: number,
  columns: readonly WordColumn[],
): WordsSoFar | null {
  const bytes = rows * (rowBytes + columns.length * columnRowBytes);
  if (!kernel.hasRoom(bytes + columns.length * slackBytes)) return null;
  const read = columns.map(() => null);
  return { rows, columns, read, places: takePlaces(kernel, rows), done: 0 };
}

/** Reads up to so `many` further columns; false where a value is to be judged by Polars. */
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

/** The chunk, once all of its columns are read; null before. */
export function wordChunkOf(kernel: Kernel, { rows, read, places }: WordsSoFar): WordChunk | null {
  const columns = read.filter((column) => column !== null);
  if (columns.length < read.length) return null;
  const { rowHashes, lacking } = places;
  return new WordChunk(kernel, { rows, columns, rowHashes, lacking });
}

/** Addresses of what is found of rows, and of what is used again for each column. */
type Places = {
  rowHashes: number;
  lacking: number;
  shaped: number;
  doubted: number;
  listed: number;
  tally: number;
  into: number;
};

type Asked = { kernel: Kernel; rows: number; places: Places; isFirst: number; bound: bigint };

function takePlaces(kernel: Kernel, rows: number): Places {
  const lacking = kernel.take(rows);
  kernel.bytes().fill(0, lacking, lacking + rows);
  return {
    lacking,
    rowHashes: kernel.take(rows * wordBytes),
    shaped: kernel.take(rows * placeBytes),
    doubted: kernel.take(rows * placeBytes),
    listed: kernel.take(rows * placeBytes),
    tally: kernel.take(rows * placeBytes),
    into: kernel.take(intoBytes),
  };
}

/** The different values of a column, where they come often enough and the hashes of all are wanted. */
function countValues(
  { kernel, bound, places: { tally, listed } }: Asked,
  { entries, places, count }: WordColumn,
): CountedValues | null {
  if (!entries || bound !== 0n || entries.many * valuesPerEntryMin > count) return null;
  const { chosen, many: known } = entries;
  const hashes = kernel.take(known * wordBytes);
  const counts = kernel.take(known * placeBytes);
  const firsts = kernel.take(known * placeBytes);
  const { program } = kernel;
  const many = program.countChosen(chosen, count, known, places, tally, listed, counts, firsts);
  program.chooseWords(entries.hashes, listed, many, hashes);
  return { hashes, counts, firsts, many };
}

function readTexts(asked: Asked, column: WordColumn): ReadColumn | null {
  const { kernel, rows, places, isFirst } = asked;
  const { program, seed } = kernel;
  const { cells, values: known } = column;
  const { rowHashes, lacking } = places;
  if (program.bytesOfCells(cells, rows) > textBytesMax) return null;
  const values = known || kernel.take(rows * wordBytes);
  const missing = known
    ? program.mixTextHashes(cells, known, rows, seed, isFirst, rowHashes)
    : program.hashIntoRows(cells, 0, rows, rowHashes, isFirst, seed, values);
  const counted = missing === 0 ? countValues(asked, column) : null;
  const read = { ...column, values, count: rows - missing, floats: 0, trues: 0, counted };
  if (missing < rows) return { ...read, measured: measureTexts(asked, read, counted) };
  kernel.bytes().fill(1, lacking, lacking + rows);
  return { ...read, measured: null };
}

/** Where there are few different texts, each is measured once, unless one may be personal. */
function measureTexts(
  asked: Asked,
  { cells, values, count, places: rowNumbers }: WordColumn,
  counted: CountedValues | null,
): MeasuredTexts {
  const { kernel, rows, bound, places: found } = asked;
  // Where all hashes are wanted, they and their rows stay where they are.
  const isAll = bound === 0n && count === rows;
  const into = {
    hashes: isAll ? values : kernel.take(rows * wordBytes),
    places: isAll ? rowNumbers : kernel.take(rows * placeBytes),
  };
  if (counted) {
    const { firsts, counts, many, hashes } = counted;
    const listed = kernel.take(many * wordBytes);
    kernel.program.chooseWords(cells, firsts, many, listed);
    const scratch = { hashes, places: kernel.take(many * placeBytes) };
    const one = measureRows(asked, { cells: listed, values: hashes, rows: many, ...scratch });
    const chars = kernel.program.charsOfCounted(listed, counts, many);
    const isPlain = one.addresses === 0 && one.doubted.many === 0 && one.shaped.many === 0;
    if (isPlain) return { ...one, ...into, kept: rows, chars };
  }
  const measured = measureRows(asked, { cells, values, rows, ...into });
  const { doubted, shaped } = found;
  return {
    ...measured,
    doubted: keepRows(kernel, { at: doubted, many: measured.doubted.many }),
    shaped: keepRows(kernel, { at: shaped, many: measured.shaped.many }),
  };
}

function measureRows(
  { kernel, bound, places: { lacking, shaped, doubted, into } }: Asked,
  {
    cells,
    values,
    rows,
    hashes,
    places,
  }: { cells: number; values: number; rows: number; hashes: number; places: number },
): MeasuredTexts {
  const found = { lacking, shaped, doubted, into, known: values };
  return measureTextCells(kernel, { cells, rows, bound, hashes, places, ...found });
}

function readNumbers(asked: Asked, column: WordColumn): ReadColumn | null {
  const { kernel, bound, places: found } = asked;
  const { program } = kernel;
  const { form, values, count, unit, range } = column;
  const { into } = found;
  if (form !== "number") program.boundsOfWords(values, count, into);
  const [least = 0n, most = 0n] = kernel.integersAt(into, 2);
  if (range && count > 0 && (least < range[0] || most > range[1])) return null;
  const hashes = kernel.take(count * wordBytes);
  const counted = form === "boolean" ? null : countValues(asked, column);
  const { places, kept } =
    counted && column.entries
      ? mixEntries(asked, column, column.entries)
      : hashRows(asked, column, hashes);
  const floats = form === "number" ? values : kernel.take(count * wordBytes);
  if (form !== "number") program.floorToFloats(values, count, unit, floats);
  const trues = form === "boolean" ? program.countBetween(floats, count, 1, 2) : 0;
  const read = { ...column, floats, trues, counted };
  if (form === "boolean" || count === 0) return { ...read, measured: null };
  program.measureFloats(floats, count, into);
  const [min = 0, max = 0, sum = 0, std = 0] = kernel.floatsAt(into, 4);
  const figures = { floats, least, most, min, max, sum, std };
  return { ...read, measured: { kind: "numbers", bound, hashes, places, kept, ...figures } };
}

type HashedPlaces = { places: number; kept: number };

function hashRows(
  { kernel, rows, isFirst, bound, places: { rowHashes, lacking } }: Asked,
  { form, values, places: rowOf, count, mask }: WordColumn,
  hashes: number,
): HashedPlaces {
  // Where all hashes are wanted, their rows are those of the values.
  const places = bound === 0n ? rowOf : kernel.take(count * placeBytes);
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
  { kernel, rows, isFirst, places: { rowHashes, lacking } }: Asked,
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
