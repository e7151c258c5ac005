import type { Kernel } from "../../kernel/kernel.ts";
import type { SearchedTexts } from "../personal/counts.ts";
import { mayBytesHoldPersonal } from "../personal/find-personal.ts";

/**
 * The first `many` texts of a column of cells for the search of personal data; only those that may
 * contain some become strings. `rowOf` maps each to its row; null for consecutive rows.
 */
export function searchedCells(
  kernel: Kernel,
  cells: number,
  rowOf: ArrayLike<number> | null,
  many: number,
): SearchedTexts {
  const bytes = kernel.bytes();
  const words = new Uint32Array(bytes.buffer, cells);
  const startOf = (index: number): number => (rowOf ? (rowOf[index] as number) : index) * 2;
  return {
    length: many,
    at: (index) => {
      const word = startOf(index);
      const start = words[word] as number;
      return bytes.toString("utf8", start, start + (words[word + 1] as number));
    },
    mayHold: (index, orAddress) => {
      const word = startOf(index);
      return mayBytesHoldPersonal(
        bytes,
        words[word] as number,
        words[word + 1] as number,
        orAddress,
      );
    },
  };
}
