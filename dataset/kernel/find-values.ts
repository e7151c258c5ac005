import { wordBytes } from "./arrays.ts";
import { cellsBytesMax, type FoundCells, slackBytes } from "./find-cells.ts";
import type { Kernel } from "./kernel.ts";

/** A key as written in JSON, and the column of its values. */
export type ValueKey = { quoted: Uint8Array; place: number };

/**
 * The located values of a block; `kinds` and `values` are per key, in the order of the given keys.
 */
export type FoundValues = {
  cells: FoundCells;
  kinds: number[];
  values: number[];
  /** Number of finished lines, including blank ones. */
  lines: number;
  longestBytes: number;
};

/**
 * Deepest nesting, and the function that prints values which the kernel cannot; null for invalid
 * JSON.
 */
export type NestedRules = { depthMax: number; reprint: (json: string) => string | null };

/** The position of a line that could not be read; null if there was no room. */
export type StrangeLine = { strangeAt: number | null };

const keyWords = 5;
const countBytes = 4;
const intoBytes = 64;
/** Most listed values: see `json-nested.ts`. */
const hardsBytes = 65_536 * countBytes;

/** Locates the values of whole lines with known keys. Lines nested too deeply are not read. */
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
  // The last line need not have a line feed.
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

/** Prints values again in place; false if one is invalid JSON or becomes longer. */
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

/** Writes the table of keys in the format of `assembly/lines.ts`. */
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
