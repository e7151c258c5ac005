/** Values of JSON that the kernel has found, as JavaScript would have parsed them. */
import type { FoundCells } from "../../kernel/find-cells.ts";
import type { FlatColumn } from "./flat-block.ts";
import { BOOLEAN, NUMBER } from "./kinds.ts";

const wordBytes = 8;
const lengthAt = 4;

/** The values of a column; those that are missing are null, and all where no column is given. */
export function foundValues(
  { kernel, cells, columnBytes, rows }: FoundCells,
  column: FlatColumn | null,
): unknown[] {
  if (!column) return new Array(rows).fill(null);
  const { rank, kinds } = column;
  const bytes = kernel.bytes();
  return Array.from({ length: rows }, (_, row) => {
    const at = cells + rank * columnBytes + row * wordBytes;
    const start = bytes.readUInt32LE(at);
    if (start === 0) return null;
    const text = bytes.toString("utf8", start, start + bytes.readUInt32LE(at + lengthAt));
    if (kinds & NUMBER) return Number(text);
    return kinds === BOOLEAN ? text === "true" : text;
  });
}
