/**
 * Distinct values of a stream in bounded memory, by their 64-bit hashes. All hashes are kept until
 * there are `keysMax` of them; then only those below a threshold, which halves as needed. As hashes
 * are uniform, the kept ones are a uniform sample of the distinct values, repeats included.
 */
export class HashSketch {
  private readonly keysMax: number;
  private keys: Float64Array;
  private counts: Uint32Array;
  private mask: number;
  private used = 0;
  private threshold = 2 ** 32;

  constructor(keysMax: number) {
    this.keysMax = keysMax;
    this.keys = new Float64Array(256);
    this.counts = new Uint32Array(256);
    this.mask = 255;
  }

  /** Adds hashes. The top 32 bits are compared to the threshold, 53 bits tell values apart. */
  add(hashes: BigUint64Array): void {
    const words = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);
    for (let i = 0; i < words.length; i += 2) {
      const high = words[i + 1] as number;
      if (high >= this.threshold) continue;
      const low = words[i] as number;
      this.count(high * 2_097_152 + (low >>> 11) + 1, 1);
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
    for (let slot = 0; slot < this.keys.length; slot++) {
      if (this.keys[slot] !== 0) repeats += (this.counts[slot] as number) - 1;
    }
    return Math.round(repeats / this.share);
  }

  private get share(): number {
    return this.threshold / 2 ** 32;
  }

  private count(key: number, by: number): void {
    let slot = (key ^ (key / 4_194_304)) & this.mask;
    for (;;) {
      const held = this.keys[slot];
      if (held === key) {
        this.counts[slot] = (this.counts[slot] as number) + by;
        return;
      }
      if (held === 0) break;
      slot = (slot + 1) & this.mask;
    }
    this.keys[slot] = key;
    this.counts[slot] = by;
    this.used++;
    if (this.used > this.keysMax) this.halve();
    else if (this.used * 2 > this.keys.length) this.rebuild(this.keys.length * 2);
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
