/** The numbers of a column that are kept, as a uniform sample where they are too many. */
import { type Random, Reservoir } from "../base/random.ts";

/** Values kept per numeric column for quantiles and histogram; below it both are exact. */
export const NUMERIC_SAMPLE_MAX = 65_536;

/** A uniform sample of a stream of numbers, all of it while it is small. */
export class NumberSample {
  readonly #reservoir: Reservoir;
  #values: Float64Array;

  constructor(valuesMax: number, random: Random) {
    this.#reservoir = new Reservoir(valuesMax, random);
    this.#values = new Float64Array(Math.min(valuesMax, 1024));
  }

  add(values: Float64Array): void {
    this.#makeRoom(Math.min(this.#reservoir.capacity, this.#reservoir.total + values.length));
    this.#reservoir.offer(values.length, (slot, offset) => {
      this.#values[slot] = values[offset] as number;
    });
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#values.length) return;
    const room = Math.min(this.#reservoir.capacity, Math.max(needed, this.#values.length * 2));
    const larger = new Float64Array(room);
    larger.set(this.#values);
    this.#values = larger;
  }

  /** The sample in order, and how many values it stands for. */
  sorted(): { values: Float64Array; total: number } {
    return {
      values: this.#values.slice(0, this.#reservoir.size).sort(),
      total: this.#reservoir.total,
    };
  }
}
