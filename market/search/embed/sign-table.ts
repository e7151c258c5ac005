/** The signs of many vectors by listing, searched for the nearest. Pure. */
import type { ListingSigns } from "../../../db/queries/search/signs.ts";
import { SignRows } from "./sign-rows.ts";
import { VectorTable } from "./vector-table.ts";

/** Estimated memory for a listing's id and place. */
const idBytes = 110;

export class SignTable {
  readonly #signBytes: number;
  readonly #signs: SignRows;
  readonly #ids: string[] = [];
  readonly #places = new Map<string, number>();
  #vectors: VectorTable | null;

  /** `vectorBytesMax`: beyond it, only signs are kept; 0 keeps no vectors. */
  constructor(dimensions: number, { vectorBytesMax }: { vectorBytesMax: number }) {
    this.#vectors = vectorBytesMax === 0 ? null : new VectorTable(dimensions, vectorBytesMax);
    this.#signBytes = Math.ceil(dimensions / 8);
    this.#signs = new SignRows(this.#signBytes);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Estimated bytes of the signs and of their index by listing. */
  get bytes(): number {
    return this.size * (this.#signs.rowBytes + idBytes);
  }

  get hasVectors(): boolean {
    return this.#vectors !== null;
  }

  /** Null if vectors are not kept; a missing vector is all zero. */
  get vectorOf(): ((id: string) => Uint8Array) | null {
    const vectors = this.#vectors;
    return vectors && ((id) => vectors.at(this.#places.get(id) ?? -1));
  }

  /** Replaces the listing's earlier signs; ignores signs of another length. */
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

  /** The `max` listings with the fewest different signs, nearest first. */
  nearest(signs: Uint8Array, max: number): string[] {
    const asked = signs.subarray(0, this.#signBytes);
    const places = this.#signs.nearest(asked, this.size, max);
    return Array.from(places, (place) => this.#ids[place] ?? "");
  }
}
