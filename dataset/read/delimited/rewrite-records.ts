/**
 * Converts any block of delimited text to an equivalent one without quotes, which Polars can read.
 */
import { readRecord } from "../../open/delimited/read-record.ts";
import { RecordCells } from "../../open/delimited/record-cells.ts";
import { LINE_FEED } from "../bytes.ts";
import { type DelimitedLayout, isEmptyRow, isSkippedLine } from "./count-records.ts";

export type RewrittenRecords = { bytes: Buffer; delimiter: string; lineEnd: string };

/**
 * Rewrites whole records without quotes, blank lines and comments, with exactly `columns` cells
 * each (missing ones empty, surplus ones dropped), separated by two bytes that do not occur in the
 * block. Returns null if the block uses every control character.
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
  readonly #cells = new RecordCells();
  #out: Buffer;
  #written = 0;

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
    let at = 0;
    while (at < block.length) {
      const lineFeed = block.indexOf(LINE_FEED, at);
      const lineEnd = lineFeed < 0 ? block.length : lineFeed;
      const isSkipped =
        isSkippedLine(block, at, lineEnd, layout) ||
        (layout.skipsEmptyRows && isEmptyRow(block, at, lineEnd, layout));
      if (isSkipped) {
        at = lineEnd + 1;
        continue;
      }
      // The scan has determined that the records end here, so no quote continues beyond the block.
      at = readRecord(block, at, block.length, layout, true, this.#cells);
      this.#writeCells(at);
    }
    return this.#out.subarray(0, this.#written);
  }

  #writeCells(end: number): void {
    const { columns, quote, backslash } = this.#layout;
    const cells = this.#cells;
    this.#reserve(columns + end - (cells.starts[0] ?? 0));
    for (let column = 0; column < columns; column++) {
      if (column > 0) this.#out[this.#written++] = this.#delimiter;
      if (column >= cells.count) continue;
      this.#written = cells.write(column, this.#block, this.#out, this.#written, quote, backslash);
    }
    this.#out[this.#written++] = this.#lineEnd;
  }

  #reserve(bytes: number): void {
    const needed = this.#written + bytes + 16;
    if (needed <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(needed * 2);
    this.#out.copy(larger, 0, 0, this.#written);
    this.#out = larger;
  }
}
