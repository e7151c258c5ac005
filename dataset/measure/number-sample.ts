import { type Random, Reservoir } from "../base/random.ts";

/** Values kept per numeric column for quantiles and histogram; up to this number both are exact. */
export const NUMERIC_SAMPLE_MAX = 65_536;

/**
 * Chooses which numbers of a column are kept, by their position among its values. All columns of a
 * table share the choice, which costs two logarithms per chosen number.
 */
export class SampleChoices {
  readonly valuesMax: number;
  readonly #reservoir: Reservoir;
  /** Chosen positions beyond the first `valuesMax`, in order, and the slot of each. */
  readonly #positions: number[] = [];
  readonly #slots: number[] = [];

  constructor(valuesMax: number, random: Random) {
    this.valuesMax = valuesMax;
    this.#reservoir = new Reservoir(valuesMax, random);
  }

  /** Calls `take` for the choices from number `from` on with a position before `end`, in order. */
  each(from: number, end: number, take: (slot: number, position: number) => void): number {
    this.#chooseUntil(end);
    let at = from;
    for (; at < this.#positions.length; at++) {
      const position = this.#positions[at] as number;
      if (position >= end) break;
      take(this.#slots[at] as number, position);
    }
    return at;
  }

  #chooseUntil(end: number): void {
    const offered = this.#reservoir.total;
    if (end <= offered) return;
    this.#reservoir.offer(end - offered, (slot, offset) => {
      const position = offered + offset;
      if (position < this.valuesMax) return;
      this.#positions.push(position);
      this.#slots.push(slot);
    });
  }
}

/** Small, because a wide table has thousands of samples. */
const roomMin = 64;

/** A uniform sample of a stream of numbers; all of them while they are few. */
export class NumberSample {
  readonly #choices: SampleChoices;
  #values: Float64Array;
  #total = 0;
  #choicesTaken = 0;
  #isSorted = false;

  constructor(choices: SampleChoices) {
    this.#choices = choices;
    this.#values = new Float64Array(Math.min(choices.valuesMax, roomMin));
  }

  add(values: Float64Array): void {
    if (this.#isSorted) throw new Error("The sample was put into order already.");
    const { valuesMax } = this.#choices;
    const before = this.#total;
    const end = before + values.length;
    this.#makeRoom(Math.min(valuesMax, end));
    if (before < valuesMax) this.#values.set(values.subarray(0, valuesMax - before), before);
    this.#total = end;
    if (end <= valuesMax) return;
    const kept = this.#values;
    this.#choicesTaken = this.#choices.each(this.#choicesTaken, end, (slot, position) => {
      kept[slot] = values[position - before] as number;
    });
  }

  #makeRoom(needed: number): void {
    if (needed <= this.#values.length) return;
    const room = Math.min(this.#choices.valuesMax, Math.max(needed, this.#values.length * 2));
    const larger = new Float64Array(room);
    larger.set(this.#values);
    this.#values = larger;
  }

  /**
   * The sorted sample, and the number of values it represents. Call it after all values were added.
   */
  sorted(): { values: Float64Array; total: number } {
    const size = Math.min(this.#total, this.#choices.valuesMax);
    const values = this.#values.subarray(0, size);
    if (!this.#isSorted) values.sort();
    this.#isSorted = true;
    return { values, total: this.#total };
  }
}
