/** Mean and deviation of floats in integer arithmetic, without rounding before the end. */
import { expect } from "bun:test";

const stdTolerance = 1e-11;
/** Each step of a merge rounds a subnormal deviation to a multiple of the least float. */
const subnormalTolerance = 5e-324 * 2000;
/** Beyond it, only rounding decides whether a deviation is a finite float. */
const stdMax = 1.797e308;

/** A float in units of 2^-1074, by its bits. */
function unitsOf(value: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0] as bigint;
  const exponent = (bits >> 52n) & 2047n;
  const fraction = bits & (2n ** 52n - 1n);
  const units = exponent === 0n ? fraction : (fraction | (2n ** 52n)) << (exponent - 1n);
  return value < 0 ? -units : units;
}

export function sumUnits(values: readonly number[]): bigint {
  return values.reduce((sum, value) => sum + unitsOf(value), 0n);
}

/** Fails unless the result is the float nearest to the mean of the values. */
export function expectNearestMean(mean: number | null, values: readonly number[]): void {
  const sum = sumUnits(values);
  const count = BigInt(values.length);
  const distance = (value: number): bigint => {
    const difference = unitsOf(value) * count - sum;
    return difference < 0n ? -difference : difference;
  };
  expect(typeof mean).toBe("number");
  for (const step of [-1n, 1n]) {
    const bits = new BigInt64Array(Float64Array.of(mean ?? 0).buffer);
    bits[0] = (bits[0] as bigint) + step;
    const neighbour = new Float64Array(bits.buffer)[0] as number;
    if (!Number.isFinite(neighbour)) continue;
    expect(distance(mean ?? 0) <= distance(neighbour)).toBe(true);
  }
}

/** Fails unless a sample deviation of two or more values is exact to eleven digits. */
export function expectStd(std: number | null, values: readonly number[]): void {
  const exact = exactStd(values);
  if (exact > stdMax) return;
  const tolerance = exact * stdTolerance + subnormalTolerance;
  expect(Math.abs((std ?? Number.NaN) - exact)).toBeLessThanOrEqual(tolerance);
}

function exactStd(values: readonly number[]): number {
  const count = BigInt(values.length);
  const sum = sumUnits(values);
  const squares = values.reduce((all, value) => all + (unitsOf(value) * count - sum) ** 2n, 0n);
  // The root of squares / (count² · (count - 1)), with 64 bits after the point.
  const root = rootOf((squares << 128n) / (count * count * (count - 1n)));
  const excess = Math.max(0, root.toString(2).length - 128);
  return Number(root >> BigInt(excess)) * 2 ** -64 * 2 ** (excess - 1074);
}

function rootOf(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
