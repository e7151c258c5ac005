/**
 * A light wrapper for Polars columns. Polars' own wrapper makes some 150 functions per `Series`,
 * which is 10 kB of JavaScript; in a table of 10,000 columns that exceeds all the data we use.
 */
import type { DataFrame, DataType, Series } from "nodejs-polars";
import { _Series as wrapSeries } from "nodejs-polars/bin/series/index.js";

/** The operations of a column that we use, offered by a `Series` or by a substitute. */
export type Column = {
  readonly name: string;
  readonly dtype: DataType;
  len(): number;
  nullCount(): number;
  isString(): boolean;
  isFloat(): boolean;
  min(): unknown;
  max(): unknown;
  head(length: number): Column;
  dropNulls(): Column;
  gather(positions: number[]): Column;
  cast(type: DataType): Column;
  hash(): Column;
  isNull(): Column;
  toArray(): unknown[];
  toTypedArray(): unknown;
  toFrame(): DataFrame;
};

/** The native Polars series, as far as we call it. */
type NativeSeries = {
  readonly name: string;
  /** The name of a plain type; a description object for other types. */
  readonly dtype: unknown;
  len(): number;
  nullCount(): number;
  min(): unknown;
  max(): unknown;
  head(length: number): NativeSeries;
  dropNulls(): NativeSeries;
  take(positions: number[]): NativeSeries;
  cast(type: DataType, strict: boolean): NativeSeries;
  hash(k0: bigint, k1: bigint, k2: bigint, k3: bigint): NativeSeries;
  isNull(): NativeSeries;
  toArray(): unknown[];
  toTypedArray(): unknown;
};

const floats: ReadonlySet<unknown> = new Set(["Float32", "Float64"]);

class PlainColumn implements Column {
  readonly #native: NativeSeries;

  constructor(native: NativeSeries) {
    this.#native = native;
  }

  get name(): string {
    return this.#native.name;
  }

  get dtype(): DataType {
    return this.#wrapped().dtype;
  }

  len(): number {
    return this.#native.len();
  }

  nullCount(): number {
    return this.#native.nullCount();
  }

  isString(): boolean {
    return this.#native.dtype === "String";
  }

  isFloat(): boolean {
    return floats.has(this.#native.dtype);
  }

  min(): unknown {
    return this.#native.min();
  }

  max(): unknown {
    return this.#native.max();
  }

  head(length: number): Column {
    return new PlainColumn(this.#native.head(length));
  }

  dropNulls(): Column {
    return new PlainColumn(this.#native.dropNulls());
  }

  gather(positions: number[]): Column {
    return new PlainColumn(this.#native.take(positions));
  }

  cast(type: DataType): Column {
    return new PlainColumn(this.#native.cast(type, false));
  }

  /** Uses the default keys of `Series.hash`. */
  hash(): Column {
    return new PlainColumn(this.#native.hash(0n, 1n, 2n, 3n));
  }

  isNull(): Column {
    return new PlainColumn(this.#native.isNull());
  }

  toArray(): unknown[] {
    return this.#native.toArray();
  }

  toTypedArray(): unknown {
    if (this.nullCount() > 0) throw new Error(`Values of ${this.name} are missing.`);
    return this.#native.toTypedArray();
  }

  toFrame(): DataFrame {
    return this.#wrapped().toFrame();
  }

  #wrapped(): Series {
    return wrapSeries(this.#native);
  }
}

/** The frame's columns in order. */
export function columnsOf(frame: DataFrame): Column[] {
  const natives: NativeSeries[] = frame._df.getColumns();
  return natives.map((native) => new PlainColumn(native));
}
