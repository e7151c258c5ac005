/** Locates the values in blocks of JSON lines with the kernel, if their objects are flat. */
import type { DatasetLimits } from "../../../base/limits.ts";
import type { FoundCells } from "../../../kernel/find-cells.ts";
import { findValues } from "../../../kernel/find-values.ts";
import type { Kernel } from "../../../kernel/kernel.ts";
import { type FlatColumn, type FlatFacts, isOneKind, redoneShareMax } from "./flat-block.ts";
import type { KnownKeys } from "./known-keys.ts";
import { reprinted } from "./nested-copier.ts";

/** Cells by the ranks of their keys, and facts about the lines. */
export type FoundLines = { cells: FoundCells; facts: FlatFacts };

type LineLimits = Pick<DatasetLimits, "rowBytesMax" | "jsonDepthMax">;

/** Most cells per chunk. */
const cellsMax = 4_000_000;

/**
 * The values of whole lines of valid UTF-8. Null if a line is not an object of known keys in their
 * order with values of one kind each, or not JSON. Learns new keys.
 */
export function findLines(
  kernel: Kernel,
  block: Buffer,
  keys: KnownKeys,
  { rowBytesMax, jsonDepthMax }: LineLimits,
): FoundLines | null {
  for (let redone = 0; redone <= block.length * redoneShareMax; ) {
    if (!keys.usable) return null;
    const placed = keys.list.map(({ quoted, rank }) => ({ quoted, place: rank }));
    const found = findValues(kernel, block, placed, {
      depthMax: jsonDepthMax - 1,
      reprint: reprinted,
    });
    if ("cells" in found) {
      const { cells, kinds, values, lines, longestBytes } = found;
      const columns = keys.list.map(({ key, rank }, i): FlatColumn => {
        return { key, rank, kinds: kinds[i] ?? 0, values: values[i] ?? 0 };
      });
      const { rows } = cells;
      if (rows === 0 || longestBytes > rowBytesMax || rows * columns.length > cellsMax) return null;
      if (columns.some((column) => !isOneKind(column.kinds))) return null;
      return { cells, facts: { columns, rows, lines } };
    }
    const { strangeAt } = found;
    if (strangeAt === null || !keys.learnAt(block, strangeAt, rowBytesMax)) return null;
    redone += strangeAt;
  }
  return null;
}
