/**
 * Reads one record of delimited text. Quotes open only at the beginning of a cell.
 * `repair-record.ts` repairs records with misplaced quotes.
 */
import {
  BACKSLASH,
  BLANK,
  CARRIAGE_RETURN,
  isBlank,
  isCellEnd,
  LINE_FEED,
  type RecordLayout,
} from "./layout.ts";
import { CELL, type RecordCells } from "./record-cells.ts";
import { repairRecord } from "./repair-record.ts";

/** Returned if the block ends before the record does. */
export const INCOMPLETE = -1;

/** Most lines that a repair joins into one record. */
const repairLinesMax = 20;

/**
 * Reads the record at `start` into `cells`; returns the index after its line end, or INCOMPLETE.
 * `forced` means that nothing follows the block or that a quote stayed open too long: an unclosed
 * quote is then an ordinary character of its line.
 */
export function readRecord(
  block: Buffer,
  start: number,
  length: number,
  layout: RecordLayout,
  forced: boolean,
  cells: RecordCells,
): number {
  const end = readStrictly(block, start, length, layout, forced, cells);
  if (end === INCOMPLETE && !forced) return INCOMPLETE;
  const { malformed, spansLines } = cells;
  if (end !== INCOMPLETE && !malformed) return end;
  if (layout.columns > 0) {
    const linesMax = end === INCOMPLETE || spansLines ? repairLinesMax : 1;
    const repaired = repairLines(block, start, length, layout, linesMax, forced, cells);
    if (repaired !== 0) return repaired;
  }
  if (end !== INCOMPLETE && !(malformed && spansLines)) {
    return readStrictly(block, start, length, layout, forced, cells);
  }
  return readLine(block, start, length, layout, cells);
}

/** The first lines that form a record of the right width; 0 if none do. */
function repairLines(
  block: Buffer,
  start: number,
  length: number,
  layout: RecordLayout,
  linesMax: number,
  forced: boolean,
  cells: RecordCells,
): number {
  let lineEnd = start - 1;
  for (let lines = 1; lines <= linesMax; lines++) {
    if (lineEnd >= length) return 0;
    lineEnd = endOfLine(block, lineEnd + 1, length);
    if (lineEnd >= length && !forced) return INCOMPLETE;
    const contentEnd = withoutReturn(block, start, lineEnd);
    if (repairRecord(block, start, contentEnd, layout, cells)) {
      return Math.min(lineEnd + 1, length);
    }
  }
  return 0;
}

function endOfLine(block: Buffer, from: number, length: number): number {
  const lineFeed = block.indexOf(LINE_FEED, from);
  return lineFeed < 0 || lineFeed >= length ? length : lineFeed;
}

function withoutReturn(block: Buffer, start: number, end: number): number {
  return end > start && block[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
}

/** Reads one physical line; a quote that does not close on it is an ordinary character. */
function readLine(
  block: Buffer,
  start: number,
  length: number,
  layout: RecordLayout,
  cells: RecordCells,
): number {
  const lineEnd = endOfLine(block, start, length);
  const contentEnd = withoutReturn(block, start, lineEnd);
  const line = { ...layout, columns: 0 };
  const end = readStrictly(block, start, contentEnd, line, true, cells);
  const unquoted = { ...line, quote: null };
  if (end === INCOMPLETE) readStrictly(block, start, contentEnd, unquoted, true, cells);
  cells.malformed = true;
  return Math.min(lineEnd + 1, length);
}

/**
 * Reads by the rules; text after a closing quote belongs to the cell. At the end of the block, the
 * record ends only if nothing follows.
 */
function readStrictly(
  block: Buffer,
  start: number,
  length: number,
  layout: RecordLayout,
  isLast: boolean,
  cells: RecordCells,
): number {
  const { delimiter, quote, blankRuns } = layout;
  cells.clear();
  let at = blankRuns ? afterBlanks(block, start, length) : start;
  for (;;) {
    const cellStart = layout.blankAfter && cells.count > 0 ? afterBlank(block, at, length) : at;
    if (quote !== null && block[cellStart] === quote && cellStart < length) {
      const close = closingQuote(block, cellStart + 1, length, quote, layout.backslash);
      if (close < 0) return INCOMPLETE;
      at = close + 1;
      if (isCellEnd(block, at, length, layout)) {
        cells.push(cellStart + 1, close, CELL.quoted);
      } else {
        at = endOfPlain(block, at, length, layout);
        cells.malformed = true;
        cells.push(cellStart, contentEndOf(block, close + 1, at, length), CELL.loose);
      }
      cells.spansLines ||= hasLineFeed(block, cellStart, close);
    } else {
      at = endOfPlain(block, cellStart, length, layout);
      cells.push(cellStart, contentEndOf(block, cellStart, at, length), CELL.plain);
    }
    if (at < length && block[at] === CARRIAGE_RETURN) at++;
    if (at >= length) return isLast ? length : INCOMPLETE;
    if (block[at] === LINE_FEED) return at + 1;
    if (!blankRuns) {
      at += block[at] === delimiter ? 1 : 0;
      continue;
    }
    at = afterBlanks(block, at, length);
    if (at >= length) return isLast ? length : INCOMPLETE;
    if (block[at] === CARRIAGE_RETURN && block[at + 1] === LINE_FEED) return at + 2;
    if (block[at] === LINE_FEED) return at + 1;
  }
}

function hasLineFeed(block: Buffer, from: number, to: number): boolean {
  const found = block.indexOf(LINE_FEED, from);
  return found >= 0 && found < to;
}

function afterBlanks(block: Buffer, from: number, length: number): number {
  let at = from;
  while (at < length && isBlank(block[at])) at++;
  return at;
}

function afterBlank(block: Buffer, from: number, length: number): number {
  let at = from;
  while (at < length && block[at] === BLANK) at++;
  return at;
}

/** Where an unquoted cell ends: its delimiter, its line feed or the end of the block. */
function endOfPlain(block: Buffer, from: number, length: number, layout: RecordLayout): number {
  const { delimiter, blankRuns } = layout;
  let at = from;
  while (at < length) {
    const byte = block[at];
    if (byte === delimiter || byte === LINE_FEED || (blankRuns && isBlank(byte))) break;
    at++;
  }
  return at;
}

/** A carriage return before the line end belongs to the line end, not to the cell. */
function contentEndOf(block: Buffer, start: number, end: number, length: number): number {
  const isLast = end >= length || block[end] === LINE_FEED;
  return isLast ? withoutReturn(block, start, end) : end;
}

/** Index of the quote that closes a cell, or -1 if the block has none. */
function closingQuote(
  block: Buffer,
  from: number,
  length: number,
  quote: number,
  backslash: boolean,
): number {
  for (let at = from; ; ) {
    const found = block.indexOf(quote, at);
    if (found < 0 || found >= length) return -1;
    if (backslash && isEscaped(block, from, found)) at = found + 1;
    else if (found + 1 < length && block[found + 1] === quote) at = found + 2;
    else return found;
  }
}

function isEscaped(block: Buffer, from: number, at: number): boolean {
  let slashes = 0;
  while (at - 1 - slashes >= from && block[at - 1 - slashes] === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}
