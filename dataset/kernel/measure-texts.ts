/** Measures texts that stand in cells, whatever they were read from. */
import { placeBytes, takeArray } from "./arrays.ts";
import type { MeasuredTexts, Rows } from "./cell-types.ts";
import type { Kernel } from "./kernel.ts";

const textCounts = 9;
const charsAt = 16;

/** Cells with their hashes, and the addresses to which goes what is found: see `assembly/texts.ts`. */
type TextCells = {
  cells: number;
  rows: number;
  known: number;
  bound: bigint;
  hashes: number;
  places: number;
  lacking: number;
  shaped: number;
  doubted: number;
  into: number;
};

export function measureTextCells(kernel: Kernel, found: TextCells): MeasuredTexts {
  const { cells, rows, known, bound, hashes, places, lacking, shaped, doubted, into } = found;
  kernel.program.measureTexts(
    cells,
    rows,
    known,
    bound,
    hashes,
    places,
    lacking,
    shaped,
    doubted,
    into,
  );
  const counts = kernel.countsAt(into, textCounts);
  const [, kept = 0, shortest = 0, longest = 0, , , addresses = 0, shapes = 0, doubts = 0] = counts;
  return {
    kind: "texts",
    bound,
    hashes,
    places,
    kept,
    shortest,
    longest,
    chars: kernel.floatsAt(into + charsAt, 1)[0] ?? 0,
    addresses,
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
