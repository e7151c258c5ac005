/** What flat blocks are made of: see `flat-rewriter.ts`, which writes them. */
import { ARRAY, BOOLEAN, NUMBER, OBJECT, TEXT } from "../kinds.ts";

/** Bytes that stand for themselves nowhere in JSON: the strings of a flat block have none of them. */
export const FLAT_DELIMITER = 0x1f;
export const FLAT_LINE_END = 0x1e;
export const FLAT_NULL = 0x1d;
const separators: readonly number[] = [FLAT_DELIMITER, FLAT_LINE_END, FLAT_NULL];

/** A block is begun again after new keys were met if so small a part of it was done. */
export const redoneShareMax = 1 / 4;

/** `rank` counts keys in the order in which they appear in the file; `kinds` are bits of `kinds.ts`. */
export type FlatColumn = { key: string; rank: number; kinds: number; values: number };

/** What rewritten lines hold: in each row one cell for each of the columns. */
export type FlatFacts = { columns: FlatColumn[]; rows: number; lines: number };

/** Whether Polars reads back a text: it drops a carriage return at the end of a cell. */
export function isSafe(text: string): boolean {
  if (!text.isWellFormed() || text.endsWith("\r")) return false;
  return !separators.some((byte) => text.includes(String.fromCharCode(byte)));
}

/** Whether a column can be read back as one type. */
export function isOneKind(kinds: number): boolean {
  return (kinds & NUMBER) === kinds || oneKind.has(kinds);
}

const oneKind: ReadonlySet<number> = new Set([BOOLEAN, TEXT, OBJECT, ARRAY]);

/** Whether a column's values are JSON of objects or of arrays. */
export function isNested({ kinds }: FlatColumn): boolean {
  return kinds === OBJECT || kinds === ARRAY;
}
