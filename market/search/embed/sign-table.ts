/** The signs of many vectors in memory, and which of them are nearest to others: pure. */
import type { ListingSigns } from "../../../db/queries/search/signs.ts";
import { VectorTable } from "./vector-table.ts";

const wordBytes = 4;
/** A listing's id, and where its signs stand. */
const idBytes = 110;
const firstCapacity = 256;
const growth = 1.25;

/** How many bits of sixteen are set. */
const bitCounts = new Uint8Array(2 ** 16);
for (let bits = 1; bits < bitCounts.length; bits += 1) {
  bitCounts[bits] = (bits & 1) + (bitCounts[bits >> 1] ?? 0);
}

export class SignTable {
  readonly #signBytes: number;
  readonly #wordsEach: number;
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  /** All signs one after the other; each begins a word. */
  #words: Uint32Array;
  #vectors: VectorTable | null;

  /** `vectorBytesMax`: with more, the signs alone are kept; 0 keeps no vectors. */
  constructor(dimensions: number, { vectorBytesMax }: { vectorBytesMax: number }) {
    this.#vectors = vectorBytesMax === 0 ? null : new VectorTable(dimensions, vectorBytesMax);
    this.#signBytes = Math.ceil(dimensions / 8);
    this.#wordsEach = Math.ceil(this.#signBytes / wordBytes);
    this.#words = new Uint32Array(firstCapacity * this.#wordsEach);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Of the signs and about what finds them by their listing. */
  get bytes(): number {
    return this.size * (this.#wordsEach * wordBytes + idBytes);
  }

  get hasVectors(): boolean {
    return this.#vectors !== null;
  }

  /** Null where the vectors are not kept; all of it is zero where one was not given. */
  get vectorOf(): ((id: string) => Uint8Array) | null {
    const vectors = this.#vectors;
    return vectors && ((id) => vectors.at(this.#places.get(id) ?? -1));
  }

  /** In the place of the listing's earlier ones; those of another length are left out. */
  put({ id, signs, vector }: ListingSigns): void {
    if (signs.length !== this.#signBytes) return;
    const place = this.#places.get(id) ?? this.#add(id);
    const at = place * this.#wordsEach * wordBytes;
    new Uint8Array(this.#words.buffer).set(signs, at);
    if (this.#vectors?.put(place, vector) === false) this.#vectors = null;
  }

  #add(id: string): number {
    const place = this.#ids.push(id) - 1;
    this.#places.set(id, place);
    if ((place + 1) * this.#wordsEach > this.#words.length) {
      const larger = new Uint32Array(Math.ceil(this.#words.length * growth));
      larger.set(this.#words);
      this.#words = larger;
    }
    return place;
  }

  /** The `max` listings that differ in the fewest signs, those first. */
  nearest(signs: Uint8Array, max: number): string[] {
    const distances = this.#distances(signs);
    const counts = new Uint32Array(this.#wordsEach * wordBytes * 8 + 1);
    for (const distance of distances) counts[distance] = (counts[distance] ?? 0) + 1;
    let [farthest, nearer] = [0, 0];
    while (farthest < counts.length && nearer + (counts[farthest] ?? 0) < max) {
      nearer += counts[farthest] ?? 0;
      farthest += 1;
    }
    const [near, last]: [number[], number[]] = [[], []];
    for (let place = 0; place < distances.length; place += 1) {
      const distance = distances[place] ?? 0;
      if (distance < farthest) near.push(place);
      else if (distance === farthest && nearer + last.length < max) last.push(place);
    }
    near.sort((one, other) => (distances[one] ?? 0) - (distances[other] ?? 0));
    return [...near, ...last].map((place) => this.#ids[place] ?? "");
  }

  #distances(signs: Uint8Array): Uint16Array {
    const asked = new Uint32Array(this.#wordsEach);
    new Uint8Array(asked.buffer).set(signs.subarray(0, this.#signBytes));
    const words = this.#words;
    const distances = new Uint16Array(this.size);
    for (let place = 0, at = 0; place < distances.length; place += 1) {
      let distance = 0;
      for (let word = 0; word < asked.length; word += 1, at += 1) {
        const differing = (words[at] ?? 0) ^ (asked[word] ?? 0);
        distance += (bitCounts[differing & 0xffff] ?? 0) + (bitCounts[differing >>> 16] ?? 0);
      }
      distances[place] = distance;
    }
    return distances;
  }
}
