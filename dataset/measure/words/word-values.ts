/** Converts values that the kernel holds as words and texts to Polars values. */
import pl, { type DataFrame, type DataType, type Series } from "nodejs-polars";
import { type Column, columnsOf } from "../../base/plain-column.ts";
import type { ReadColumn, WordChunk } from "../../kernel/word-chunk.ts";
import { searchedCells } from "../cells/searched-cells.ts";
import type { Choosable } from "../column-values.ts";
import type { SearchedTexts } from "../personal/counts.ts";

/** Stored once, because each access creates a new object. */
const unsigned = pl.UInt64;
const float = pl.Float64;
const text = pl.Utf8;

/** A column of a chunk, with its name and type in frames. */
export type NamedColumn = { chunk: WordChunk; column: ReadColumn; name: string; dtype: DataType };

/** The values of some rows. */
export function seriesAt(
  { chunk, column, name, dtype }: NamedColumn,
  rows: readonly number[],
): Series {
  const { form, values, count } = column;
  if (form === "string") return pl.Series(name, chunk.textsAt(column, rows), text);
  const places = chunk.placesOf(column, rows);
  if (form === "number") {
    const floats = chunk.kernel.floatsAt(values, count);
    return pl.Series(name, pick(floats, places), float);
  }
  return typedWords(name, pick(chunk.kernel.hashesAt(values, count), places), dtype);
}

/**
 * Words as values of a type. nodejs-polars accepts missing values only next to unsigned integers.
 */
export function typedWords(name: string, words: (bigint | null)[], dtype: DataType): Series {
  const held = pl.Series(name, words, unsigned).toFrame();
  return held.select(pl.col(name).reinterpret(true).cast(dtype).alias(name)).getColumn(name);
}

function pick<T>(values: { readonly [at: number]: T }, places: readonly number[]): (T | null)[] {
  return places.map((place) => (place < 0 ? null : (values[place] as T)));
}

/** Values of some rows, or the first values of a column, from which some can be chosen. */
export class WordValues implements Choosable {
  readonly #named: NamedColumn;
  /** The row of each value; null if only the first values are requested. */
  readonly #rows: ArrayLike<number> | null;

  constructor(named: NamedColumn, rows: ArrayLike<number> | null) {
    this.#named = named;
    this.#rows = rows;
  }

  get name(): string {
    return this.#named.name;
  }

  get dtype(): DataType {
    return this.#named.dtype;
  }

  texts(positions: readonly number[], charsMax: number): string[] | null {
    const { chunk, column } = this.#named;
    if (column.form !== "string") return null;
    return chunk.textsAt(column, this.#rowsOf(positions), charsMax) as string[];
  }

  searched(many: number): SearchedTexts {
    const { chunk, column } = this.#named;
    const { cells, count } = column;
    const rowOf = this.#rows ?? (count < chunk.rows ? chunk.firstRows(column, many) : null);
    return searchedCells(chunk.kernel, cells, rowOf, Math.min(many, rowOf?.length ?? count));
  }

  gather(positions: readonly number[]): Column {
    return this.#ofRows(this.#rowsOf(positions));
  }

  head(length: number): Column {
    if (this.#rows) return this.#ofRows(Array.from(this.#rows).slice(0, length));
    const { chunk, column } = this.#named;
    return this.#ofRows(chunk.firstRows(column, length));
  }

  toFrame(): DataFrame {
    const { chunk, column } = this.#named;
    return seriesAt(this.#named, chunk.firstRows(column, column.count)).toFrame();
  }

  #rowsOf(positions: readonly number[]): readonly number[] {
    const rows = this.#rows;
    return rows ? positions.map((at) => rows[at] as number) : positions;
  }

  #ofRows(rows: readonly number[]): Column {
    return columnsOf(seriesAt(this.#named, rows).toFrame())[0] as Column;
  }
}
