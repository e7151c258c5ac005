/** The values of a column that the kernel has found, as those see them who choose some of them. */
import pl, { type DataFrame, type DataType } from "nodejs-polars";
import { type Column, columnsOf } from "../../base/plain-column.ts";
import type { CellChunk } from "../../kernel/cell-chunk.ts";
import type { CellColumn } from "../../kernel/cell-types.ts";
import type { Choosable } from "../column-values.ts";

/** Values of some rows of a chunk, which become Polars' own when they are chosen. */
export class CellValues implements Choosable {
  readonly name: string;
  readonly #chunk: CellChunk;
  readonly #column: CellColumn;
  readonly #cast: (texts: DataFrame) => DataFrame;
  /** The row of each value; null where the values are those of all rows. */
  readonly #rows: ArrayLike<number> | null;

  constructor(
    name: string,
    chunk: CellChunk,
    column: CellColumn,
    rows: ArrayLike<number> | null,
    cast: (texts: DataFrame) => DataFrame,
  ) {
    this.name = name;
    this.#chunk = chunk;
    this.#column = column;
    this.#rows = rows;
    this.#cast = cast;
  }

  get dtype(): DataType {
    return this.gather([]).dtype;
  }

  gather(positions: readonly number[]): Column {
    const rows = this.#rows;
    return this.#ofRows(rows ? positions.map((at) => rows[at] as number) : positions);
  }

  head(length: number): Column {
    if (this.#rows) return this.#ofRows(Array.from(this.#rows).slice(0, length));
    return this.#ofRows(this.#chunk.firstRows(this.#column, length));
  }

  toFrame(): DataFrame {
    const { count } = this.#column;
    return pl.DataFrame([pl.Series(this.name, this.head(count).toArray(), this.dtype)]);
  }

  #ofRows(rows: readonly number[]): Column {
    const bytes = this.#chunk.kernel.bytes();
    const texts = rows.map((row) => this.#chunk.textAt(bytes, this.#column, row));
    const frame = this.#cast(pl.DataFrame([pl.Series(this.name, texts, pl.Utf8)]));
    return columnsOf(frame)[0] as Column;
  }
}
