/** Measures how columns depend on each other and on the row order. Pure. */
import type { SampledColumn } from "./sampled-column.ts";

/** Fewer rows than this show no relation. */
export const RELATED_ROWS_MIN = 20;

/**
 * How much of a column the groups of another one explain, 0 to 1: the correlation ratio of the
 * ranks, less the share that chance explains.
 */
export function explainedBy(target: SampledColumn, by: SampledColumn): number {
  const { groups } = by;
  if (!groups) return 0;
  const sums = new Float64Array(groups.many);
  const counts = new Float64Array(groups.many);
  let rows = 0;
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < target.ranks.length; row++) {
    const rank = target.ranks[row] as number;
    const group = groups.of[row] as number;
    if (!(rank >= 0) || group < 0) continue;
    sums[group] = (sums[group] as number) + rank;
    counts[group] = (counts[group] as number) + 1;
    rows++;
    sum += rank;
    squares += rank * rank;
  }
  const total = squares - (sum * sum) / rows;
  if (rows < RELATED_ROWS_MIN || total <= 1e-9) return 0;
  let between = -(sum * sum) / rows;
  let used = 0;
  for (let group = 0; group < groups.many; group++) {
    const many = counts[group] as number;
    if (many === 0) continue;
    used++;
    between += (sums[group] as number) ** 2 / many;
  }
  return aboveChance(between / total, used - 1, rows);
}

/** The root of an explained share, less what `degrees` free parameters explain of random rows. */
function aboveChance(share: number, degrees: number, rows: number): number {
  if (degrees < 1 || rows <= degrees + 1) return 0;
  const byChance = (degrees + 3 * Math.sqrt(2 * degrees)) / (rows - 1);
  return byChance >= 1 ? 0 : Math.sqrt(Math.max(0, (share - byChance) / (1 - byChance)));
}

/**
 * How much better each group's most frequent value predicts a column's value than the overall most
 * frequent value does, 0 to 1; and the share of rows that differ from their group's value.
 */
export function predictionGain(
  target: SampledColumn,
  by: SampledColumn,
): { gain: number; differing: number } {
  const wide = target.counts.length;
  const pairs = new Int32Array(by.counts.length * wide);
  const totals = new Int32Array(by.counts.length);
  const most = new Int32Array(by.counts.length);
  for (let row = 0; row < target.codes.length; row++) {
    const value = target.codes[row] as number;
    const group = by.codes[row] as number;
    if (value < 0 || group < 0) continue;
    const many = (pairs[group * wide + value] as number) + 1;
    pairs[group * wide + value] = many;
    totals[group] = (totals[group] as number) + 1;
    if (many > (most[group] as number)) most[group] = many;
  }
  let rows = 0;
  let told = 0;
  for (const [group, many] of totals.entries()) {
    // In a group of two rows, one always agrees with itself.
    if (many < 3) continue;
    rows += many;
    told += most[group] as number;
  }
  if (rows < Math.max(RELATED_ROWS_MIN, target.count / 2)) return { gain: 0, differing: 0 };
  const usual = target.counts.reduce((a, b) => Math.max(a, b), 0) / target.count;
  const share = told / rows;
  return {
    gain: usual >= 1 ? 0 : Math.max(0, (share - usual) / (1 - usual)),
    differing: 1 - share,
  };
}

/** How similar a value is to the previous row's, 0 to 1, beyond chance. */
export function serialStrength(column: SampledColumn, follows: Uint8Array): number {
  const { ranks } = column;
  let pairs = 0;
  const sums = { a: 0, b: 0, aa: 0, bb: 0, ab: 0 };
  for (let row = 1; row < ranks.length; row++) {
    const a = ranks[row - 1] as number;
    const b = ranks[row] as number;
    if (follows[row] !== 1 || !(a >= 0) || !(b >= 0)) continue;
    pairs++;
    sums.a += a;
    sums.b += b;
    sums.aa += a * a;
    sums.bb += b * b;
    sums.ab += a * b;
  }
  if (pairs < RELATED_ROWS_MIN) return 0;
  const covariance = sums.ab - (sums.a * sums.b) / pairs;
  const spread = (sums.aa - sums.a ** 2 / pairs) * (sums.bb - sums.b ** 2 / pairs);
  if (spread <= 1e-12) return 0;
  return aboveChance(covariance ** 2 / spread, 1, pairs);
}
