/** Told before the first key is dropped: how many of the hashes just added were counted so far. */
export type OverflowListener = (hashesTaken: number) => void;

/** What the keys of `HashSketch` take of a 64-bit hash, given as two words: its upper 53 bits. */
export function keyOf(low: number, high: number): number {
  return high * 2_097_152 + (low >>> 11) + 1;
}

/** The words of hashes, lower one first. */
export function wordsOf(hashes: BigUint64Array): Uint32Array {
  return new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);
}

/**
 * Distinct values of a stream in bounded memory, by their 64-bit hashes. All hashes are kept until
 * there are `keysMax` of them; then only those below a threshold, which halves as needed. As hashes
 * are uniform, the kept ones are a uniform sample of the distinct values, repeats included.
 */
export class HashSketch {
  private readonly keysMax: number;
  private readonly onOverflow: OverflowListener | null;
  private keys: Float64Array;
  private counts: Uint32Array;
  private mask: number;
  private used = 0;
  private threshold = 2 ** 32;

  constructor(keysMax: number, onOverflow: OverflowListener | null = null) {
    this.keysMax = keysMax;
    this.onOverflow = onOverflow;
    this.keys = new Float64Array(256);
    this.counts = new Uint32Array(256);
    this.mask = 255;
  }

  /**
   * Adds hashes. The top 32 bits are compared to the threshold, 53 bits tell values apart. With
   * `firsts`, the positions of hashes that were not known before are appended to it.
   */
  add(hashes: BigUint64Array, firsts: number[] | null = null): void {
    const words = wordsOf(hashes);
    for (let i = 0; i < words.length; i += 2) {
      const high = words[i + 1] as number;
      if (high >= this.threshold) continue;
      if (!this.count(keyOf(words[i] as number, high), 1)) continue;
      firsts?.push(i >> 1);
      if (this.used > this.keysMax) {
        if (this.exact) this.onOverflow?.((i >> 1) + 1);
        this.halve();
      }
    }
  }

  /** Whether every distinct value was kept. */
  get exact(): boolean {
    return this.threshold === 2 ** 32;
  }

  /** Number of distinct values, exact or estimated. */
  get distinct(): number {
    return Math.round(this.used / this.share);
  }

  /** Relative error of `distinct` at 95 % confidence; 0 when exact. */
  get error(): number {
    if (this.exact || this.used === 0) return 0;
    return Math.min(1, 1.96 * Math.sqrt((1 - this.share) / this.used));
  }

  /** Number of values that repeat an earlier one, exact or estimated. */
  get repeats(): number {
    let repeats = 0;
    for (const [, count] of this.entries()) repeats += count - 1;
    return Math.round(repeats / this.share);
  }

  /** The kept keys with how often each occurred, in no order. */
  *entries(): Generator<[key: number, count: number]> {
    for (let slot = 0; slot < this.keys.length; slot++) {
      const key = this.keys[slot] as number;
      if (key !== 0) yield [key, this.counts[slot] as number];
    }
  }

  /** The `many` most frequent keys, equally frequent ones by their key. */
  mostFrequent(many: number): [key: number, count: number][] {
    const top: [key: number, count: number][] = [];
    let least = 0;
    for (let slot = 0; slot < this.keys.length; slot++) {
      const count = this.counts[slot] as number;
      if (count < least || count === 0) continue;
      top.push([this.keys[slot] as number, count]);
      if (top.length < many * 8) continue;
      least = cutToMostFrequent(top, many);
    }
    cutToMostFrequent(top, many);
    return top;
  }

  private get share(): number {
    return this.threshold / 2 ** 32;
  }

  /** Counts a key; true when it was not known. */
  private count(key: number, by: number): boolean {
    let slot = (key ^ (key / 4_194_304)) & this.mask;
    for (;;) {
      const held = this.keys[slot];
      if (held === key) {
        this.counts[slot] = (this.counts[slot] as number) + by;
        return false;
      }
      if (held === 0) break;
      slot = (slot + 1) & this.mask;
    }
    this.keys[slot] = key;
    this.counts[slot] = by;
    this.used++;
    if (this.used * 2 > this.keys.length && this.used <= this.keysMax) {
      this.rebuild(this.keys.length * 2);
    }
    return true;
  }

  private halve(): void {
    while (this.used > this.keysMax / 2) {
      this.threshold /= 2;
      this.rebuild(this.keys.length);
    }
  }

  private rebuild(slots: number): void {
    const { keys, counts } = this;
    const keyEnd = this.threshold * 2_097_152 + 1;
    this.keys = new Float64Array(slots);
    this.counts = new Uint32Array(slots);
    this.mask = slots - 1;
    this.used = 0;
    for (let slot = 0; slot < keys.length; slot++) {
      const key = keys[slot] as number;
      if (key !== 0 && key < keyEnd) this.count(key, counts[slot] as number);
    }
  }
}

/** Leaves the `many` most frequent entries, in order; returns the count of the last one. */
export function cutToMostFrequent(entries: [key: number, count: number][], many: number): number {
  entries.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  if (entries.length > many) entries.length = many;
  return entries.length < many ? 0 : (entries.at(-1)?.[1] ?? 0);
}
