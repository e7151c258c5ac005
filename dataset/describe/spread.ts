import { OUTLIER_RANGES } from "../../market/profile/alerts.ts";
import type { Quantiles } from "./distribution.ts";

/** The spread of a column's numbers: values far outside, and skewness. */
export type Spread = {
  /** Number of values below `low` or above `high`; scaled up from the sample if not exact. */
  outliers: number;
  low: number;
  high: number;
  /** Third standardised moment of the held values; 0 without spread. */
  skewness: number;
  /** True if all values are held, false for a uniform sample. */
  exact: boolean;
};

/** The spread of sorted values that represent `total` values; null if the quartiles are equal. */
export function spreadOf(
  sorted: Float64Array,
  total: number,
  quantiles: Quantiles | null,
): Spread | null {
  if (!quantiles) return null;
  const range = quantiles.p75 - quantiles.p25;
  if (range <= 0 || !Number.isFinite(range)) return null;
  const low = quantiles.p25 - OUTLIER_RANGES * range;
  const high = quantiles.p75 + OUTLIER_RANGES * range;
  let outliers = 0;
  for (let at = 0; at < sorted.length; at++) {
    const value = sorted[at] as number;
    if (value < low || value > high) outliers++;
  }
  return {
    outliers: Math.round((outliers * total) / sorted.length),
    low,
    high,
    skewness: skewnessOf(sorted),
    exact: sorted.length === total,
  };
}

/** Computed in units of the largest value, because cubes overflow beyond 1e102. */
function skewnessOf(sorted: Float64Array): number {
  const unit = Math.max(-(sorted[0] ?? 0), sorted.at(-1) ?? 0);
  let sum = 0;
  for (let at = 0; at < sorted.length; at++) sum += (sorted[at] as number) / unit;
  const mean = sum / sorted.length;
  let squares = 0;
  let cubes = 0;
  for (let at = 0; at < sorted.length; at++) {
    const deviation = (sorted[at] as number) / unit - mean;
    squares += deviation * deviation;
    cubes += deviation * deviation * deviation;
  }
  const variance = squares / sorted.length;
  const skewness = cubes / sorted.length / variance ** 1.5;
  return Number.isFinite(skewness) ? skewness : 0;
}
