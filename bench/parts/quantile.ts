/** The value below which a part of them lies, from 0 to 1; 0 of none. */
export function quantileOf(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}
