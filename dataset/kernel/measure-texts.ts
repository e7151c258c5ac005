/** Measures texts in cells, whatever they were read from. */
import { placeBytes, takeArray } from "./arrays.ts";
import { type MeasuredTexts, type Rows, textCounts } from "./cell-types.ts";
import { countsAt } from "./counts.ts";
import type { Kernel } from "./kernel.ts";

/** Before the counts: three 32-bit numbers, and padding to align the floats. */
const headBytes = 16;

/** Cells with their hashes, and the addresses for results: see `assembly/texts.ts`. */
type TextCells = {
  cells: number;
  rows: number;
  known: number;
  /** Number of occurrences per text; 0 if each occurs once. */
  weights: number;
  bound: bigint;
  hashes: number;
  places: number;
  lacking: number;
  shaped: number;
  doubted: number;
  into: number;
};

export function measureTextCells(kernel: Kernel, found: TextCells): MeasuredTexts {
  const { cells, rows, known, weights, bound, hashes, places, lacking, shaped, doubted, into } =
    found;
  kernel.program.measureTexts(
    cells,
    rows,
    known,
    weights,
    bound,
    hashes,
    places,
    lacking,
    shaped,
    doubted,
    into,
  );
  const [kept = 0, shapes = 0, doubts = 0] = kernel.countsAt(into, 3);
  const counts = countsAt(kernel, into + headBytes, textCounts);
  return {
    kind: "texts",
    bound,
    hashes,
    places,
    kept,
    counts,
    doubted: { at: doubted, many: doubts },
    shaped: { at: shaped, many: shapes },
  };
}

/** Most bytes per row of a column. */
export const keptArrays = { shaped: placeBytes, doubted: placeBytes };

/** Copies rows that would otherwise be overwritten by the next column's. */
export function keepRows(kernel: Kernel, kind: keyof typeof keptArrays, { at, many }: Rows): Rows {
  const into = takeArray(kernel, keptArrays, kind, many);
  kernel.countsAt(into, many).set(kernel.countsAt(at, many));
  return { at: into, many };
}
