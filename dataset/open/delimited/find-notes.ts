import { columnKinds, filledOf, KIND_ROWS_MAX, votesOf } from "./column-kinds.ts";
import type { HeadRecord } from "./read-head.ts";

/** Returns the cells of a record. */
export type Texts = (record: HeadRecord) => string[];

type FoundNotes = { from: HeadRecord; rows: number };

/**
 * Finds notes below a table: where they begin and how many rows they take; null if there are none.
 */
export function findNotes(
  block: readonly HeadRecord[],
  columns: number,
  texts: Texts,
): FoundNotes | null {
  return (
    notesBelow(block, columns, texts) ??
    markedNotes(block, columns, texts) ??
    strewnNotes(block, columns, texts)
  );
}

const noteMark = /^(?:notes?|sources?|remarks?|quellen?|anmerkungen|fuentes?|notas?)\s*:\s*\S/i;

/** Rows at the end that hold only a first cell which begins with a word such as `Source:`. */
function markedNotes(
  block: readonly HeadRecord[],
  columns: number,
  texts: Texts,
): FoundNotes | null {
  if (columns < 2) return null;
  let first = block.length;
  let rows = 0;
  for (; first > 2; first--) {
    const record = block[first - 1] as HeadRecord;
    if (record.empty) continue;
    const [cell = "", ...others] = texts(record);
    if (others.some(isFilled) || !noteMark.test(cell.trim())) break;
    rows++;
  }
  const from = block.slice(first).find((record) => !record.empty);
  return from && rows <= noteRowsMax ? { from, rows } : null;
}

const noteRowsMax = 20;

/** Lines of words below the table, after an empty row or without any delimiter. */
function notesBelow(
  block: readonly HeadRecord[],
  columns: number,
  texts: Texts,
): FoundNotes | null {
  if (columns < 2) return null;
  const margin = marginOf(block, texts);
  let last = block.length - 1;
  let rows = 0;
  for (; last > 1; last--) {
    const record = block[last] as HeadRecord;
    if (record.empty) continue;
    if (!isNote(texts(record), margin)) break;
    rows++;
  }
  if (rows === 0 || rows > noteRowsMax || last <= 1) return null;
  const below = block.slice(last + 1);
  const isDivided = below[0]?.empty === true && columns > 2;
  const from = isDivided ? below[0] : below.find((record) => record.width === 1 && !record.empty);
  if (!from) return null;
  const notes = below.slice(below.indexOf(from)).filter((record) => !record.empty);
  return { from, rows: notes.length };
}

/** Number of columns on the left that every record leaves empty. */
function marginOf(block: readonly HeadRecord[], texts: Texts): number {
  return block.reduce((margin, record) => {
    const first = texts(record).findIndex(isFilled);
    return first === -1 ? margin : Math.min(margin, first);
  }, Number.POSITIVE_INFINITY);
}

/**
 * A single cell of several words in the table's first column; in other columns it may be a survey
 * answer.
 */
function isNote(cells: readonly string[], margin: number): boolean {
  if (cells.findIndex(isFilled) !== margin) return false;
  return cells.findLastIndex(isFilled) === margin && /\S\s+\S/.test(cells[margin]?.trim() ?? "");
}

const isFilled = (cell: string) => cell.trim() !== "";

/** With this many value columns, scattered words below them can be distinguished from rows. */
const typedColumnsMin = 2;

/** Rows below the table with a few words and no value, some of them in columns of values. */
function strewnNotes(
  block: readonly HeadRecord[],
  columns: number,
  texts: Texts,
): FoundNotes | null {
  const rows = block.filter((record) => !record.empty);
  const judged = rows.slice(1, -1).slice(0, KIND_ROWS_MAX).map(texts);
  const kinds = columnKinds(judged, columns);
  if (kinds.filter((kind) => kind !== null).length < typedColumnsMin) return null;
  let first = rows.length;
  let isOdd = false;
  for (; first > 2; first--) {
    const cells = texts(rows[first - 1] as HeadRecord);
    const votes = votesOf(cells, kinds);
    if (filledOf(cells) * 2 >= columns || votes.data > 0) break;
    if (repeatsCell(cells, judged.slice(0, first - 2))) break;
    if (rows.length - first === noteRowsMax) return null;
    isOdd ||= votes.names > 0;
  }
  const count = rows.length - first;
  const from = rows[first];
  return from && isOdd ? { from, rows: count } : null;
}

/**
 * Whether a cell repeats an earlier cell of its column, which makes it a survey answer rather than
 * a note.
 */
function repeatsCell(cells: readonly string[], above: readonly string[][]): boolean {
  return cells.some((cell, column) => isFilled(cell) && above.some((row) => row[column] === cell));
}
