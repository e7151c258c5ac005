/** The distribution of a column's numbers: quantiles and a histogram. */

const histogramBinsMax = 20;
/** 1.358 is the Kolmogorov quantile for 95 %. */
const rankErrorFactor = 1.358;

export type Quantiles = {
  p5: number;
  p25: number;
  p50: number;
  p75: number;
  p95: number;
  method: "exact" | "sample";
  rank_error: number;
};

function quantile(sorted: Float64Array, p: number): number {
  const at = (sorted.length - 1) * p;
  const low = Math.floor(at);
  const lower = sorted[low] as number;
  const upper = sorted[Math.min(low + 1, sorted.length - 1)] as number;
  const share = at - low;
  const distance = upper - lower;
  if (Number.isFinite(distance)) return lower + distance * share;
  return lower * (1 - share) + upper * share;
}

/** Quantiles by linear interpolation between the closest ranks; null without values. */
export function quantilesOf(sorted: Float64Array, total: number): Quantiles | null {
  if (sorted.length === 0) return null;
  const exact = sorted.length === total;
  return {
    p5: quantile(sorted, 0.05),
    p25: quantile(sorted, 0.25),
    p50: quantile(sorted, 0.5),
    p75: quantile(sorted, 0.75),
    p95: quantile(sorted, 0.95),
    method: exact ? "exact" : "sample",
    rank_error: exact ? 0 : rankErrorFactor / Math.sqrt(sorted.length),
  };
}

export type Histogram = { bin_edges: number[]; counts: number[]; method: "exact" | "sample" };

/** Counts in bins of equal width from `min` to `max`, scaled up to `total` values. */
export function histogramOf(
  sorted: Float64Array,
  total: number,
  min: number,
  max: number,
): Histogram | null {
  const width = max - min;
  if (sorted.length === 0 || !Number.isFinite(width)) return null;
  const bins = width === 0 ? 1 : binsFor(total);
  const edges = Array.from({ length: bins + 1 }, (_, i) =>
    i === bins ? max : min + width * (i / bins),
  );
  return countInto(edges, sorted, total);
}

/**
 * Like `histogramOf`, with inner edges at multiples of a step, so widths differ by at most a step.
 */
export function steppedHistogram(
  sorted: Float64Array,
  total: number,
  { min, max, step }: { min: number; max: number; step: number },
): Histogram | null {
  if (sorted.length === 0) return null;
  const width = max - min;
  const bins = Math.max(1, Math.min(binsFor(total), Math.floor(width / step)));
  const inner = Array.from({ length: bins - 1 }, (_, i) => {
    return Math.round((min + width * ((i + 1) / bins)) / step) * step;
  });
  return countInto([min, ...inner, max], sorted, total);
}

function binsFor(total: number): number {
  return Math.min(histogramBinsMax, Math.ceil(Math.sqrt(total)));
}

function countInto(edges: number[], sorted: Float64Array, total: number): Histogram {
  const bins = edges.length - 1;
  const counts = new Array<number>(bins).fill(0);
  let bin = 0;
  for (let at = 0; at < sorted.length; at++) {
    const value = sorted[at] as number;
    while (bin < bins - 1 && value >= (edges[bin + 1] as number)) bin++;
    counts[bin] = (counts[bin] as number) + 1;
  }
  const exact = sorted.length === total;
  return {
    bin_edges: edges,
    counts: exact ? counts : scaleCounts(counts, total),
    method: exact ? "exact" : "sample",
  };
}

/** Scales counts to the sum `total`, by largest remainder. */
function scaleCounts(counts: readonly number[], total: number): number[] {
  const sum = counts.reduce((all, count) => all + count, 0);
  const scaled = counts.map((count) => (count * total) / sum);
  const floors = scaled.map(Math.floor);
  let missing = total - floors.reduce((all, count) => all + count, 0);
  const byRemainder = scaled
    .map((value, i) => ({ i, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest);
  for (const { i } of byRemainder) {
    if (missing-- <= 0) break;
    floors[i] = (floors[i] as number) + 1;
  }
  return floors;
}
