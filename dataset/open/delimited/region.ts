import type { TextEncoding } from "../encoding.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "./layout.ts";
import type { Dialect } from "./sniff.ts";

/**
 * Byte range of the table's rows in the file; `end` is null if the table continues to the file's
 * end.
 */
export type TableRegion = { start: number; end: number | null };

/**
 * The region of a dialect's table; `raw` is the head in which it was found, without the byte order
 * mark.
 */
export function regionOf({ table }: Dialect, encoding: TextEncoding, raw: Buffer): TableRegion {
  const { bomBytes } = encoding;
  if (!table) return { start: bomBytes, end: null };
  const offset = (line: number): number => bomBytes + lineOffset(raw, encoding, line);
  const end = table.end === null ? null : offset(table.end.line);
  if (table.first !== null) return { start: offset(table.first.line), end };
  // A header without rows: nothing is left to read.
  return { start: bomBytes + raw.length, end: bomBytes + raw.length };
}

/** Byte offset of the line with this number (from 0). */
function lineOffset(raw: Buffer, encoding: TextEncoding, line: number): number {
  const isWide = encoding.name.startsWith("utf-16");
  const low = encoding.name === "utf-16be" ? 1 : 0;
  let passed = 0;
  for (let at = 0; passed < line && at < raw.length; at++) {
    const isMark =
      raw[at] === LINE_FEED || (encoding.carriageReturnOnly && raw[at] === CARRIAGE_RETURN);
    if (!isMark || (isWide && !isWideMark(raw, at, low))) continue;
    passed++;
    if (passed === line) return isWide ? at - low + 2 : at + 1;
  }
  return line === 0 ? 0 : raw.length;
}

function isWideMark(raw: Buffer, at: number, low: number): boolean {
  return at % 2 === low && raw[low === 0 ? at + 1 : at - 1] === 0;
}
