/** Reads some columns of a Parquet file with Polars, and interprets their bytes. */
import pl, { type DataFrame, type LazyDataFrame, type Series } from "nodejs-polars";
import { GeometryStats } from "../geometries.ts";
import { geometryText } from "../wkb.ts";
import type { ParquetField } from "./schema.ts";

/** Throws Polars' errors; the caller can fall back to another reader. */
export class PolarsReader {
  /** The columns without rows. */
  readonly head: DataFrame;
  readonly #filePath: string;
  readonly #lazy: LazyDataFrame;
  readonly #fields: readonly ParquetField[];

  constructor(filePath: string, fields: readonly ParquetField[]) {
    this.#fields = fields;
    this.#filePath = filePath;
    this.#lazy = pl.scanParquet(filePath, { glob: false });
    const stats = new Map(fields.map(({ name }) => [name, new GeometryStats()]));
    this.head = this.#decode(this.#lazy.limit(0), fields, stats);
  }

  /** The same columns in a copy of the file at another path. */
  at(filePath: string): PolarsReader {
    return filePath === this.#filePath ? this : new PolarsReader(filePath, this.#fields);
  }

  /**
   * Reads some rows; geometries come as GeoJSON text and are added to the facts of their column.
   */
  read(from: number, rows: number, geometries: ReadonlyMap<string, GeometryStats>): DataFrame {
    return this.#slice(from, rows, this.#fields, geometries);
  }

  /**
   * The columns of these rows that cannot be read; all columns if each of them can be read on its
   * own.
   */
  failing(from: number, rows: number): string[] {
    const failed = this.#fields.filter((field) => {
      try {
        const stats = new Map([[field.name, new GeometryStats()]]);
        this.#slice(from, rows, [field], stats);
        return false;
      } catch {
        return true;
      }
    });
    return (failed.length > 0 ? failed : this.#fields).map(({ name }) => name);
  }

  #slice(
    from: number,
    rows: number,
    fields: readonly ParquetField[],
    geometries: ReadonlyMap<string, GeometryStats>,
  ): DataFrame {
    const frame = this.#decode(this.#lazy.slice(from, rows), fields, geometries);
    if (frame.height !== rows) throw new RangeError("rows are missing");
    refuseCutTimes(frame, fields);
    return frame;
  }

  #decode(
    rows: LazyDataFrame,
    fields: readonly ParquetField[],
    geometries: ReadonlyMap<string, GeometryStats>,
  ): DataFrame {
    const exprs = fields.map(({ name, meaning }) => {
      const column = pl.col(name);
      if (meaning === "text") return column.cast(pl.Utf8, true);
      if (meaning === "half") return column.cast(pl.Float64);
      return meaning === null ? column : column.cast(pl.List(pl.UInt8));
    });
    const frame = rows.select(...exprs).collectSync();
    const printed = fields.flatMap(({ name, meaning }) => {
      if (meaning !== "uuid" && meaning !== "wkb") return [];
      const stats = geometries.get(name) ?? new GeometryStats();
      const print =
        meaning === "uuid" ? uuidText : (bytes: Uint8Array) => geometryText(bytes, stats);
      return [printBytes(frame, name, print)];
    });
    return printed.length === 0 ? frame : frame.withColumns(...printed);
  }
}

/** Physical type of 96-bit timestamps, as Impala and Spark write them. */
const int96 = 3;
const ticksEnd = 2 ** 63;

/**
 * Polars reads such times as 64-bit nanoseconds, so times before 1677 and after 2262 would be cut
 * to the last one.
 */
function refuseCutTimes(frame: DataFrame, fields: readonly ParquetField[]): void {
  for (const { name, leaf } of fields) {
    if (leaf?.type !== int96) continue;
    const ticks = frame.getColumn(name).cast(pl.Int64);
    if (Math.max(Number(ticks.max()), -Number(ticks.min())) < ticksEnd) continue;
    throw new RangeError("times beyond 64 bits of nanoseconds");
  }
}

/** Prints lists of bytes: flattens them, prints each item and splits them again by length. */
function printBytes(frame: DataFrame, name: string, print: (bytes: Uint8Array) => string): Series {
  const lengths = frame.select(pl.col(name).list.lengths().cast(pl.Float64).alias(name));
  const counts = lengths.getColumn(name).toArray() as (number | null)[];
  const filled = frame.filter(pl.col(name).list.lengths().gt(0)).getColumn(name);
  const bytes = filled.length === 0 ? new Uint8Array() : bytesOf(filled);
  let at = 0;
  const texts = counts.map((count) => {
    if (count === null) return null;
    at += count;
    return print(bytes.subarray(at - count, at));
  });
  return pl.Series(name, texts, pl.Utf8);
}

function bytesOf(lists: Series): Uint8Array {
  return Uint8Array.from(lists.explode().toTypedArray() as Uint8Array);
}

function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
