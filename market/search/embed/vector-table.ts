/** The bytes of many vectors in memory, by place. Pure. */

const firstCapacity = 256;
const growth = 1.25;

export class VectorTable {
  readonly #dimensions: number;
  readonly #bytesMax: number;
  #bytes: Uint8Array;

  constructor(dimensions: number, bytesMax: number) {
    this.#dimensions = dimensions;
    this.#bytesMax = bytesMax;
    this.#bytes = new Uint8Array(firstCapacity * dimensions);
  }

  /** False if the place is beyond the allowed bytes. A vector of another length counts as missing. */
  put(place: number, vector: Uint8Array | null): boolean {
    const at = place * this.#dimensions;
    const end = at + this.#dimensions;
    if (end > this.#bytesMax) return false;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#bytesMax, Math.ceil(end * growth)));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    if (vector?.length === this.#dimensions) this.#bytes.set(vector, at);
    else this.#bytes.fill(0, at, end);
    return true;
  }

  /** Empty if there is no such place. */
  at(place: number): Uint8Array {
    const from = Math.max(0, place) * this.#dimensions;
    return this.#bytes.subarray(from, place < 0 ? from : from + this.#dimensions);
  }
}
