/** The columns of a twin, which have one type from the first row to the last. */
import pl, { type DataType, type Series } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { RawKind } from "../base/table.ts";
import { type EpochUnit, epochTimes, epochUnitOf } from "../measure/formats/epochs.ts";
import { textWithout } from "../measure/text-types.ts";
import { TwinRefusal, type WantedColumn } from "./order.ts";
import type { FileColumn } from "./parquet-file.ts";
import { countMisfits, readsInstants, readText, TextReading } from "./text-reading.ts";

/**
 * Rows already written would be read differently with what is known now, so the table must be read
 * again.
 */
export class RereadError extends Error {
  override readonly name = "RereadError";
}

const plainTypes: Readonly<Partial<Record<ColumnType, () => DataType>>> = {
  integer: () => pl.Int64,
  number: () => pl.Float64,
  boolean: () => pl.Bool,
  date: () => pl.Date,
  datetime: () => pl.Datetime("us"),
  time: () => pl.Time,
};

const textKinds: ReadonlySet<RawKind> = new Set(["text", "json_text", "digits"]);
const nestedTypes: ReadonlySet<ColumnType> = new Set(["object", "array", "geometry", "mixed"]);

/**
 * The kinds in which a column of a type may arrive; any other means that the reader knew too
 * little.
 */
const kindsOf: Readonly<Partial<Record<ColumnType, readonly RawKind[]>>> = {
  string: ["string"],
  integer: ["integer"],
  number: ["number", "integer"],
  datetime: ["datetime", "integer"],
};

/** Reads one column; what it learns about the column survives a new pass over the table. */
export class ColumnReading {
  readonly #wanted: WantedColumn;
  readonly #text: TextReading;
  /** The type of values that arrive typed; null until the first such value. */
  #native: string | null = null;
  #isUtc = false;
  #isText = true;
  /** Values, and missing values, since the table's beginning. */
  #values = 0;
  #missing = 0;
  #hasRows = false;

  constructor(wanted: WantedColumn, delimiter: string | null) {
    this.#wanted = wanted;
    this.#text = new TextReading(wanted, delimiter);
  }

  restart(): void {
    this.#values = 0;
    this.#missing = 0;
    this.#hasRows = false;
  }

  get fileColumn(): FileColumn {
    const { name, type } = this.#wanted;
    const isJson = nestedTypes.has(type) && this.#isText;
    return { name, type, isUtc: this.#isUtc, isJson };
  }

  get missing(): number {
    return this.#missing;
  }

  /**
   * Converts a chunk's column for the twin. Throws `RereadError`, or `TwinRefusal` if it cannot be
   * kept.
   */
  read(column: Series, kind: RawKind): Series {
    const read = this.#read(column, kind);
    this.#missing += read.nullCount();
    this.#values += read.len() - read.nullCount();
    this.#hasRows = true;
    return read;
  }

  /** Adds missing values for a chunk that lacks the column. */
  readNothing(rows: number, name: string): Series {
    return this.read(pl.Series(name, new Array(rows).fill(null), pl.Utf8), "empty");
  }

  #read(column: Series, kind: RawKind): Series {
    const { type } = this.#wanted;
    if (type === "empty" || kind === "empty") return this.#nothing(column);
    if (textKinds.has(kind)) {
      return type === "string" ? this.#readWords(column) : this.#readText(column, kind);
    }
    if (!(kindsOf[type] ?? [type]).includes(kind)) {
      if (column.nullCount() === column.len()) return this.#nothing(column);
      throw new RereadError();
    }
    if (type === "binary") throw unsupported(this.#wanted.name);
    if (type === "datetime" && kind === "integer") return this.#readCounts(column);
    return this.#readNative(column, type);
  }

  #nothing(column: Series): Series {
    const type = this.#native === null ? this.#plainType() : null;
    if (type !== null) return nullsOf(column, type);
    // Typed values came before, so the next pass has to know the type, too.
    throw unsupported(this.#wanted.name);
  }

  #plainType(): DataType {
    return plainTypes[this.#wanted.type]?.() ?? pl.Utf8;
  }

  /** Leaves out spellings of missing values. */
  #readWords(column: Series): Series {
    const { missingWords = [] } = this.#wanted;
    const values = textWithout(missingWords).cast(pl.col(column.name));
    return column.toFrame().select(values).getColumns()[0] as Series;
  }

  #readText(column: Series, kind: RawKind): Series {
    this.#text.look(column, kind);
    for (;;) {
      const { type } = this.#text;
      if (type === null) {
        if (!this.#text.isUndecided) throw differing(this.#wanted.name);
        return this.#nothing(column);
      }
      const hasUnreadable = (this.#wanted.unreadable ?? 0) > 0;
      const read = readText(type, pl.col(column.name), hasUnreadable);
      const typed = column.toFrame().select(read).getColumns()[0] as Series;
      const fits = typed.nullCount() === column.nullCount() || hasUnreadable;
      if (fits || countMisfits(type, column) === 0) {
        this.#isUtc = readsInstants(type);
        return typed.cast(this.#plainType());
      }
      if (!this.#text.next()) throw differing(this.#wanted.name);
      if (this.#values > 0) throw new RereadError();
    }
  }

  #readCounts(column: Series): Series {
    const unit = unitNamed(this.#wanted.format);
    if (unit === null) throw differing(this.#wanted.name);
    this.#isUtc = true;
    const times = epochTimes(pl.col(column.name).cast(pl.Int64), unit).cast(pl.Int64);
    const micros = times.mul(pl.lit(1000)).cast(pl.Datetime("us"));
    return column.toFrame().select(micros).getColumns()[0] as Series;
  }

  #readNative(column: Series, type: ColumnType): Series {
    const dtype = column.dtype.toString();
    if (type === "integer" && !/UInt64/.test(dtype)) return column.cast(pl.Int64);
    if (type === "number") return column.cast(pl.Float64);
    if (type === "datetime") return this.#readTimes(column, dtype);
    if (plainTypes[type] !== undefined && type !== "integer") return column;
    if (type === "string" || /Utf8|String/.test(dtype)) return column;
    if (nestedTypes.has(type)) this.#isText = false;
    if (this.#native === null && this.#hasRows) {
      this.#native = dtype;
      throw new RereadError();
    }
    this.#native = dtype;
    return column;
  }

  /** Reads times as integers, so that no conversion changes zones or units. */
  #readTimes(column: Series, dtype: string): Series {
    const unit = /\((?:TimeUnit\.)?["']?(ms|us|ns)/.exec(dtype)?.[1] ?? "us";
    this.#isUtc = /,\s*["']?[A-Za-z]/.test(dtype);
    const counts = pl.col(column.name).cast(pl.Int64);
    const times =
      unit === "ms"
        ? counts.mul(pl.lit(1000)).cast(pl.Datetime("us"))
        : counts.cast(pl.Datetime(unit === "ns" ? "ns" : "us"));
    return column.toFrame().select(times).getColumns()[0] as Series;
  }
}

function nullsOf(column: Series, type: DataType): Series {
  return pl.Series(column.name, new Array(column.len()).fill(null), type);
}

function unitNamed(format: string | undefined): EpochUnit | null {
  const probes = [1e9, 1e12];
  const units = probes.map((probe) => epochUnitOf(probe, probe));
  return units.find((unit) => unit?.format === format) ?? null;
}

function unsupported(name: string): TwinRefusal {
  const detail = `The values of the column ${JSON.stringify(name)} cannot be kept unchanged.`;
  return new TwinRefusal("columns_unsupported", detail);
}

function differing(name: string): TwinRefusal {
  const detail = `Values of the column ${JSON.stringify(name)} do not fit what the profile found.`;
  return new TwinRefusal("values_differ", detail);
}
