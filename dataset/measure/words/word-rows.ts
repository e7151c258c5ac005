import pl, { type DataFrame } from "nodejs-polars";
import type { ReadWords } from "../../base/table.ts";
import type { ReadColumn, WordChunk } from "../../kernel/word-chunk.ts";
import { keyOf, wordsOf } from "../hash-sketch.ts";
import { cellHash, type HashedCells } from "../row-hashes.ts";
import type { HashedRows } from "../rows/table-rows.ts";
import type { SampledCodes, TypedRows } from "../rows/typed-rows.ts";
import { type NamedColumn, seriesAt } from "./word-values.ts";

export class WordRows implements HashedRows, TypedRows, HashedCells {
  readonly rows: number;
  readonly hashes: BigUint64Array;
  readonly named: readonly NamedColumn[];
  readonly #words: ReadWords;
  readonly #chunk: WordChunk;

  constructor(words: ReadWords) {
    const { chunk, columns } = words;
    this.rows = chunk.rows;
    this.hashes = chunk.rowHashes();
    this.#words = words;
    this.#chunk = chunk;
    this.named = columns.map((known, index) => {
      return { ...known, chunk, column: chunk.columns[index] as ReadColumn };
    });
  }

  pick(offsets: readonly number[]): unknown[][] {
    if (offsets.length === 0) return [];
    return this.#words.rawRows(pl.DataFrame(this.named.map((column) => seriesAt(column, offsets))));
  }

  at(offsets: readonly number[] | null, names: readonly string[]): DataFrame {
    const rows = offsets ?? this.#allRows();
    const wanted = new Set(names);
    const columns = this.named.filter(({ name }) => wanted.has(name));
    return pl.DataFrame(columns.map((column) => seriesAt(column, rows)));
  }

  codes(index: number, some: readonly number[] | null): SampledCodes | null {
    const column = this.#chunk.columns[index];
    if (!column) return null;
    const offsets = some ?? this.#allRows();
    if (column.form === "string") return this.#textCodes(column, offsets);
    const floats = this.#chunk.kernel.floatsAt(column.floats, column.count);
    const places = this.#chunk.placesOf(column, offsets);
    const codes = new Float64Array(places.length);
    for (let i = 0; i < codes.length; i++) {
      const place = places[i] as number;
      codes[i] = place < 0 ? Number.NaN : (floats[place] as number);
    }
    return { codes, lengths: null };
  }

  texts(index: number, offsets: readonly number[], charsMax: number): (string | null)[] | null {
    const column = this.#chunk.columns[index];
    return column?.form === "string" ? this.#chunk.textsAt(column, offsets, charsMax) : null;
  }

  #allRows(): number[] {
    return Array.from({ length: this.rows }, (_, row) => row);
  }

  cellHashes(index: number): Uint32Array | null {
    const hashes = new Uint32Array(this.rows);
    const column = this.#chunk.columns[index];
    if (!column) return hashes;
    const { kernel } = this.#chunk;
    const { form, cells, values, places, count, floats: at } = column;
    if (form === "string") {
      const words = wordsOf(kernel.hashesAt(values, this.rows));
      const found = kernel.countsAt(cells, this.rows * 2);
      for (let row = 0; row < this.rows; row++) {
        if (found[row * 2] !== 0) hashes[row] = cellHash(words[row * 2] as number);
      }
      return hashes;
    }
    const floats = kernel.floatsAt(at, count);
    // Integers beyond 2^53 lose digits as floats, so they are not compared.
    if (form === "integer" && !floats.every(Number.isSafeInteger)) return null;
    const rowOf = kernel.countsAt(places, count);
    const words = wordsOf(hashFloats(this.#chunk, column));
    for (let i = 0; i < count; i++) hashes[rowOf[i] as number] = cellHash(words[i * 2] as number);
    return hashes;
  }

  #textCodes(column: ReadColumn, offsets: readonly number[]): SampledCodes {
    const words = wordsOf(this.#chunk.kernel.hashesAt(column.values, this.rows));
    const lengths = this.#chunk.lengthsAt(column, offsets);
    const codes = new Float64Array(offsets.length);
    for (let i = 0; i < codes.length; i++) {
      const at = (offsets[i] as number) * 2;
      const key = keyOf(words[at] as number, words[at + 1] as number);
      codes[i] = Number.isNaN(lengths[i]) ? Number.NaN : key;
    }
    return { codes, lengths };
  }
}

/** Hashes a column's values as floats. */
function hashFloats({ kernel }: WordChunk, { floats, count }: ReadColumn): BigUint64Array {
  const values = pl.Series("floats", kernel.floatsAt(floats, count).slice(), pl.Float64);
  return values.hash().toTypedArray() as BigUint64Array;
}
