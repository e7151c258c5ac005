/** The signs of many vectors one after the other, and in how many of them each row differs from others: pure. */
import { blockBytes, type CountDiffering, openCountDiffering } from "./count-differing.ts";

/** WebAssembly's memory grows by these. The first one has what is asked, and the counts of a part of the rows. */
const pageBytes = 64 * 1024;
const askedAt = 0;
const countsAt = pageBytes / 2;
const rowsAtOnce = (pageBytes - countsAt) / 2;
const growth = 1.25;

/** How many bits of sixteen are set. */
const bitCounts = new Uint8Array(2 ** 16);
for (let bits = 1; bits < bitCounts.length; bits += 1) {
  bitCounts[bits] = (bits & 1) + (bitCounts[bits >> 1] ?? 0);
}

export class SignRows {
  readonly rowBytes: number;
  readonly #memory = new WebAssembly.Memory({ initial: 2 });
  readonly #count: CountDiffering;

  /** `open`: what counts; by plain JavaScript where the machine has nothing faster. */
  constructor(signBytes: number, open = openCountDiffering) {
    this.rowBytes = Math.ceil(signBytes / blockBytes) * blockBytes;
    this.#count = open(this.#memory) ?? ((...span) => this.#countPlainly(...span));
  }

  /** In the place of what stood there; as many bytes each time. */
  put(place: number, signs: Uint8Array): void {
    const at = pageBytes + place * this.rowBytes;
    const missing = at + this.rowBytes - this.#memory.buffer.byteLength;
    if (missing > 0) {
      const wanted = Math.max(missing, (at - pageBytes) * (growth - 1));
      this.#memory.grow(Math.ceil(wanted / pageBytes));
    }
    new Uint8Array(this.#memory.buffer).set(signs, at);
  }

  /** In how many signs each of the first `rows` differs. */
  distances(signs: Uint8Array, rows: number): Uint16Array {
    const bytes = new Uint8Array(this.#memory.buffer);
    bytes.fill(0, askedAt, askedAt + this.rowBytes).set(signs, askedAt);
    const distances = new Uint16Array(rows);
    for (let first = 0; first < rows; first += rowsAtOnce) {
      const counted = Math.min(rowsAtOnce, rows - first);
      this.#count(pageBytes + first * this.rowBytes, counted, this.rowBytes, askedAt, countsAt);
      distances.set(new Uint16Array(this.#memory.buffer, countsAt, counted), first);
    }
    return distances;
  }

  #countPlainly(...[from, rows, rowBytes, asked, to]: Parameters<CountDiffering>): void {
    const words = new Uint32Array(this.#memory.buffer);
    const wordsEach = rowBytes / words.BYTES_PER_ELEMENT;
    const wanted = words.subarray(asked / words.BYTES_PER_ELEMENT).subarray(0, wordsEach);
    const counts = new Uint16Array(this.#memory.buffer, to, rows);
    for (let row = 0, at = from / words.BYTES_PER_ELEMENT; row < rows; row += 1) {
      let count = 0;
      for (let word = 0; word < wordsEach; word += 1, at += 1) {
        const differing = (words[at] ?? 0) ^ (wanted[word] ?? 0);
        count += (bitCounts[differing & 0xffff] ?? 0) + (bitCounts[differing >>> 16] ?? 0);
      }
      counts[row] = count;
    }
  }
}
