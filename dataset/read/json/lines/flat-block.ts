/** The format of flat blocks, which `flat-rewriter.ts` writes. */
import { ARRAY, BOOLEAN, NUMBER, OBJECT, TEXT } from "../kinds.ts";

/** A byte that JSON strings cannot contain unescaped, so no string in a flat block contains it. */
export const FLAT_DELIMITER = 0x1f;
export const FLAT_LINE_END = 0x1e;
export const FLAT_NULL = 0x1d;
const separators: readonly number[] = [FLAT_DELIMITER, FLAT_LINE_END, FLAT_NULL];

/** After new keys were found, a block is restarted if only this share of it was done. */
export const redoneShareMax = 1 / 4;

/** `rank` is the key's place in order of appearance in the file; `kinds` are bits of `kinds.ts`. */
export type FlatColumn = { key: string; rank: number; kinds: number; values: number };

/** Contents of rewritten lines: each row has one cell per column. */
export type FlatFacts = { columns: FlatColumn[]; rows: number; lines: number };

/** Whether Polars reads a text back unchanged: it drops a carriage return at the end of a cell. */
export function isSafe(text: string): boolean {
  if (!text.isWellFormed() || text.endsWith("\r")) return false;
  return !separators.some((byte) => text.includes(String.fromCharCode(byte)));
}

/** Whether a column can be read back as one type. */
export function isOneKind(kinds: number): boolean {
  return (kinds & NUMBER) === kinds || oneKind.has(kinds);
}

const oneKind: ReadonlySet<number> = new Set([BOOLEAN, TEXT, OBJECT, ARRAY]);

/** Whether a column's values are JSON objects or arrays. */
export function isNested({ kinds }: FlatColumn): boolean {
  return kinds === OBJECT || kinds === ARRAY;
}
