/** Called before the first key is dropped, with the number of just added hashes counted so far. */
export type OverflowListener = (hashesTaken: number) => void;

/** A number for a 64-bit hash, given as two words: its upper 53 bits. */
export function keyOf(low: number, high: number): number {
  return high * 2_097_152 + (low >>> 11) + 1;
}

/** The words of hashes, lower word first. */
export function wordsOf(hashes: BigUint64Array): Uint32Array {
  return new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);
}

/**
 * A slot holds the two words of a hash, its count and one unused word; count 0 marks a free slot.
 */
const slotWords = 4;
const slotsMin = 64;
/** Growing in large steps moves few keys more than once. */
const growth = 8;
/**
 * Small tables get only the slots they need, because unused slots still have to be cleared and
 * scanned.
 */
const slotsOfSmallMax = 65_536;

/**
 * Counts distinct values of a stream in bounded memory, by their 64-bit hashes. It keeps all hashes
 * up to `keysMax`, then only those below a threshold, which is halved as needed. Hashes are
 * uniform, so the kept ones are a uniform sample of the distinct values with their counts.
 */
export class HashSketch {
  readonly #keysMax: number;
  /** Most slots; at most half of them are ever used. */
  readonly #slotsMax: number;
  readonly #onOverflow: OverflowListener | null;
  #slots: Uint32Array;
  /** Number of slots minus one; the number of slots is a power of two. */
  #mask: number;
  /**
   * The upper bits of a hash's lower word choose its slot, so slots keep their order when they are
   * moved.
   */
  #shift: number;
  #used = 0;
  #threshold = 2 ** 32;

  constructor(keysMax: number, onOverflow: OverflowListener | null = null) {
    this.#keysMax = keysMax;
    this.#slotsMax = 2 ** Math.ceil(Math.log2(keysMax * 2));
    this.#onOverflow = onOverflow;
    this.#slots = new Uint32Array(slotsMin * slotWords);
    this.#mask = slotsMin - 1;
    this.#shift = Math.clz32(this.#mask);
  }

  /**
   * Adds hashes. The upper word is compared with the threshold, the lower word chooses the slot.
   * Appends the positions of new hashes to `firsts`.
   */
  add(hashes: BigUint64Array, firsts: number[] | null = null): void {
    const words = wordsOf(hashes);
    for (let i = 0; i < words.length; i += 2) {
      const high = words[i + 1] as number;
      if (high >= this.#threshold) continue;
      if (!this.#count(words[i] as number, high, (words.length - i) >> 1)) continue;
      firsts?.push(i >> 1);
      if (this.#used > this.#keysMax) {
        if (this.exact) this.#onOverflow?.((i >> 1) + 1);
        this.#halve();
      }
    }
  }

  /** Whether this many hashes can be added without dropping any. */
  hasRoomFor(hashes: number): boolean {
    return this.exact && this.#used + hashes <= this.#keysMax;
  }

  /** Like `add`, for distinct hashes with counts; there must be room for all of them. */
  addCounted(hashes: BigUint64Array, counts: Uint32Array, firsts: number[]): void {
    const words = wordsOf(hashes);
    for (let i = 0; i < counts.length; i++) {
      const low = words[i * 2] as number;
      const high = words[i * 2 + 1] as number;
      if (this.#count(low, high, counts.length - i)) firsts.push(i);
      const at = this.#slotOf(low, high) + 2;
      this.#slots[at] = (this.#slots[at] as number) + (counts[i] as number) - 1;
    }
  }

  /** Hashes from this value on are not kept. */
  get hashesBelow(): bigint {
    return BigInt(this.#threshold) << 32n;
  }

  /** Hashes with a smaller upper word are kept. */
  get threshold(): number {
    return this.#threshold;
  }

  /** Whether every distinct value was kept. */
  get exact(): boolean {
    return this.#threshold === 2 ** 32;
  }

  /** Number of distinct values, exact or estimated. */
  get distinct(): number {
    return Math.round(this.#used / this.#share);
  }

  /** Relative error of `distinct` at 95 % confidence; 0 if exact. */
  get error(): number {
    if (this.exact || this.#used === 0) return 0;
    return Math.min(1, 1.96 * Math.sqrt((1 - this.#share) / this.#used));
  }

  /** Number of values that repeat an earlier one, exact or estimated. */
  get repeats(): number {
    let repeats = 0;
    for (let at = 2; at < this.#slots.length; at += slotWords) {
      repeats += Math.max(0, (this.#slots[at] as number) - 1);
    }
    return Math.round(repeats / this.#share);
  }

  /** If no kept value repeats: the most repeats possible among the others, at 95 % confidence. */
  get repeatsUnseenMax(): number {
    return this.exact ? 0 : Math.ceil(Math.log(0.05) / Math.log1p(-this.#share));
  }

  /** Visits the kept keys and their counts, in no order. */
  each(visit: (key: number, count: number) => void): void {
    const slots = this.#slots;
    for (let at = 0; at < slots.length; at += slotWords) {
      const count = slots[at + 2] as number;
      if (count > 0) visit(keyOf(slots[at] as number, slots[at + 1] as number), count);
    }
  }

  /** The kept keys with their counts. Expensive: one small array per key, up to a million. */
  entries(): [key: number, count: number][] {
    const entries: [key: number, count: number][] = [];
    this.each((key, count) => entries.push([key, count]));
    return entries;
  }

  /** The `many` most frequent keys; equally frequent ones are ordered by key. */
  mostFrequent(many: number): [key: number, count: number][] {
    const slots = this.#slots;
    const top = new MostFrequent(many);
    for (let at = 0; at < slots.length; at += slotWords) {
      const count = slots[at + 2] as number;
      if (count < top.least) continue;
      top.offer(keyOf(slots[at] as number, slots[at + 1] as number), count);
    }
    return top.entries();
  }

  get #share(): number {
    return this.#threshold / 2 ** 32;
  }

  /**
   * Counts a hash; true if it is new. `left` is the number of hashes still to come, including this
   * one.
   */
  #count(low: number, high: number, left: number): boolean {
    const slots = this.#slots;
    const mask = this.#mask;
    let slot = low >>> this.#shift;
    for (;;) {
      const at = slot * slotWords;
      const count = slots[at + 2] as number;
      if (count === 0) {
        slots[at] = low;
        slots[at + 1] = high;
        slots[at + 2] = 1;
        break;
      }
      if (slots[at] === low && slots[at + 1] === high) {
        slots[at + 2] = count + 1;
        return false;
      }
      slot = (slot + 1) & mask;
    }
    this.#used++;
    if (this.#used * 2 > mask + 1 && this.#used <= this.#keysMax) this.#grow(this.#used + left);
    return true;
  }

  /** The slot of a known hash. */
  #slotOf(low: number, high: number): number {
    const slots = this.#slots;
    let slot = low >>> this.#shift;
    while (slots[slot * slotWords] !== low || slots[slot * slotWords + 1] !== high) {
      slot = (slot + 1) & this.#mask;
    }
    return slot * slotWords;
  }

  /**
   * Moves all keys into a larger table for at most `keys` keys; they are distinct, so none is
   * looked up.
   */
  #grow(keys: number): void {
    const from = this.#slots;
    const doubled = (this.#mask + 1) * 2;
    const needed = 2 ** Math.ceil(Math.log2(keys * 2));
    const wished = needed > slotsOfSmallMax ? this.#slotsMax : needed;
    const largest = Math.max(doubled, Math.min(this.#slotsMax, wished));
    const slotCount = Math.min((doubled / 2) * growth, largest);
    this.#slots = new Uint32Array(slotCount * slotWords);
    this.#mask = slotCount - 1;
    this.#shift = Math.clz32(this.#mask);
    for (let at = 0; at < from.length; at += slotWords) {
      const count = from[at + 2] as number;
      if (count > 0) this.#place(from[at] as number, from[at + 1] as number, count);
    }
  }

  #halve(): void {
    while (this.#used > this.#keysMax / 2) {
      this.#threshold /= 2;
      this.#dropKeys();
    }
  }

  /**
   * Drops the keys at or above the threshold and moves the others closer to their chosen slots.
   * After a free slot, each key finds room at its own place or before it.
   */
  #dropKeys(): void {
    const slots = this.#slots;
    const mask = this.#mask;
    const threshold = this.#threshold;
    let free = 0;
    while (slots[free * slotWords + 2] !== 0) free++;
    for (let i = 1; i <= mask; i++) {
      const at = ((free + i) & mask) * slotWords;
      const count = slots[at + 2] as number;
      if (count === 0) continue;
      slots[at + 2] = 0;
      if ((slots[at + 1] as number) >= threshold) this.#used--;
      else this.#place(slots[at] as number, slots[at + 1] as number, count);
    }
  }

  #place(low: number, high: number, count: number): void {
    const slots = this.#slots;
    const last = this.#mask * slotWords;
    let at = (low >>> this.#shift) * slotWords;
    while (slots[at + 2] !== 0) at = (at + slotWords) & last;
    slots[at] = low;
    slots[at + 1] = high;
    slots[at + 2] = count;
  }
}

/**
 * The most frequent of the offered keys, in order. Avoids sorting, because most columns have
 * hundreds of keys that occur once.
 */
export class MostFrequent {
  readonly #keys: number[] = [];
  readonly #counts: number[] = [];
  readonly #many: number;

  constructor(many: number) {
    this.#many = many;
  }

  /** Keys that occur less often are not among them. */
  get least(): number {
    return this.#counts.length < this.#many ? 1 : (this.#counts.at(-1) as number);
  }

  offer(key: number, count: number): void {
    const keys = this.#keys;
    const counts = this.#counts;
    let at = keys.length;
    for (; at > 0; at--) {
      const before = counts[at - 1] as number;
      if (before > count || (before === count && (keys[at - 1] as number) < key)) break;
    }
    if (at === this.#many) return;
    const last = Math.min(keys.length, this.#many - 1);
    for (let to = last; to > at; to--) {
      keys[to] = keys[to - 1] as number;
      counts[to] = counts[to - 1] as number;
    }
    keys[at] = key;
    counts[at] = count;
  }

  entries(): [key: number, count: number][] {
    return this.#keys.map((key, at) => [key, this.#counts[at] as number]);
  }
}
