/** Determines which printed statistics are actual values of the column, and so reveal cells. */
import type { Histogram, Quantiles } from "./distribution.ts";

/** Whether a sorted array contains a value. */
export function holds(sorted: Float64Array, value: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}

/** The quantiles that are values themselves; the others lie between two values. */
export function heldQuantilesOf(sorted: Float64Array, quantiles: Quantiles | null): number[] {
  if (!quantiles) return [];
  const { p5, p25, p50, p75, p95 } = quantiles;
  return [p5, p25, p50, p75, p95].filter((value) => holds(sorted, value));
}

/**
 * The values that a histogram reveals: edges that are values, and all integers if no bin is wider
 * than 1.
 */
export function heldEdgesOf(
  sorted: Float64Array,
  histogram: Histogram | null,
  areIntegers: boolean,
): number[] {
  if (!histogram) return [];
  const { bin_edges: edges, counts } = histogram;
  const width = (edges.at(-1) ?? 0) - (edges[0] ?? 0);
  if (areIntegers && width <= counts.length) return [...new Set(sorted)];
  return edges.filter((edge) => holds(sorted, edge));
}
