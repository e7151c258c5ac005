/** Finds the notes below a table: where they begin, and how many rows they take. */
import { columnKinds, filledOf, KIND_ROWS_MAX, votesOf } from "./column-kinds.ts";
import type { HeadRecord } from "./read-head.ts";

/** The cells of a record. */
export type Texts = (record: HeadRecord) => string[];

type FoundNotes = { from: HeadRecord; rows: number };

/** The notes at the end of the rows of a table of `columns` columns; null where there are none. */
export function findNotes(
  block: readonly HeadRecord[],
  columns: number,
  texts: Texts,
): FoundNotes | null {
  return notesBelow(block, columns, texts) ?? strewnNotes(block, columns, texts);
}

const noteRowsMax = 20;

/** Lines of words below the table: after a row without values, or without any delimiter. */
function notesBelow(
  block: readonly HeadRecord[],
  columns: number,
  texts: Texts,
): FoundNotes | null {
  if (columns < 2) return null;
  let last = block.length - 1;
  let rows = 0;
  for (; last > 1; last--) {
    const record = block[last] as HeadRecord;
    if (record.empty) continue;
    if (!isNote(texts(record))) break;
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

/** A single cell of several words. */
function isNote(cells: readonly string[]): boolean {
  const present = cells.filter((cell) => cell.trim() !== "");
  return present.length === 1 && /\S\s+\S/.test(present[0] ?? "");
}

/** Columns of values tell words that are strewn below them from rows. */
const typedColumnsMin = 2;

/** Rows below the table that hold a few words and no value, of which some stand in columns of values. */
function strewnNotes(
  block: readonly HeadRecord[],
  columns: number,
  texts: Texts,
): FoundNotes | null {
  const rows = block.filter((record) => !record.empty);
  const judged = rows.slice(1, -1).slice(0, KIND_ROWS_MAX);
  const kinds = columnKinds(judged.map(texts), columns);
  if (kinds.filter((kind) => kind !== null).length < typedColumnsMin) return null;
  let first = rows.length;
  let isOdd = false;
  for (; first > 2; first--) {
    const cells = texts(rows[first - 1] as HeadRecord);
    const votes = votesOf(cells, kinds);
    if (filledOf(cells) * 2 >= columns || votes.data > 0) break;
    isOdd ||= votes.names > 0;
  }
  const count = rows.length - first;
  const from = rows[first];
  return from && isOdd && count <= noteRowsMax ? { from, rows: count } : null;
}
