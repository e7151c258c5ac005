import pl, { type DataFrame, type DataType } from "nodejs-polars";
import { type Column, columnsOf } from "../../base/plain-column.ts";
import type { CellChunk } from "../../kernel/cell-chunk.ts";
import type { CellColumn, CellForm } from "../../kernel/cell-types.ts";
import type { Choosable } from "../column-values.ts";
import type { SearchedTexts } from "../personal/counts.ts";
import { searchedCells } from "./searched-cells.ts";

/** Prints a written value as Polars does; null if Polars has to be asked. */
const printers: Readonly<Partial<Record<CellForm, (text: string) => string | null>>> = {
  string: (text) => text,
  // The kernel accepts only integers and days that are written as Polars prints them, except this
  // one.
  integer: (text) => (text === "-0" ? "0" : text),
  date: (text) => text,
  number: printNumber,
  float: printNumber,
};

/**
 * Between these bounds both Polars and JavaScript print the shortest digits without an exponent.
 */
const printedMin = 1e-3;
const printedMax = 1e15;

function printNumber(text: string): string | null {
  const value = Number(text);
  const size = Math.abs(value);
  if (size === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  if (!(size >= printedMin && size < printedMax)) return null;
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

let ofTexts: DataType | null = null;

/** Polars' name for the type of a column, which differs from that of `pl.Utf8`. */
export function textType(): DataType {
  ofTexts ??= pl.Series("text", [], pl.Utf8).dtype;
  return ofTexts;
}

/** Values of some rows of a kernel column. They become Polars values only when they are chosen. */
export class CellValues implements Choosable {
  readonly name: string;
  readonly #chunk: CellChunk;
  readonly #column: CellColumn;
  readonly #cast: (texts: DataFrame) => DataFrame;
  /** The row of each value; null for all rows in order. */
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
    const { form } = this.#column;
    if (form === "integer") return pl.Int64;
    if (form === "number") return pl.Float64;
    return form === "string" ? textType() : this.gather([]).dtype;
  }

  texts(positions: readonly number[], charsMax: number): string[] | null {
    const print = printers[this.#column.form];
    if (!print) return null;
    const rows = this.#rows;
    const wanted = rows ? positions.map((at) => rows[at] as number) : positions;
    const texts = this.#chunk.textsAt(this.#column, wanted, charsMax) as string[];
    for (let i = 0; i < texts.length; i++) {
      const printed = print(texts[i] ?? "");
      if (printed === null) return null;
      texts[i] = printed;
    }
    return texts;
  }

  searched(many: number): SearchedTexts {
    const { kernel, rows } = this.#chunk;
    const { cells, count } = this.#column;
    const rowOf = count === rows ? null : this.#chunk.firstRows(this.#column, many);
    return searchedCells(kernel, cells, rowOf, Math.min(many, count));
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
