/**
 * Finds the records of a block byte by byte and decides whether Polars can read it unchanged.
 * `readRecord` reads what these fast rules cannot decide.
 */
import { isPlainLayout } from "../../open/delimited/layout.ts";
import { INCOMPLETE, readRecord } from "../../open/delimited/read-record.ts";
import { RecordCells } from "../../open/delimited/record-cells.ts";
import { CARRIAGE_RETURN, HASH, LINE_FEED, QUOTE } from "../bytes.ts";
import {
  countIrregular,
  countRecord,
  type DelimitedLayout,
  emptyScan,
  isSkippedLine,
  type RecordScan,
} from "./count-records.ts";

/**
 * Finds the first `rowsMax` records in `block[0, length)`, except a last one without line feed.
 * With `forced`, a quote that never closes in the block is an ordinary character.
 */
export function scanRecords(
  block: Buffer,
  length: number,
  layout: DelimitedLayout,
  forced = false,
  rowsMax = Number.POSITIVE_INFINITY,
): RecordScan {
  if (!isPlainLayout(layout)) return scanSlowly(block, length, layout, forced, rowsMax);
  const { delimiter, comments } = layout;
  const quoted = layout.quote !== null;
  const scan = emptyScan();
  const record = new RecordCells();
  // Nearly all bytes are letters and digits, which are greater than all relevant bytes.
  const above = Math.imul(Math.max(delimiter, QUOTE) + 1, 0x01010101);
  const { bytes, words } = wordsOf(block, length);
  let cells = 1;
  let cellStart = 0;
  for (let at = 0; at < words.length; at++) {
    let marks = bytesBelow(words[at] as number, above);
    while (marks !== 0) {
      const i = (at << 2) + (trailingZeros(marks) >> 3);
      if (i >= length) return scan;
      marks &= marks - 1;
      const byte = bytes[i] as number;
      if (byte === delimiter) {
        cells++;
        cellStart = i + 1;
        continue;
      }
      if (byte === LINE_FEED) {
        countRecord(scan, bytes, i, cells, layout);
        if (scan.rows >= rowsMax) return scan;
        cells = 1;
        cellStart = i + 1;
        continue;
      }
      if (byte !== QUOTE || !quoted) continue;
      scan.hasQuotes = true;
      if (i !== cellStart || (comments && bytes[scan.end] === HASH)) {
        scan.regular = false;
        continue;
      }
      let after = 0;
      const close = closingQuote(bytes, i + 1, length);
      if (close >= 0 && endsCell(bytes, close + 1, length, delimiter)) after = close + 1;
      if (after === 0) {
        // The record breaks the rules: it is read with the slow path, and the next one with the
        // fast path again.
        after = readRecord(block, scan.end, length, layout, forced, record);
        if (after === INCOMPLETE) {
          scan.openQuote = true;
          return scan;
        }
        countIrregular(scan, bytes, after, record, layout);
        if (scan.rows >= rowsMax) return scan;
        cells = 1;
        cellStart = after;
      }
      at = after >> 2;
      marks = marksFrom(words, after, above);
    }
  }
  return scan;
}

/** The marks of the word that contains the byte at `index`, from that byte on. */
function marksFrom(words: Int32Array, index: number, above: number): number {
  const at = index >> 2;
  if (at >= words.length) return 0;
  return bytesBelow(words[at] as number, above) & (-1 << ((index & 3) << 3));
}

/** Like `scanRecords`, for dialects too rare for a fast path. */
function scanSlowly(
  block: Buffer,
  length: number,
  layout: DelimitedLayout,
  forced: boolean,
  rowsMax: number,
): RecordScan {
  const scan = emptyScan();
  const cells = new RecordCells();
  scan.regular = false;
  while (scan.end < length && scan.rows < rowsMax) {
    const lineFeed = block.indexOf(LINE_FEED, scan.end);
    if (lineFeed < 0 || lineFeed >= length) return scan;
    if (isSkippedLine(block, scan.end, lineFeed, layout)) {
      countRecord(scan, block, lineFeed, 1, layout);
      continue;
    }
    const end = readRecord(block, scan.end, length, layout, forced, cells);
    if (end === INCOMPLETE || (end >= length && block[length - 1] !== LINE_FEED)) {
      scan.openQuote = end === INCOMPLETE;
      return scan;
    }
    countIrregular(scan, block, end, cells, layout);
  }
  return scan;
}

/**
 * A block's bytes, also viewed as 32-bit words that extend beyond `length`; a copy if it is not
 * aligned.
 */
function wordsOf(block: Uint8Array, length: number): { bytes: Uint8Array; words: Int32Array } {
  const count = Math.ceil(length / 4);
  let { buffer, byteOffset } = block;
  if (byteOffset % 4 !== 0 || byteOffset + count * 4 > buffer.byteLength) {
    const copy = new Uint8Array(count * 4);
    copy.set(block.subarray(0, length));
    ({ buffer, byteOffset } = copy);
  }
  return {
    bytes: new Uint8Array(buffer, byteOffset, length),
    words: new Int32Array(buffer, byteOffset, count),
  };
}

/**
 * Sets the top bit of each of a word's four bytes that is less than n, where `above` has n in each
 * byte and n is at most 127. A byte equal to n may be marked, too:
 * https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord
 */
function bytesBelow(word: number, above: number): number {
  return ((word - above) | 0) & ~word & -0x7f7f7f80;
}

/** Number of zero bits below the lowest set bit. */
function trailingZeros(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** Index of the quote that closes a cell, or -1 if the block ends before that is certain. */
function closingQuote(block: Uint8Array, from: number, length: number): number {
  for (let i = from; i < length; i++) {
    if (block[i] !== QUOTE) continue;
    if (i + 1 >= length) return -1;
    if (block[i + 1] !== QUOTE) return i;
    i++;
  }
  return -1;
}

function endsCell(block: Uint8Array, at: number, length: number, delimiter: number): boolean {
  if (at >= length) return true;
  const byte = block[at];
  if (byte === delimiter || byte === LINE_FEED) return true;
  return byte === CARRIAGE_RETURN && (at + 1 >= length || block[at + 1] === LINE_FEED);
}
