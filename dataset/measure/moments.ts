/** Count, mean and spread of a stream of numbers. */

export type Moments = { count: number; mean: number; std: number | null };

/** Count, mean and spread of numbers, merged chunk by chunk (Chan, Golub and LeVeque). */
export class RunningMoments {
  #count = 0;
  #mean = 0;
  #squares = 0;

  add(chunk: Moments): void {
    if (chunk.count === 0) return;
    const total = this.#count + chunk.count;
    const delta = chunk.mean - this.#mean;
    const chunkSquares = (chunk.std ?? 0) ** 2 * (chunk.count - 1);
    this.#squares += chunkSquares + delta * delta * ((this.#count * chunk.count) / total);
    this.#mean += delta * (chunk.count / total);
    this.#count = total;
  }

  /** Mean and sample standard deviation; null where there are too few values or no finite result. */
  result(): { mean: number | null; std: number | null } {
    if (this.#count === 0) return { mean: null, std: null };
    const std = this.#count > 1 ? Math.sqrt(this.#squares / (this.#count - 1)) : null;
    return { mean: finiteOrNull(this.#mean), std: std === null ? null : finiteOrNull(std) };
  }
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
