/**
 * Byte-level reading of delimited text: finds the records of a block and judges whether Polars can
 * take it as it is. Cells follow the rule of `rewrite-records.ts`: a quote opens only where one begins.
 */

import { CARRIAGE_RETURN, HASH, LINE_FEED, QUOTE } from "../bytes.ts";

export type DelimitedLayout = {
  delimiter: number;
  quoted: boolean;
  comments: boolean;
  columns: number;
};

export type RecordScan = {
  /** Records found, without blank lines and comments. */
  rows: number;
  /** Index after the last complete record. */
  end: number;
  /** False when the block needs rewriting: stray quotes, blank lines or comments. */
  regular: boolean;
  hasQuotes: boolean;
  shortRows: number;
  longRows: number;
  blankLines: number;
  commentLines: number;
  longestBytes: number;
  /** True when the block ends inside a quoted cell. */
  openQuote: boolean;
};

/** Finds the first `rowsMax` records in `block[0, length)`; a last one without line feed is left. */
export function scanRecords(
  block: Uint8Array,
  length: number,
  layout: DelimitedLayout,
  rowsMax = Number.POSITIVE_INFINITY,
): RecordScan {
  const { delimiter, quoted, comments } = layout;
  const scan: RecordScan = {
    rows: 0,
    end: 0,
    regular: true,
    hasQuotes: false,
    shortRows: 0,
    longRows: 0,
    blankLines: 0,
    commentLines: 0,
    longestBytes: 0,
    openQuote: false,
  };
  // Nearly all bytes are letters and digits, which lie above all that matters here.
  const above = Math.imul(Math.max(delimiter, QUOTE) + 1, 0x01010101);
  const { buffer, byteOffset } = wordAligned(block, length);
  const bytes = new Uint8Array(buffer, byteOffset, length);
  const words = new Int32Array(buffer, byteOffset, Math.ceil(length / 4));
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
      } else if (byte === LINE_FEED) {
        countRecord(scan, bytes, i, cells, layout);
        if (scan.rows >= rowsMax) return scan;
        cells = 1;
        cellStart = i + 1;
      } else if (byte === QUOTE && quoted) {
        scan.hasQuotes = true;
        if (i !== cellStart || (comments && bytes[scan.end] === HASH)) {
          scan.regular = false;
          continue;
        }
        const close = closingQuote(bytes, i + 1, length);
        if (close < 0) {
          scan.openQuote = true;
          return scan;
        }
        if (!endsCell(bytes, close + 1, length, delimiter)) scan.regular = false;
        const after = close + 1;
        at = after >> 2;
        marks =
          at < words.length
            ? bytesBelow(words[at] as number, above) & (-1 << ((after & 3) << 3))
            : 0;
      }
    }
  }
  return scan;
}

/** The block, or a copy that can be read four bytes at a time, the last ones beyond `length`. */
function wordAligned(block: Uint8Array, length: number): Uint8Array {
  const wordsEnd = block.byteOffset + Math.ceil(length / 4) * 4;
  if (block.byteOffset % 4 === 0 && wordsEnd <= block.buffer.byteLength) return block;
  const copy = new Uint8Array(Math.ceil(length / 4) * 4);
  copy.set(block.subarray(0, length));
  return copy;
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

function countRecord(
  scan: RecordScan,
  block: Uint8Array,
  lineFeed: number,
  cells: number,
  layout: DelimitedLayout,
): void {
  const start = scan.end;
  scan.end = lineFeed + 1;
  if (lineFeed - start > scan.longestBytes) scan.longestBytes = lineFeed - start;
  if (isBlankLine(block, start, lineFeed)) {
    scan.blankLines++;
    scan.regular = false;
    return;
  }
  if (layout.comments && block[start] === HASH) {
    scan.commentLines++;
    scan.regular = false;
    return;
  }
  scan.rows++;
  if (cells < layout.columns) scan.shortRows++;
  else if (cells > layout.columns) scan.longRows++;
}

/** Whether nothing stands between two line ends. */
export function isBlankLine(block: Uint8Array, start: number, end: number): boolean {
  return start === end || (start + 1 === end && block[start] === CARRIAGE_RETURN);
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
