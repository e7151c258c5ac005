/** Seeded randomness: the same rows give the same profile on every machine and runtime. */

export type Random = () => number;

/** A 128-bit generator (sfc32) with values in [0, 1), seeded by the first half of a hex SHA-256. */
export function seededRandom(sha256Hex: string, stream = 0): Random {
  const word = (at: number): number =>
    Number.parseInt(sha256Hex.slice(at * 8, at * 8 + 8) || "9e3779b9", 16) | 0;
  let a = word(0) ^ stream;
  let b = word(1);
  let c = word(2);
  let d = word(3) | 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 16; i++) next();
  return next;
}

/**
 * The generator for choosing rows and values of a table; `stream` separates its uses. The seed does
 * not depend on the file, so that repacking or reformatting the same rows changes no choice.
 */
export function tableRandom(stream: number): Random {
  return seededRandom("", stream);
}

/**
 * Uniform sampling without replacement from a stream of unknown length (Li's algorithm L). It
 * computes which positions of a chunk go to which slot, so skipped rows cost nothing.
 */
export class Reservoir {
  readonly capacity: number;
  readonly #random: Random;
  #seen = 0;
  #weight = 1;
  #nextPosition = 0;

  constructor(capacity: number, random: Random) {
    this.capacity = capacity;
    this.#random = random;
  }

  get total(): number {
    return this.#seen;
  }

  get size(): number {
    return Math.min(this.#seen, this.capacity);
  }

  /**
   * Offers the next `count` positions and calls `take(slot, offset)` for each chosen one. A later
   * call for the same slot replaces the earlier one.
   */
  offer(count: number, take: (slot: number, offset: number) => void): void {
    const end = this.#seen + count;
    const fillEnd = Math.min(end, this.capacity);
    for (let at = this.#seen; at < fillEnd; at++) take(at, at - this.#seen);
    if (this.#seen < this.capacity && end >= this.capacity) {
      this.#nextPosition = this.capacity - 1;
      this.#skip();
    }
    if (end >= this.capacity) {
      while (this.#nextPosition < end) {
        take(Math.floor(this.#random() * this.capacity), this.#nextPosition - this.#seen);
        this.#skip();
      }
    }
    this.#seen = end;
  }

  #skip(): void {
    const uniform = (): number => this.#random() || Number.MIN_VALUE;
    this.#weight *= Math.exp(Math.log(uniform()) / this.capacity);
    this.#nextPosition += Math.floor(Math.log(uniform()) / Math.log1p(-this.#weight)) + 1;
  }
}

/** Shuffles in place (Fisher-Yates). */
export function shuffle<T>(items: T[], random: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const a = items[i] as T;
    items[i] = items[j] as T;
    items[j] = a;
  }
  return items;
}
