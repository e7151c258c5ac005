/** Where in a file the rows of its table lie, in bytes. */
import type { TextEncoding } from "../encoding.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "./layout.ts";
import type { Dialect } from "./sniff.ts";

/** Bytes of the file from its beginning; `end` is null where the table goes on to the end. */
export type TableRegion = { start: number; end: number | null };

/** The region of a dialect's table; `raw` is the head that it was found in, without its mark. */
export function regionOf({ table }: Dialect, encoding: TextEncoding, raw: Buffer): TableRegion {
  const { bomBytes } = encoding;
  if (!table) return { start: bomBytes, end: null };
  const offset = (line: number): number => bomBytes + lineOffset(raw, encoding, line);
  const end = table.end === null ? null : offset(table.end.line);
  if (table.first !== null) return { start: offset(table.first.line), end };
  // A header without rows: nothing is left to read.
  return { start: bomBytes + raw.length, end: bomBytes + raw.length };
}

/** Where the line of a number from 0 begins, in stored bytes. */
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
