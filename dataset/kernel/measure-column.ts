import { bytesOfArrays, placeBytes, takeArrays, wordBytes } from "./arrays.ts";
import type { CellChunk } from "./cell-chunk.ts";
import {
  type CellColumn,
  type CellForm,
  isOfFloats,
  isOfTruths,
  type Measured,
  type MeasuredNested,
  type MeasuredNumbers,
  type MeasuredTexts,
  type Scratch,
} from "./cell-types.ts";
import { countFloats } from "./counts.ts";
import { allBits, type Kernel } from "./kernel.ts";
import { keepRows, keptArrays, measureTextCells } from "./measure-texts.ts";

/** Addresses for the results, each with as many numbers as the chunk has rows. */
type Targets = Omit<Scratch, "lacking">;

const dayBits = 0xffff_ffffn;
const microsPerMs = 1000n;
/** Per row of a column that is measured ahead; followed by the row lists. */
const aheadArrays = { hashes: wordBytes, places: placeBytes };

/** Hashes and measures a column of cells that has values and is neither boolean nor empty. */
export function measureColumn(
  chunk: CellChunk,
  column: CellColumn,
  bound: bigint,
  targets: Targets,
): Measured {
  if (column.form === "string") return measureTexts(chunk, column, bound, targets);
  if (column.form === "nested") return measureNested(chunk, column, targets);
  return measureNumbers(chunk, column, bound, targets);
}

/**
 * Measures `many` columns of a chunk while there is room for results, which leaves less work for
 * the receiving thread.
 */
export function measureAhead(chunk: CellChunk, bounds: readonly bigint[], many: number): void {
  const { kernel, rows, columns, scratch } = chunk;
  let left = many;
  for (const [index, column] of columns.entries()) {
    if (column.form === "none" || isOfTruths(column.form) || column.count === 0) continue;
    if (left-- <= 0) return;
    const arrays = { ...aheadArrays, floats: column.form === "string" ? 0 : wordBytes };
    if (!kernel.hasRoom(bytesOfArrays({ ...arrays, ...keptArrays }, rows))) return;
    const targets = { ...scratch, ...takeArrays(kernel, arrays, rows) };
    const measured = measureColumn(chunk, column, bounds[index] ?? 0n, targets);
    column.measured = measured;
    if (measured.kind === "numbers") continue;
    measured.shaped = keepRows(kernel, "shaped", measured.shaped);
    if (measured.kind !== "texts") continue;
    measured.doubted = keepRows(kernel, "doubted", measured.doubted);
  }
}

/** How many units of a word make one unit of the column's floats: times become milliseconds. */
export function unitOf(form: CellForm): bigint {
  return form.startsWith("datetime") ? microsPerMs : 1n;
}

function measureTexts(
  { kernel, rows, scratch }: CellChunk,
  { cells, values: known }: CellColumn,
  bound: bigint,
  { hashes, places, shaped, doubted, into }: Targets,
): MeasuredTexts {
  const { lacking } = scratch;
  const asked = { cells, rows, known, weights: 0, bound };
  const found = { ...asked, hashes, places, lacking, shaped, doubted, into };
  return measureTextCells(kernel, found);
}

function measureNested(
  { kernel, rows, scratch }: CellChunk,
  { cells }: CellColumn,
  { shaped }: Targets,
): MeasuredNested {
  const many = kernel.program.measureNested(cells, rows, scratch.lacking, shaped);
  return { kind: "nested", shaped: { at: shaped, many } };
}

/** Stores the hashes below the bound with the rows of their values; returns their number. */
function hashNumbers(
  { program, numberState }: Kernel,
  { form, values, places: rowOf, hashes: known, count }: CellColumn,
  bound: bigint,
  { hashes, places }: Targets,
): number {
  if (known !== 0) return program.keepHashes(known, rowOf, count, bound, hashes, places);
  const isFloat = isOfFloats(form) ? 1 : 0;
  const mask = form === "date" ? dayBits : allBits;
  return program.hashNumbers(
    values,
    rowOf,
    count,
    isFloat,
    mask,
    numberState,
    bound,
    hashes,
    places,
  );
}

function measureNumbers(
  { kernel }: CellChunk,
  column: CellColumn,
  bound: bigint,
  targets: Targets,
): MeasuredNumbers {
  const { program } = kernel;
  const { form, values, count } = column;
  const { hashes, places, floats: target, into } = targets;
  const areFloats = isOfFloats(form);
  const kept = hashNumbers(kernel, column, bound, targets);
  const floats = areFloats ? values : target;
  if (!areFloats) program.toFloats(values, count, unitOf(form), floats);
  if (!areFloats) program.boundsOfWords(values, count, into);
  const [least = 0n, most = 0n] = kernel.integersAt(into, 2);
  const counts = countFloats(kernel, floats, count, into);
  return { kind: "numbers", bound, hashes, places, kept, floats, least, most, counts };
}
