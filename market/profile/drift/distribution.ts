/** Distances between two distributions, computed from a profile's histograms and counts. Pure. */
import type { ColumnProfile } from "../schemas.ts";

type Knot = { at: number; share: number };

/** Known points of a numeric column's cumulative distribution: bin edges and quantiles. */
export function cumulativeOf({ histogram, quantiles, min, max }: ColumnProfile): Knot[] {
  if (histogram === null || histogram === undefined) return [];
  const total = histogram.counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const knots: Knot[] = [];
  let below = 0;
  for (const [bin, edge] of histogram.bin_edges.entries()) {
    knots.push({ at: edge, share: below / total });
    below += histogram.counts[bin] ?? 0;
  }
  const { p5, p25, p50, p75, p95 } = quantiles ?? {};
  const known: [number | undefined, number][] = [
    [p5, 0.05],
    [p25, 0.25],
    [p50, 0.5],
    [p75, 0.75],
    [p95, 0.95],
  ];
  for (const [at, share] of known) if (at !== undefined) knots.push({ at, share });
  if (typeof min === "number") knots.push({ at: min, share: 0 });
  if (typeof max === "number") knots.push({ at: max, share: 1 });
  return rising(knots.filter(({ at }) => Number.isFinite(at)));
}

/** Sorted by value, with shares that never fall, because quantiles interpolate some of them. */
function rising(knots: Knot[]): Knot[] {
  const sorted = knots.sort((a, b) => a.at - b.at || a.share - b.share);
  let share = 0;
  return sorted.map((knot) => {
    share = Math.max(share, knot.share);
    return { at: knot.at, share };
  });
}

/**
 * The largest difference of two cumulative distributions: interpolated between their knots, and the
 * smallest that is possible whatever lies between them.
 */
export function ksDistance(
  one: readonly Knot[],
  other: readonly Knot[],
): { value: number; atLeast: number } | null {
  if (one.length === 0 || other.length === 0) return null;
  let value = 0;
  let atLeast = 0;
  for (const [knots, against] of [
    [one, other],
    [other, one],
  ] as const) {
    let at = 0;
    for (const knot of knots) {
      while (at < against.length && (against[at] as Knot).at < knot.at) at += 1;
      const { low, high, likely } = shareAt(against, at, knot.at);
      value = Math.max(value, knot.share - likely.high, likely.low - knot.share);
      atLeast = Math.max(atLeast, knot.share - high, low - knot.share);
    }
  }
  return { value: Math.min(1, value), atLeast: Math.min(1, Math.max(0, atLeast)) };
}

type Range = { low: number; high: number };

/**
 * The share at a value, where `next` is the first knot not below it: the possible range, and the likely
 * share if values are spread evenly between knots. Several knots at one value allow any of their shares.
 */
function shareAt(knots: readonly Knot[], next: number, at: number): Range & { likely: Range } {
  const exactly = (low: number, high = low) => ({ low, high, likely: { low, high } });
  const after = knots[next];
  const before = knots[next - 1];
  if (after === undefined) return exactly(1);
  if (after.at === at) {
    let last = next;
    while (knots[last + 1]?.at === at) last += 1;
    return exactly(after.share, (knots[last] as Knot).share);
  }
  if (before === undefined) return exactly(0);
  const part = (at - before.at) / (after.at - before.at);
  const even = before.share + part * (after.share - before.share);
  return { low: before.share, high: after.share, likely: { low: even, high: even } };
}

type Value = string | number | boolean;
export type Shares = { shares: Map<Value, number>; rest: number };

/** Frequent values must cover this much of a column, so that the rest cannot change the result. */
const coveredShareMin = 0.8;

/** The shares of a column's frequent values if they make up most of it; otherwise null. */
export function sharesOf(column: ColumnProfile, rows: number): Shares | null {
  const { top_values: top, null_count: nulls } = column;
  const values = rows - nulls;
  if (top === null || top.length === 0 || values <= 0) return null;
  const shares = new Map(top.map(({ value, count }) => [value, count / values]));
  const covered = top.reduce((sum, { count }) => sum + count, 0) / values;
  if (covered < coveredShareMin) return null;
  return { shares, rest: Math.max(0, 1 - covered) };
}

/**
 * The Jensen-Shannon distance (base 2) of two categorical columns, from 0 to 1. A value that one of them
 * does not list may be part of its rest, as far as that makes the two more alike.
 */
export function jsDistance(one: Shares, other: Shares): { value: number; categories: number } {
  const values = [...new Set([...one.shares.keys(), ...other.shares.keys()])];
  const ones = completed(one, values, other);
  const others = completed(other, values, one);
  let divergence = term(ones.rest, others.rest);
  for (const value of values) {
    divergence += term(ones.shares.get(value) ?? 0, others.shares.get(value) ?? 0);
  }
  return { value: Math.min(1, Math.sqrt(Math.max(0, divergence))), categories: values.length + 1 };
}

function completed(known: Shares, values: readonly Value[], against: Shares): Shares {
  const shares = new Map(known.shares);
  const least = Math.min(...known.shares.values());
  let { rest } = known;
  for (const value of values) {
    if (shares.has(value)) continue;
    const share = Math.min(against.shares.get(value) ?? 0, least, rest);
    shares.set(value, share);
    rest -= share;
  }
  return { shares, rest };
}

function term(one: number, other: number): number {
  const middle = (one + other) / 2;
  const half = (share: number): number =>
    share <= 0 ? 0 : (share / 2) * Math.log2(share / middle);
  return half(one) + half(other);
}

const namedMax = 5;
/** A rest below this share of a column's values is rounding error. */
const restMin = 1e-9;

/** The frequent values of one column that the other one certainly lacks, most frequent first. */
export function valuesBeyond(one: Shares, other: Shares): Value[] {
  if (other.rest > restMin) return [];
  const lacking = [...one.shares].filter(([value]) => !other.shares.has(value));
  return lacking.slice(0, namedMax).map(([value]) => value);
}
