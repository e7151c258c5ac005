/** Counts the records of delimited text and the lines that are not records. */
import type { FoundRecords } from "../../kernel/find-cells.ts";
import type { RecordLayout } from "../../open/delimited/layout.ts";
import type { RecordCells } from "../../open/delimited/record-cells.ts";
import { CARRIAGE_RETURN, HASH, SPACE, TAB } from "../bytes.ts";

export type DelimitedLayout = RecordLayout & {
  /** Whether rows without values are skipped. */
  skipsEmptyRows: boolean;
};

/** Counts for the rows of a whole file. */
export type RowCounts = {
  shortRows: number;
  longRows: number;
  /** Cells of long rows beyond the last column. */
  surplusCells: number;
  blankLines: number;
  emptyRows: number;
  commentLines: number;
  /** Rows with misplaced quotes. */
  strayQuoteRows: number;
};

export const noRowCounts: Readonly<RowCounts> = {
  shortRows: 0,
  longRows: 0,
  surplusCells: 0,
  blankLines: 0,
  emptyRows: 0,
  commentLines: 0,
  strayQuoteRows: 0,
};

export type RecordScan = RowCounts & {
  /** Number of records, without blank lines and comments. */
  rows: number;
  /** True if the last record has too few cells. */
  lastIsShort: boolean;
  /** Index after the last complete record. */
  end: number;
  /** False if the block must be rewritten: misplaced quotes, blank lines or comments. */
  regular: boolean;
  hasQuotes: boolean;
  longestBytes: number;
  /** True if the block ends inside a quoted cell. */
  openQuote: boolean;
  /** The cells of the records, if they were located; valid until the next scan. */
  cells: FoundRecords | null;
};

export function emptyScan(): RecordScan {
  return {
    ...noRowCounts,
    rows: 0,
    lastIsShort: false,
    end: 0,
    regular: true,
    hasQuotes: false,
    longestBytes: 0,
    openQuote: false,
    cells: null,
  };
}

/** Counts a record read by `readRecord`, which ends before `end`. */
export function countIrregular(
  scan: RecordScan,
  block: Uint8Array,
  end: number,
  cells: RecordCells,
  layout: DelimitedLayout,
): void {
  if (cells.malformed) scan.strayQuoteRows++;
  scan.regular = false;
  countRecord(scan, block, end - 1, cells.count, layout);
}

/** Counts a record with `cells` cells that ends at `lineFeed`. */
export function countRecord(
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
  if (layout.skipsEmptyRows && isEmptyRow(block, start, lineFeed, layout)) {
    scan.emptyRows++;
    scan.regular = false;
    return;
  }
  scan.rows++;
  scan.lastIsShort = cells < layout.columns;
  if (cells < layout.columns) scan.shortRows++;
  else if (cells > layout.columns) countLong(scan, block, start, lineFeed, cells, layout);
}

/** A row that is longer only by trailing delimiters has lost nothing. */
function countLong(
  scan: RecordScan,
  block: Uint8Array,
  start: number,
  lineFeed: number,
  cells: number,
  layout: DelimitedLayout,
): void {
  let end = lineFeed;
  if (end > start && block[end - 1] === CARRIAGE_RETURN) end--;
  let filled = cells;
  while (filled > layout.columns && end > start && block[end - 1] === layout.delimiter) {
    end--;
    filled--;
  }
  const surplus = filled - layout.columns;
  if (surplus > 0) scan.longRows++;
  scan.surplusCells += surplus;
}

/** Whether a line is blank or a comment. */
export function isSkippedLine(
  block: Uint8Array,
  start: number,
  lineFeed: number,
  layout: DelimitedLayout,
): boolean {
  return isBlankLine(block, start, lineFeed) || (layout.comments && block[start] === HASH);
}

/** Whether a row contains only delimiters and blanks. */
export function isEmptyRow(
  block: Uint8Array,
  start: number,
  end: number,
  { delimiter }: DelimitedLayout,
): boolean {
  for (let at = start; at < end; at++) {
    const byte = block[at];
    if (byte === delimiter || byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN) continue;
    return false;
  }
  return true;
}

/** Whether nothing is between two line ends. */
function isBlankLine(block: Uint8Array, start: number, end: number): boolean {
  return start === end || (start + 1 === end && block[start] === CARRIAGE_RETURN);
}
