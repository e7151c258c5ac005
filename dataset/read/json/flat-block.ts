/** What flat blocks are made of: see `flat-rewriter.ts`, which writes them. */

/** Bytes that stand for themselves nowhere in JSON: the strings of a flat block have none of them. */
export const FLAT_DELIMITER = 0x1f;
export const FLAT_LINE_END = 0x1e;
export const FLAT_NULL = 0x1d;
const SEPARATORS: readonly number[] = [FLAT_DELIMITER, FLAT_LINE_END, FLAT_NULL];

/** What the values of a column in a flat block are; several bits where they differ. */
export const FLAT_INTEGER = 1;
export const FLAT_FRACTION = 2;
export const FLAT_BOOLEAN = 4;
export const FLAT_TEXT = 8;
export const FLAT_NUMBER = FLAT_INTEGER | FLAT_FRACTION;

export type FlatColumn = { key: string; kinds: number; values: number };

/** What rewritten lines hold: in each row one cell for each of the columns. */
export type FlatFacts = { columns: FlatColumn[]; rows: number; lines: number };

/** Whether Polars reads back a text: it drops a carriage return at the end of a cell. */
export function isSafe(text: string): boolean {
  if (!text.isWellFormed() || text.endsWith("\r")) return false;
  return !SEPARATORS.some((byte) => text.includes(String.fromCharCode(byte)));
}

/** Whether a column can be read back as one type. */
export function isOneKind(kinds: number): boolean {
  return (kinds & FLAT_NUMBER) === kinds || kinds === FLAT_BOOLEAN || kinds === FLAT_TEXT;
}
