/** The values of a column that the kernel has found, as those see them who choose some of them. */
import pl, { type DataFrame, type DataType } from "nodejs-polars";
import { type Column, columnsOf } from "../../base/plain-column.ts";
import type { CellChunk } from "../../kernel/cell-chunk.ts";
import type { CellColumn } from "../../kernel/cell-types.ts";
import type { Choosable } from "../column-values.ts";
import type { SearchedTexts } from "../personal/counts.ts";
import { mayBytesHoldPersonal } from "../personal/find-personal.ts";

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

  texts(positions: readonly number[], charsMax: number): string[] | null {
    const { form } = this.#column;
    if (form !== "string" && form !== "integer") return null;
    const rows = this.#rows;
    const wanted = rows ? positions.map((at) => rows[at] as number) : positions;
    const texts = this.#chunk.textsAt(this.#column, wanted, charsMax);
    // The kernel takes no other integer that is written unlike Polars prints it.
    return texts.map((text) => (form === "integer" && text === "-0" ? "0" : (text ?? "")));
  }

  searched(many: number): SearchedTexts {
    const { kernel, rows } = this.#chunk;
    const { cells, emptyCells } = this.#column;
    const words = kernel.countsAt(cells, rows * 2);
    const bytes = kernel.bytes();
    const placeOf = emptyCells === 0 ? null : this.#chunk.firstRows(this.#column, many);
    const startOf = (index: number): number => (placeOf ? (placeOf[index] as number) : index) * 2;
    return {
      length: Math.min(many, rows - emptyCells),
      at: (index) => {
        const word = startOf(index);
        const start = words[word] as number;
        return bytes.toString("utf8", start, start + (words[word + 1] as number));
      },
      mayHold: (index) => {
        const word = startOf(index);
        return mayBytesHoldPersonal(bytes, words[word] as number, words[word + 1] as number);
      },
    };
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
