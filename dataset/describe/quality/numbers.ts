/**
 * Finds numbers that do not fit the rest of their column: other scales, zeros for missing data.
 * Pure.
 */
import { isLatitudeName, isLongitudeName } from "../coordinates.ts";
import { percentile } from "./order.ts";
import type { SampledColumn } from "./sampled-column.ts";

const judgedMin = 20;
/** Above this share, values are normal for the column rather than exceptions. */
const exceptionMax = 0.15;
/** Numbers larger or smaller by this factor may have another scale. */
const scaleMin = 1.8;
const shareOf = { zeroGap: 0.15 };
/** Another scale begins this far from the majority, in spreads of its logarithms. */
const apartMin = 0.4;

/** The share of a column's numbers that are implausible compared with the others. */
export function implausibleShare({ name, numbers }: SampledColumn): number {
  if (!numbers) return 0;
  const values = numbers.filter(Number.isFinite).sort();
  if (values.length < judgedMin) return 0;
  const limit = isLatitudeName(name) ? 90 : isLongitudeName(name) ? 360 : null;
  if (limit !== null) {
    const beyond = countIf(values, (value) => Math.abs(value) > limit) / values.length;
    return Math.min(1, beyond + lowScaleShare(values));
  }
  return Math.max(otherScaleShare(values), otherPrecisionShare(values));
}

/** The share of numbers with another order of magnitude, or of zeros for missing data. */
function otherScaleShare(values: Float64Array): number {
  const nonZero = values.filter((value) => value !== 0);
  const zeros = values.length - nonZero.length;
  const positive = countIf(nonZero, (value) => value > 0);
  const hasOneSign = Math.max(positive, nonZero.length - positive) >= nonZero.length * 0.98;
  if (nonZero.length < judgedMin / 2) return 0;
  if (!hasOneSign) return strayingShare(values);
  const sizes = nonZero.map(Math.abs).sort();
  const apart = otherScales(sizes) / values.length;
  const isMeasure = distinctOf(sizes) >= measureDistinctMin;
  const standIns =
    isMeasure && isZeroApart(sizes) && zeros <= values.length * exceptionMax ? zeros : 0;
  return apart + standIns / values.length;
}

/** Zero is a usual value of a code or a rank. */
const measureDistinctMin = 8;

function distinctOf(sorted: Float64Array): number {
  return sorted.reduce((many, value, i) => many + (i > 0 && sorted[i - 1] === value ? 0 : 1), 0);
}

function countIf(values: Float64Array, holds: (value: number) => boolean): number {
  let count = 0;
  for (const value of values) if (holds(value)) count++;
  return count;
}

/** Whether there is a gap between 0 and the other values, although these lie close together. */
function isZeroApart(sizes: Float64Array): boolean {
  const low = at(sizes, 0.02);
  const high = at(sizes, 0.98);
  return low >= shareOf.zeroGap * (high - low) && low > 3 * usualStep(sizes);
}

function at(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The usual distance between adjacent distinct values. */
function usualStep(sorted: Float64Array): number {
  const steps: number[] = [];
  for (let i = 1; i < sorted.length; i++) {
    const step = (sorted[i] as number) - (sorted[i - 1] as number);
    if (step > 0) steps.push(step);
  }
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}

/** How many sizes lie beyond a valley that separates them from the majority. */
function otherScales(sizes: Float64Array, lowAlone = false): number {
  const bins = logBins(sizes);
  if (!bins) return 0;
  const { low, high } = valleysOf(bins.counts, bins.width);
  let below = 0;
  let above = 0;
  for (const [bin, count] of bins.counts.entries()) {
    if (bin < low) below += count;
    if (bin > high) above += count;
  }
  const lowEdge = bins.start + low * bins.width;
  if (below > 0 && !isLowScale(sizes, lowEdge)) below = 0;
  const logs = sizes.map((size) => Math.log10(size));
  const main = logs.subarray(below, logs.length - above);
  const spread = at(main, 0.9) - at(main, 0.1);
  const isApart = (gap: number): boolean => gap >= spread * apartMin;
  if (below > 0 && !isApart((main[0] ?? 0) - (logs[below - 1] ?? 0))) below = 0;
  if (above > 0 && !isApart((logs[logs.length - above] ?? 0) - (main.at(-1) ?? 0))) above = 0;
  const most = sizes.length * exceptionMax;
  const counted = below <= most ? below : 0;
  return lowAlone || above > most ? counted : counted + above;
}

/** Counts naturally leave gaps between 1, 2 and 3, which do not mean another scale. */
function isLowScale(sizes: Float64Array, lowEdge: number): boolean {
  const bound = 10 ** lowEdge;
  const upper = sizes.filter((size) => size >= bound);
  const lower = sizes.filter((size) => size < bound);
  const gap = (upper[0] ?? 0) - (lower.at(-1) ?? 0);
  if (gap > 4 * usualStep(upper)) return true;
  const isWhole = countIf(upper, Number.isInteger) >= upper.length * 0.98;
  return isWhole && countIf(lower, Number.isInteger) < lower.length / 2;
}

type LogBins = { start: number; width: number; counts: number[] };

const binsMax = 400;

/** A histogram of orders of magnitude; the density of the values determines the bin width. */
function logBins(sizes: Float64Array): LogBins | null {
  const logs = sizes.map((size) => Math.log10(size)).filter(Number.isFinite);
  if (logs.length < judgedMin / 2) return null;
  const start = logs[0] as number;
  const range = (logs.at(-1) as number) - start;
  if (range < Math.log10(scaleMin)) return null;
  const width = Math.max(0.08, densestHalf(logs) / 4, range / binsMax);
  const counts = new Array<number>(Math.floor(range / width) + 1).fill(0);
  for (const log of logs) {
    const bin = Math.floor((log - start) / width);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { start, width, counts };
}

/** The shortest range with half of the sorted values. */
function densestHalf(sorted: Float64Array): number {
  const half = Math.floor(sorted.length / 2);
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i + half < sorted.length; i++) {
    shortest = Math.min(shortest, (sorted[i + half] as number) - (sorted[i] as number));
  }
  return shortest;
}

/** The first and last bin of the majority: beyond them is a valley with a hill behind it. */
function valleysOf(counts: readonly number[], width: number): { low: number; high: number } {
  const peak = counts.indexOf(Math.max(...counts));
  return {
    high: edgeOf(counts, peak, 1, width),
    low: edgeOf(counts, peak, -1, width),
  };
}

/** Walks from the peak to one side until almost nothing is left and a hill rises behind it. */
function edgeOf(counts: readonly number[], peak: number, step: 1 | -1, width: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const wide = Math.max(2, Math.ceil(Math.log10(scaleMin) / width));
  const end = step === 1 ? counts.length : -1;
  for (let bin = peak + step; bin !== end; bin += step) {
    let valley = 0;
    for (let i = 0; i < wide; i++) valley += counts[bin + i * step] ?? 0;
    let beyond = 0;
    for (let i = bin + wide * step; i !== end && counts[i] !== undefined; i += step) {
      beyond += counts[i] as number;
    }
    if (beyond < Math.max(2, total * 0.002)) break;
    if (valley <= Math.min(total * 0.004, beyond * 0.1)) return bin - step;
  }
  return step === 1 ? counts.length : -1;
}

/** For degrees, only small numbers: the limit of the type finds the large ones. */
function lowScaleShare(values: Float64Array): number {
  const sizes = values
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort();
  return sizes.length < judgedMin / 2 ? 0 : otherScales(sizes, true) / values.length;
}

/** Numbers with this many decimals are computed, so their decimals differ by chance. */
const decimalsMax = 8;

/**
 * The share of numbers with many more decimals than the majority, as a unit conversion leaves them.
 */
function otherPrecisionShare(values: Float64Array): number {
  const decimals = Array.from(values, decimalsOf);
  const usual = percentile(decimals, 0.6);
  if (usual >= decimalsMax) return 0;
  const bound = usual === 0 ? 3 : usual + 2;
  const beyond = decimals.filter((count) => count >= bound).length / values.length;
  return beyond <= exceptionMax ? beyond : 0;
}

/** Without the noise of binary fractions beyond 15 digits. */
function decimalsOf(value: number): number {
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes("e")) return text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
  const [digits = "", exponent = "0"] = text.split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

const strayFactor = 12;

/**
 * For numbers of both signs: the share that lies many times farther from the middle than the
 * majority.
 */
function strayingShare(values: Float64Array): number {
  const middle = at(values, 0.5);
  const distances = values.map((value) => Math.abs(value - middle)).sort();
  const usual = at(distances, 0.5);
  if (usual === 0) return 0;
  const apart = distances.filter((distance) => distance > 0);
  const beyond = otherScales(apart.filter((distance) => distance >= usual / 4));
  const far = countIf(distances, (distance) => distance > usual * strayFactor);
  const stray = Math.max(beyond, far) / values.length;
  return stray <= exceptionMax ? stray : 0;
}
