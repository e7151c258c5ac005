/**
 * Byte-level reading of delimited text. `scanRecords` finds the records of a block and judges
 * whether Polars can take it as it is; `rewriteRecords` turns any other block into an equivalent
 * one without quotes. Cells follow one rule in both: a quote opens only at a cell's beginning.
 */

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

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const HASH = 35;

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

function isBlankLine(block: Uint8Array, start: number, end: number): boolean {
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

export type RewrittenRecords = { bytes: Buffer; delimiter: string; lineEnd: string };

/**
 * Rewrites whole records without quotes, blank lines and comments, with exactly `columns` cells
 * each (missing ones empty, surplus ones dropped), divided by two bytes that the block lacks.
 * Returns null when the block uses every control character.
 */
export function rewriteRecords(block: Buffer, layout: DelimitedLayout): RewrittenRecords | null {
  const free = absentControlBytes(block);
  const [delimiter, lineEnd] = free;
  if (delimiter === undefined || lineEnd === undefined) return null;
  const writer = new RecordWriter(block, layout, delimiter, lineEnd);
  return {
    bytes: writer.write(),
    delimiter: String.fromCharCode(delimiter),
    lineEnd: String.fromCharCode(lineEnd),
  };
}

function absentControlBytes(block: Buffer): number[] {
  const free: number[] = [];
  for (let byte = 31; byte > 0 && free.length < 2; byte--) {
    if (byte >= 9 && byte <= 13) continue;
    if (!block.includes(byte)) free.push(byte);
  }
  return free;
}

class RecordWriter {
  private readonly block: Buffer;
  private readonly layout: DelimitedLayout;
  private readonly delimiter: number;
  private readonly lineEnd: number;
  private out: Buffer;
  private written = 0;
  private at = 0;

  constructor(block: Buffer, layout: DelimitedLayout, delimiter: number, lineEnd: number) {
    this.block = block;
    this.layout = layout;
    this.delimiter = delimiter;
    this.lineEnd = lineEnd;
    this.out = Buffer.allocUnsafe(block.length + layout.columns + 1024);
  }

  write(): Buffer {
    const { block, layout } = this;
    while (this.at < block.length) {
      const lineFeed = block.indexOf(LINE_FEED, this.at);
      const lineEnd = lineFeed < 0 ? block.length : lineFeed;
      const skipped =
        isBlankLine(block, this.at, lineEnd) || (layout.comments && block[this.at] === HASH);
      if (skipped) this.at = lineEnd + 1;
      else this.writeRecord();
    }
    return this.out.subarray(0, this.written);
  }

  private writeRecord(): void {
    this.reserve(this.layout.columns);
    let cells = 0;
    for (;;) {
      const kept = cells < this.layout.columns;
      if (cells > 0 && kept) this.push(this.delimiter);
      const before = this.written;
      this.writeCell();
      if (!kept) this.written = before;
      cells++;
      if (this.block[this.at] !== this.layout.delimiter || this.at >= this.block.length) break;
      this.at++;
    }
    for (; cells < this.layout.columns; cells++) this.push(this.delimiter);
    this.push(this.lineEnd);
    this.at++;
  }

  /** Copies one cell and stops at its delimiter, its line feed or the end of the block. */
  private writeCell(): void {
    const { block, layout } = this;
    if (layout.quoted && block[this.at] === QUOTE) this.writeQuoted();
    const start = this.at;
    while (this.at < block.length) {
      const byte = block[this.at];
      if (byte === layout.delimiter || byte === LINE_FEED) break;
      this.at++;
    }
    const beforeLineFeed = block[this.at] === LINE_FEED || this.at >= block.length;
    const cutReturn =
      beforeLineFeed && this.at > start && block[this.at - 1] === CARRIAGE_RETURN ? 1 : 0;
    this.copy(start, this.at - cutReturn);
  }

  private writeQuoted(): void {
    const { block } = this;
    let start = this.at + 1;
    for (;;) {
      const quote = block.indexOf(QUOTE, start);
      const end = quote < 0 ? block.length : quote;
      this.copy(start, end);
      this.at = end + 1;
      if (quote < 0 || block[end + 1] !== QUOTE) return;
      this.reserve(1);
      this.push(QUOTE);
      start = end + 2;
    }
  }

  private copy(start: number, end: number): void {
    this.reserve(end - start);
    this.block.copy(this.out, this.written, start, end);
    this.written += end - start;
  }

  private push(byte: number): void {
    this.out[this.written++] = byte;
  }

  private reserve(bytes: number): void {
    const needed = this.written + bytes + this.layout.columns + 16;
    if (needed <= this.out.length) return;
    const larger = Buffer.allocUnsafe(needed * 2);
    this.out.copy(larger, 0, 0, this.written);
    this.out = larger;
  }
}
