/** Finds values that break their column's order, course or relation. Pure. */
import { predictionGain, RELATED_ROWS_MIN } from "./relations.ts";
import type { SampledColumn } from "./sampled-column.ts";

/** Two ranks farther apart than this do not belong together. */
const rankDistanceMax = 0.25;
const smoothFactor = 8;

/** Regularities with less certainty are not counted. */
const sureMin = 0.5;

/** Rises from 0 at `low` to 1 at `high`: the certainty that the column has the regularity. */
function ramp(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** Rows with a value whose two neighbours in the file also have one. */
function middlesOf({ ranks }: SampledColumn, follows: Uint8Array): number[] {
  const middles: number[] = [];
  for (let row = 1; row + 1 < ranks.length; row++) {
    if (follows[row] !== 1 || follows[row + 1] !== 1) continue;
    const sum = (ranks[row - 1] as number) + (ranks[row] as number) + (ranks[row + 1] as number);
    if (!Number.isNaN(sum)) middles.push(row);
  }
  return middles;
}

/**
 * The share of values that are out of order, which means not between neighbours that are in order.
 * Null for columns without an order.
 */
export function disorderedShare(column: SampledColumn, follows: Uint8Array): number | null {
  if (column.distinct < 8) return null;
  const middles = middlesOf(column, follows);
  if (middles.length < RELATED_ROWS_MIN) return null;
  const { ranks } = column;
  const found = [1, -1].map((direction) => {
    let ordered = 0;
    let out = 0;
    for (const row of middles) {
      const before = direction * (ranks[row - 1] as number);
      const value = direction * (ranks[row] as number);
      const after = direction * (ranks[row + 1] as number);
      if (before > after) continue;
      ordered++;
      if (value < before || value > after) out++;
    }
    return { ordered: ordered / middles.length, out: out / middles.length };
  });
  const [rising, falling] = found as [(typeof found)[0], (typeof found)[0]];
  const { ordered, out } = rising.ordered >= falling.ordered ? rising : falling;
  const sure = ramp(ordered, 0.75, 0.88);
  return sure < sureMin || out > 0.35 ? null : sure * out;
}

/** The share of values that jump out of a smooth course; null for columns without one. */
export function jumpingShare(column: SampledColumn, follows: Uint8Array): number | null {
  if (column.distinct < 20 || column.distinct < column.count * 0.02) return null;
  const middles = middlesOf(column, follows);
  if (middles.length < RELATED_ROWS_MIN) return null;
  const { ranks } = column;
  const stepAt = (row: number): number =>
    Math.abs((ranks[row + 1] as number) - (ranks[row - 1] as number));
  const usual = percentile(middles.map(stepAt), 0.5);
  // Unrelated neighbours are a quarter of the ranks apart on average.
  if (usual > 0.08) return null;
  const bound = Math.max(usual * smoothFactor, 0.1);
  const jumps = middles.filter((row) => {
    if (stepAt(row) > bound) return false;
    const value = ranks[row] as number;
    const toBefore = Math.abs(value - (ranks[row - 1] as number));
    return Math.min(toBefore, Math.abs(value - (ranks[row + 1] as number))) > bound;
  });
  return jumps.length / middles.length;
}

/** The share of rows in which two columns differ although their ranks otherwise agree. */
export function unpairedShare(a: SampledColumn, b: SampledColumn): number | null {
  if (a.distinct < 8 || b.distinct < 8) return null;
  for (const turned of [false, true]) {
    let rows = 0;
    let apart = 0;
    let near = 0;
    for (let row = 0; row < a.ranks.length; row++) {
      const x = a.ranks[row] as number;
      const y = turned ? 1 - (b.ranks[row] as number) : (b.ranks[row] as number);
      if (!(x >= 0) || !(y >= 0)) continue;
      rows++;
      const distance = Math.abs(x - y);
      if (distance > rankDistanceMax) apart++;
      else if (distance < rankDistanceMax / 2.5) near++;
    }
    if (rows < RELATED_ROWS_MIN) return null;
    if (near >= rows * 0.8 && apart <= rows * 0.15) return apart / rows;
  }
  return null;
}

const strongFrom = 0.8;
const strongFull = 0.9;

/**
 * The share of rows that differ from their group's usual value, as far as groups predict the
 * values.
 */
export function differingShare(target: SampledColumn, by: SampledColumn): number | null {
  const { gain, differing } = predictionGain(target, by);
  const sure = ramp(gain, strongFrom, strongFull);
  return sure < sureMin ? null : sure * differing;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = new Float64Array(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
