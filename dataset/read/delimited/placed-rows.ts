import type { PlacedRow } from "../../base/table.ts";
import { readRecord } from "../../open/delimited/read-record.ts";
import { RecordCells } from "../../open/delimited/record-cells.ts";
import { LINE_FEED } from "../bytes.ts";
import { fill, Utf8Reader } from "../utf8-reader.ts";
import { type BlocksInput, endWithLineFeed } from "./blocks.ts";
import { type DelimitedLayout, isEmptyRow, isSkippedLine } from "./count-records.ts";
import { scanRecords } from "./scan-records.ts";

/**
 * Bytes of the table's text that are searched. People repair a file from its beginning, and later
 * findings are located in the next upload.
 */
const PLACED_BYTES_MAX = 8 * 1024 * 1024;

/** A yielded row is valid until the next one. */
export function* placedRows(input: BlocksInput): Generator<PlacedRow> {
  const { layout } = input;
  const { block, length, isWhole } = firstBlock(input);
  let at = input.skipsHeader ? scanRecords(block, length, layout, isWhole, 1).end : 0;
  let line = 1 + linesBefore(input) + linesIn(block, 0, at);
  const cells = new RecordCells();
  const cellAt = (index: number): string =>
    index < cells.count ? cells.text(index, block, layout.quote, layout.backslash) : "";
  while (at < length) {
    const lineFeed = block.indexOf(LINE_FEED, at);
    if (lineFeed < 0 || lineFeed >= length) return;
    if (isNoRow(block, at, lineFeed, layout)) {
      at = lineFeed + 1;
      line += 1;
      continue;
    }
    const end = readRecord(block, at, length, layout, isWhole, cells);
    // INCOMPLETE: the record continues beyond the searched part.
    if (end < 0) return;
    yield { line, cells: cells.count, cellAt };
    line += lineFeed + 1 === end ? 1 : linesIn(block, at, end);
    at = end;
  }
}

function firstBlock({ filePath, byteSize, encoding, start, end }: BlocksInput) {
  const reader = new Utf8Reader(filePath, encoding, start, end);
  try {
    const block: Buffer = Buffer.allocUnsafe(Math.min(PLACED_BYTES_MAX, byteSize * 2 + 1024));
    const { length, ended } = fill(reader, block, 0);
    return { ...(ended ? endWithLineFeed(block, length) : { block, length }), isWhole: ended };
  } finally {
    reader.close();
  }
}

/** Number of lines above the first row, including the header. */
function linesBefore({ filePath, encoding, start }: BlocksInput): number {
  const reader = new Utf8Reader(filePath, encoding, undefined, start);
  try {
    const block = Buffer.allocUnsafe(64 * 1024);
    let lines = 0;
    for (let read = reader.read(block, 0); read > 0; read = reader.read(block, 0)) {
      lines += linesIn(block, 0, read);
    }
    return lines;
  } finally {
    reader.close();
  }
}

function linesIn(block: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at++) if (block[at] === LINE_FEED) lines++;
  return lines;
}

function isNoRow(block: Buffer, start: number, end: number, layout: DelimitedLayout): boolean {
  if (isSkippedLine(block, start, end, layout)) return true;
  return layout.skipsEmptyRows && isEmptyRow(block, start, end, layout);
}
