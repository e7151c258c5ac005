import { CARRIAGE_RETURN, HASH, LINE_FEED, type RecordLayout } from "./layout.ts";
import { INCOMPLETE, readRecord } from "./read-record.ts";
import { RecordCells } from "./record-cells.ts";

export type HeadRecord = {
  /** Its cells; null for records beyond those requested as text. */
  cells: string[] | null;
  width: number;
  /** Number (from 0) of the physical line on which it begins. */
  line: number;
  start: number;
  end: number;
  malformed: boolean;
  /** Only delimiters and blanks; a blank line has one such cell. */
  empty: boolean;
};

export type Head = {
  records: HeadRecord[];
  /** Comment lines, in order. */
  comments: HeadRecord[];
  /** Whether the last record may continue beyond the head. */
  cut: boolean;
};

/** Reads up to `recordsMax` records of a head; the first `textsMax` of them as text. */
export function readHead(
  head: Buffer,
  layout: RecordLayout,
  whole: boolean,
  recordsMax: number,
  textsMax = recordsMax,
): Head {
  const records: HeadRecord[] = [];
  const comments: HeadRecord[] = [];
  const cells = new RecordCells();
  let at = 0;
  let line = 0;
  while (at < head.length && records.length < recordsMax) {
    const plain = records.length < textsMax ? null : plainRecord(head, at, line, layout);
    if (plain) {
      records.push(plain);
      line++;
      at = plain.end;
      continue;
    }
    const isComment = layout.comments && head[at] === HASH;
    let end = isComment
      ? lineEndOf(head, at)
      : readRecord(head, at, head.length, layout, whole, cells);
    let isCut = end === INCOMPLETE || (!whole && end >= head.length && head.at(-1) !== LINE_FEED);
    if (isCut && records.length > 0) return { records, comments, cut: true };
    if (end === INCOMPLETE) {
      end = readRecord(head, at, head.length, layout, true, cells);
      // The first record has a quote that the head never closes, on a line of the right width.
      isCut = end >= head.length || cells.count !== layout.columns;
    }
    const record: HeadRecord = {
      cells: null,
      width: isComment ? 0 : cells.count,
      line,
      start: at,
      end,
      malformed: !isComment && cells.malformed,
      empty: isEmpty(head, at, end, layout, cells.count),
    };
    if (isComment) comments.push(record);
    else {
      if (records.length < textsMax) {
        record.cells = cells.texts(head, layout.quote, layout.backslash);
      }
      records.push(record);
    }
    line += lineFeedsIn(head, at, end);
    at = end;
    if (isCut) return { records, comments, cut: true };
  }
  return { records, comments, cut: at < head.length || !whole };
}

/**
 * A one-line record without a quote or comment, whose cells are only counted; null
 * otherwise.
 */
function plainRecord(
  head: Buffer,
  start: number,
  line: number,
  { delimiter, quote, comments, blankRuns, blankAfter }: RecordLayout,
): HeadRecord | null {
  if (blankRuns || blankAfter || (comments && head[start] === HASH)) return null;
  let width = 1;
  let empty = true;
  for (let at = start; at < head.length; at++) {
    const byte = head[at] as number;
    if (byte === LINE_FEED) {
      return { cells: null, width, line, start, end: at + 1, malformed: false, empty };
    }
    if (byte === quote) return null;
    if (byte === delimiter) width++;
    else if (byte !== 32 && byte !== 9 && byte !== CARRIAGE_RETURN) empty = false;
  }
  return null;
}

function lineEndOf(head: Buffer, from: number): number {
  const lineFeed = head.indexOf(LINE_FEED, from);
  return lineFeed < 0 ? head.length : lineFeed + 1;
}

function lineFeedsIn(head: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = head.indexOf(LINE_FEED, from); at >= 0 && at < to; count++) {
    at = head.indexOf(LINE_FEED, at + 1);
  }
  return count;
}

/** Whether a record contains only delimiters, blanks and, if it has several cells, quotes. */
function isEmpty(
  block: Buffer,
  start: number,
  end: number,
  layout: RecordLayout,
  width: number,
): boolean {
  for (let at = start; at < end; at++) {
    const byte = block[at] as number;
    if (byte === layout.delimiter || byte === LINE_FEED || byte === CARRIAGE_RETURN) continue;
    if (byte === 32 || byte === 9 || (width > 1 && byte === layout.quote)) continue;
    return false;
  }
  return true;
}
