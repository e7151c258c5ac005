/** Rows of vector signs in memory, searched for the fewest different bits. Pure. */
import { readFileSync } from "node:fs";

/** The exports of `assembly/index.ts`. */
type Program = {
  findNearest(
    from: number,
    rows: number,
    rowBytes: number,
    asked: number,
    max: number,
    counts: number,
    histogram: number,
    into: number,
  ): number;
};

/** A row's length is a multiple of this. */
const blockBytes = 16;
/** The unit by which WebAssembly memory grows. */
const pageBytes = 64 * 1024;
/** The first page holds the query's row, the histogram of counts, and the places of the nearest. */
const askedAt = 0;
const histogramAt = 1024;
const placesAt = pageBytes / 2;
const placesMax = (pageBytes - placesAt) / Uint32Array.BYTES_PER_ELEMENT;
const rowBytesMax = 512;
/** The rows' counts follow, then the rows. */
const countsAt = pageBytes;
const firstCapacity = 256;
const growth = 1.25;

const program = new WebAssembly.Module(readFileSync(new URL("signs.wasm", import.meta.url)));

export class SignRows {
  readonly rowBytes: number;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #program: Program;
  #capacity = 0;

  constructor(signBytes: number) {
    this.rowBytes = Math.ceil(signBytes / blockBytes) * blockBytes;
    if (this.rowBytes > rowBytesMax) throw new RangeError(`${signBytes} bytes of signs`);
    const { exports } = new WebAssembly.Instance(program, { env: { memory: this.#memory } });
    this.#program = exports as unknown as Program;
  }

  /** Replaces the row at this place; every row has the same length. */
  put(place: number, signs: Uint8Array): void {
    if (place >= this.#capacity) this.#grow(Math.max(firstCapacity, Math.ceil(place * growth)));
    const at = rowsAt(this.#capacity) + place * this.rowBytes;
    new Uint8Array(this.#memory.buffer).set(signs, at);
  }

  /** Counts need more room as well, so the rows move. */
  #grow(capacity: number): void {
    const [from, to] = [rowsAt(this.#capacity), rowsAt(capacity)];
    const missing = to + capacity * this.rowBytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / pageBytes));
    const bytes = new Uint8Array(this.#memory.buffer);
    bytes.copyWithin(to, from, from + this.#capacity * this.rowBytes);
    this.#capacity = capacity;
  }

  /** The places of the `max` nearest among the first `rows`, nearest first. */
  nearest(signs: Uint8Array, rows: number, max: number): Uint32Array {
    const { buffer } = this.#memory;
    const bytes = new Uint8Array(buffer);
    bytes.fill(0, askedAt, askedAt + this.rowBytes).set(signs, askedAt);
    const found = this.#program.findNearest(
      rowsAt(this.#capacity),
      rows,
      this.rowBytes,
      askedAt,
      Math.min(max, placesMax),
      countsAt,
      histogramAt,
      placesAt,
    );
    return new Uint32Array(buffer, placesAt, found);
  }
}

/** The offset of the rows after the counts, aligned to a cache line. */
function rowsAt(capacity: number): number {
  const line = 64;
  return countsAt + Math.ceil((capacity * Uint16Array.BYTES_PER_ELEMENT) / line) * line;
}
