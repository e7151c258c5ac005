/** Reads the program's counts over a column's values: floats, in the order of a list of names. */
import { wordBytes } from "./arrays.ts";
import { type NumberCounts, numberCounts, textCounts } from "./cell-types.ts";
import type { Kernel } from "./kernel.ts";

/** Bytes of the results for any column. */
export const intoBytes = Math.max(64, (2 + textCounts.length) * wordBytes);

export function countsAt<Name extends string>(
  kernel: Kernel,
  at: number,
  names: readonly Name[],
): Record<Name, number> {
  const floats = kernel.floatsAt(at, names.length);
  const counts: Partial<Record<Name, number>> = {};
  for (const [place, name] of names.entries()) counts[name] = floats[place] ?? 0;
  return counts as Record<Name, number>;
}

export function countFloats(
  kernel: Kernel,
  floats: number,
  count: number,
  into: number,
): NumberCounts {
  kernel.program.measureFloats(floats, count, into);
  return countsAt(kernel, into, numberCounts);
}
