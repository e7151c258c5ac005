/** Finds the values of a block of JSON lines whose objects have known keys. */
import { wordBytes } from "./arrays.ts";
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

/** How deep values may nest, and how one is printed that the kernel leaves; null for what is no JSON. */
export type NestedRules = { depthMax: number; reprint: (json: string) => string | null };

/** Where a line stands that could not be taken; null where there was no room. */
export type StrangeLine = { strangeAt: number | null };

const keyWords = 5;
const countBytes = 4;
const intoBytes = 64;
/** So many values are listed at most: see `json-nested.ts`. */
const hardsBytes = 65_536 * countBytes;

/** The values of whole lines, as they come from the file; those that nest deeper are none. */
export function findValues(
  kernel: Kernel,
  block: Buffer,
  keys: readonly ValueKey[],
  { depthMax, reprint }: NestedRules,
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
  const needed =
    cellsBytes + length + keys.length * keyWords * countBytes + tableBytes + intoBytes + hardsBytes;
  if (cellsBytes > cellsBytesMax || !kernel.hasRoom(needed + 6 * slackBytes)) {
    return { strangeAt: null };
  }
  const copies = kernel.take(length + slackBytes);
  const cells = kernel.take(cellsBytes);
  const into = kernel.take(intoBytes);
  const hards = kernel.take(hardsBytes);
  const table = putKeys(kernel, keys, tableBytes);
  const rows = program.findValues(
    at,
    at + length,
    table,
    keys.length,
    rowsMax,
    cells,
    copies,
    depthMax,
    hards,
    into,
  );
  const [lineAt = 0, lines = 0, longestBytes = 0, hardOnes = 0] = kernel.countsAt(into, 4);
  if (rows < 0) return { strangeAt: lineAt };
  if (!reprintAll(kernel, kernel.countsAt(hards, hardOnes), reprint)) return { strangeAt: null };
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

/** Prints values anew where they stand; false where one is no JSON, or becomes longer. */
function reprintAll(kernel: Kernel, cells: Uint32Array, reprint: NestedRules["reprint"]): boolean {
  const bytes = kernel.bytes();
  for (const cell of cells) {
    const start = bytes.readUInt32LE(cell);
    const length = bytes.readUInt32LE(cell + countBytes);
    const text = reprint(bytes.toString("utf8", start, start + length));
    if (text === null || Buffer.byteLength(text) > length) return false;
    bytes.writeUInt32LE(bytes.write(text, start, "utf8"), cell + countBytes);
  }
  return true;
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
