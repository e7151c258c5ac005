/** Turns any block of delimited text into an equivalent one without quotes, which Polars can take. */
import { CARRIAGE_RETURN, HASH, LINE_FEED, QUOTE } from "../bytes.ts";
import { type DelimitedLayout, isBlankLine } from "./scan-records.ts";

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
  readonly #block: Buffer;
  readonly #layout: DelimitedLayout;
  readonly #delimiter: number;
  readonly #lineEnd: number;
  #out: Buffer;
  #written = 0;
  #at = 0;

  constructor(block: Buffer, layout: DelimitedLayout, delimiter: number, lineEnd: number) {
    this.#block = block;
    this.#layout = layout;
    this.#delimiter = delimiter;
    this.#lineEnd = lineEnd;
    this.#out = Buffer.allocUnsafe(block.length + layout.columns + 1024);
  }

  write(): Buffer {
    const block = this.#block;
    const layout = this.#layout;
    while (this.#at < block.length) {
      const lineFeed = block.indexOf(LINE_FEED, this.#at);
      const lineEnd = lineFeed < 0 ? block.length : lineFeed;
      const skipped =
        isBlankLine(block, this.#at, lineEnd) || (layout.comments && block[this.#at] === HASH);
      if (skipped) this.#at = lineEnd + 1;
      else this.#writeRecord();
    }
    return this.#out.subarray(0, this.#written);
  }

  #writeRecord(): void {
    this.#reserve(this.#layout.columns);
    let cells = 0;
    for (;;) {
      const kept = cells < this.#layout.columns;
      if (cells > 0 && kept) this.#push(this.#delimiter);
      const before = this.#written;
      this.#writeCell();
      if (!kept) this.#written = before;
      cells++;
      if (this.#block[this.#at] !== this.#layout.delimiter || this.#at >= this.#block.length) break;
      this.#at++;
    }
    for (; cells < this.#layout.columns; cells++) this.#push(this.#delimiter);
    this.#push(this.#lineEnd);
    this.#at++;
  }

  /** Copies one cell and stops at its delimiter, its line feed or the end of the block. */
  #writeCell(): void {
    const block = this.#block;
    const layout = this.#layout;
    if (layout.quoted && block[this.#at] === QUOTE) this.#writeQuoted();
    const start = this.#at;
    while (this.#at < block.length) {
      const byte = block[this.#at];
      if (byte === layout.delimiter || byte === LINE_FEED) break;
      this.#at++;
    }
    const beforeLineFeed = block[this.#at] === LINE_FEED || this.#at >= block.length;
    const cutReturn =
      beforeLineFeed && this.#at > start && block[this.#at - 1] === CARRIAGE_RETURN ? 1 : 0;
    this.#copy(start, this.#at - cutReturn);
  }

  #writeQuoted(): void {
    const block = this.#block;
    let start = this.#at + 1;
    for (;;) {
      const quote = block.indexOf(QUOTE, start);
      const end = quote < 0 ? block.length : quote;
      this.#copy(start, end);
      this.#at = end + 1;
      if (quote < 0 || block[end + 1] !== QUOTE) return;
      this.#reserve(1);
      this.#push(QUOTE);
      start = end + 2;
    }
  }

  #copy(start: number, end: number): void {
    this.#reserve(end - start);
    this.#block.copy(this.#out, this.#written, start, end);
    this.#written += end - start;
  }

  #push(byte: number): void {
    this.#out[this.#written++] = byte;
  }

  #reserve(bytes: number): void {
    const needed = this.#written + bytes + this.#layout.columns + 16;
    if (needed <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(needed * 2);
    this.#out.copy(larger, 0, 0, this.#written);
    this.#out = larger;
  }
}
