/** The signs of many vectors in memory, and which of them are nearest to others: pure. */
import type { ListingSigns } from "../../../db/queries/search/signs.ts";
import { SignRows } from "./sign-rows.ts";
import { VectorTable } from "./vector-table.ts";

/** A listing's id, and where its signs stand. */
const idBytes = 110;

export class SignTable {
  readonly #signBytes: number;
  readonly #signs: SignRows;
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  #vectors: VectorTable | null;

  /** `vectorBytesMax`: with more, the signs alone are kept; 0 keeps no vectors. */
  constructor(dimensions: number, { vectorBytesMax }: { vectorBytesMax: number }) {
    this.#vectors = vectorBytesMax === 0 ? null : new VectorTable(dimensions, vectorBytesMax);
    this.#signBytes = Math.ceil(dimensions / 8);
    this.#signs = new SignRows(this.#signBytes);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Of the signs and about what finds them by their listing. */
  get bytes(): number {
    return this.size * (this.#signs.rowBytes + idBytes);
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
    this.#signs.put(place, signs);
    if (this.#vectors?.put(place, vector) === false) this.#vectors = null;
  }

  #add(id: string): number {
    const place = this.#ids.push(id) - 1;
    this.#places.set(id, place);
    return place;
  }

  /** The `max` listings that differ in the fewest signs, those first. */
  nearest(signs: Uint8Array, max: number): string[] {
    const asked = signs.subarray(0, this.#signBytes);
    const places = this.#signs.nearest(asked, this.size, max);
    return Array.from(places, (place) => this.#ids[place] ?? "");
  }
}
