/** Finds the values of a block of JSON lines whose objects have known keys. */
import { cellsBytesMax, type FoundCells, slackBytes } from "./find-cells.ts";
import type { Kernel } from "./kernel.ts";

/** A key as it stands in JSON, and which column its values are. */
export type ValueKey = { quoted: Uint8Array; place: number };

/** What was found; `kinds` and `values` are those of each key, in the order in which they were given. */
export type FoundValues = {
  cells: FoundCells;
  kinds: number[];
  values: number[];
  /** Lines that were ended, blank ones included. */
  lines: number;
  longestBytes: number;
};

/** Where a line stands that could not be taken; null where there was no room. */
export type StrangeLine = { strangeAt: number | null };

const wordBytes = 8;
const keyWords = 5;
const countBytes = 4;
const intoBytes = 64;

/** The values of whole lines, as they come from the file. */
export function findValues(
  kernel: Kernel,
  block: Buffer,
  keys: readonly ValueKey[],
): FoundValues | StrangeLine {
  const { program } = kernel;
  const { length } = block;
  kernel.freeAll();
  if (!kernel.hasRoom(2 * (length + slackBytes))) return { strangeAt: null };
  const at = kernel.take(length + slackBytes);
  const bytes = kernel.bytes();
  bytes.set(block, at);
  bytes.fill(0, at + length, at + length + slackBytes);
  // The last line need not end.
  const rowsMax = program.countLines(at, at + length) + 1;
  const columnBytes = rowsMax * wordBytes;
  const cellsBytes = columnBytes * keys.length;
  const tableBytes = keys.reduce((sum, { quoted }) => sum + quoted.length, keys.length * wordBytes);
  const needed = cellsBytes + length + keys.length * keyWords * countBytes + tableBytes + intoBytes;
  if (cellsBytes > cellsBytesMax || !kernel.hasRoom(needed + 6 * slackBytes)) {
    return { strangeAt: null };
  }
  const copies = kernel.take(length + slackBytes);
  const cells = kernel.take(cellsBytes);
  const into = kernel.take(intoBytes);
  const table = putKeys(kernel, keys, tableBytes);
  const rows = program.findValues(
    at,
    at + length,
    table,
    keys.length,
    rowsMax,
    cells,
    copies,
    into,
  );
  const [lineAt = 0, lines = 0, longestBytes = 0] = kernel.countsAt(into, 3);
  if (rows < 0) return { strangeAt: lineAt };
  const words = kernel.countsAt(table, keys.length * keyWords);
  return {
    cells: {
      kernel,
      generation: kernel.generation,
      isForeign: false,
      block: at,
      rows,
      columns: keys.length,
      textBytes: length,
      cells,
      columnBytes,
    },
    kinds: keys.map((_, key) => words[key * keyWords + 3] ?? 0),
    values: keys.map((_, key) => words[key * keyWords + 4] ?? 0),
    lines,
    longestBytes,
  };
}

/** The table of keys as `assembly/lines.ts` has it. */
function putKeys(kernel: Kernel, keys: readonly ValueKey[], textBytes: number): number {
  const table = kernel.take(keys.length * keyWords * countBytes);
  let text = kernel.take(textBytes);
  const bytes = kernel.bytes();
  const words = kernel.countsAt(table, keys.length * keyWords);
  for (const [key, { quoted, place }] of keys.entries()) {
    bytes.set(quoted, text);
    words.set([text, quoted.length, place, 0, 0], key * keyWords);
    text += quoted.length;
  }
  return table;
}
