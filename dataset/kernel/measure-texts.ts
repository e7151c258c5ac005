/** Measures texts that stand in cells, whatever they were read from. */
import { placeBytes, takeArray, wordBytes } from "./arrays.ts";
import { type MeasuredTexts, type Rows, type TextCounts, textCounts } from "./cell-types.ts";
import type { Kernel } from "./kernel.ts";

/** Before the counts: three numbers of 32 bits, and what aligns the floats. */
const headBytes = 16;
/** What the figures of any column take. */
export const intoBytes = Math.max(64, headBytes + textCounts.length * wordBytes);

/** Cells with their hashes, and the addresses to which goes what is found: see `assembly/texts.ts`. */
type TextCells = {
  cells: number;
  rows: number;
  known: number;
  /** How often each text counts; 0 where that is once. */
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
  const floats = kernel.floatsAt(into + headBytes, textCounts.length);
  const counts = Object.fromEntries(textCounts.map((name, at) => [name, floats[at]]));
  return {
    kind: "texts",
    bound,
    hashes,
    places,
    kept,
    counts: counts as TextCounts,
    doubted: { at: doubted, many: doubts },
    shaped: { at: shaped, many: shapes },
  };
}

/** Of each row of a column at most. */
export const keptArrays = { shaped: placeBytes, doubted: placeBytes };

/** Rows that stand where those of the next column will. */
export function keepRows(kernel: Kernel, kind: keyof typeof keptArrays, { at, many }: Rows): Rows {
  const into = takeArray(kernel, keptArrays, kind, many);
  kernel.countsAt(into, many).set(kernel.countsAt(at, many));
  return { at: into, many };
}
