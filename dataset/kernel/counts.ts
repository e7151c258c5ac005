/** What the program counts over the values of a column: floats, in the order of a list of names. */
import { wordBytes } from "./arrays.ts";
import { type NumberCounts, numberCounts, textCounts } from "./cell-types.ts";
import type { Kernel } from "./kernel.ts";

/** What the figures of any column take. */
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
