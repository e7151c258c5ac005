/**
 * Byte-level reading of delimited text: finds the records of a block and judges whether Polars can
 * take it as it is. What the quick rules here leave in doubt is read by `readRecord`.
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
 * Finds the first `rowsMax` records in `block[0, length)`; a last one without line feed is left.
 * With `forced` a quote that never closes in the block is an ordinary character.
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
  // Nearly all bytes are letters and digits, which lie above all that matters here.
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
        // The record breaks the rules: it is read with care, and the next one quickly again.
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

/** The marks of the word that holds the byte at `index`, from that byte on. */
function marksFrom(words: Int32Array, index: number, above: number): number {
  const at = index >> 2;
  if (at >= words.length) return 0;
  return bytesBelow(words[at] as number, above) & (-1 << ((index & 3) << 3));
}

/** As `scanRecords`, for the dialects that are too rare for a quick way. */
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

/** A block's bytes, also four at a time, the last ones beyond `length`; a copy where they lie askew. */
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
 * The top bits of those of a word's four bytes that are less than n, where `above` is n in each byte,
 * n at most 127, and at times of a byte that is n:
 * https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord
 */
function bytesBelow(word: number, above: number): number {
  return ((word - above) | 0) & ~word & -0x7f7f7f80;
}

/** How many bits are below the lowest one that is set. */
function trailingZeros(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** Index of the quote that closes a cell, or -1 when the block ends before it is certain. */
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
