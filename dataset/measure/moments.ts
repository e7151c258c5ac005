/** Count, mean and spread of a stream of numbers, without overflow or underflow. */
import { meanOf } from "./exact-sum.ts";

/** The exact sum (see `exact-sum.ts`) and the population standard deviation of some numbers. */
export type Moments = { count: number; sum: bigint; deviation: number };

/**
 * Merges the moments of chunks. The mean is the float nearest to the true one. Deviations are
 * merged as Chan, Golub and LeVeque do, but as roots, because squares overflow beyond 1e154.
 */
export class RunningMoments {
  #count = 0;
  #sum = 0n;
  #deviation = 0;

  add(chunk: Moments): void {
    if (chunk.count === 0) return;
    const total = this.#count + chunk.count;
    const before = Math.sqrt(this.#count / total);
    const added = Math.sqrt(chunk.count / total);
    this.#deviation =
      this.#count === 0
        ? chunk.deviation
        : Math.hypot(
            this.#deviation * before,
            chunk.deviation * added,
            weightedDistance(this.#sum, this.#count, chunk, before * added),
          );
    this.#sum += chunk.sum;
    this.#count = total;
  }

  /**
   * Mean and sample standard deviation; null if there are too few values. The deviation is also
   * null if it overflows, which needs numbers almost as far apart as floats can be.
   */
  result(): { mean: number | null; std: number | null } {
    if (this.#count === 0) return { mean: null, std: null };
    const mean = meanOf(this.#sum, this.#count);
    if (this.#count === 1) return { mean, std: null };
    const std = this.#deviation * Math.sqrt(this.#count / (this.#count - 1));
    return { mean, std: Number.isFinite(std) ? std : null };
  }
}

/** The distance of two means times a weight of at most 0.5; the distance itself may overflow. */
function weightedDistance(sum: bigint, count: number, other: Moments, weight: number): number {
  const [one, two] = [BigInt(count), BigInt(other.count)];
  const difference = other.sum * one - sum * two;
  const distance = meanOf(difference, one * two);
  if (Number.isFinite(distance)) return distance * weight;
  return meanOf(difference, one * two * 2n) * (weight * 2);
}

/** Distances of larger numbers may overflow. */
const plainMax = 1e300;

/**
 * The population deviation of finite numbers in two passes, in units of the largest distance from
 * the mean, for numbers whose squares overflow or underflow.
 */
export function deviationOf(values: Float64Array, mean: number, min: number, max: number): number {
  const part = Math.max(Math.abs(min), Math.abs(max)) > plainMax ? 0.5 : 1;
  const centre = mean * part;
  const reach = Math.max(centre - min * part, max * part - centre);
  if (reach === 0) return 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const distance = ((values[i] as number) * part - centre) / reach;
    sum += distance;
    squares += distance * distance;
  }
  // The mean is rounded, so its remaining error is subtracted.
  const variance = squares / values.length - (sum / values.length) ** 2;
  return (Math.sqrt(Math.max(0, variance)) * reach) / part;
}
