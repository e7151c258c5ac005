/** Reads some columns of a Parquet file by Polars, and gives their bytes the meaning they have. */
import pl, { type DataFrame, type LazyDataFrame, type Series } from "nodejs-polars";
import { GeometryStats } from "../geometries.ts";
import { geometryText } from "../wkb.ts";
import type { ParquetField } from "./schema.ts";

/** Throws what Polars throws; the caller knows another reader. */
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

  /** The same columns in a copy of the file that lies elsewhere. */
  at(filePath: string): PolarsReader {
    return filePath === this.#filePath ? this : new PolarsReader(filePath, this.#fields);
  }

  /** A run of rows; geometries come as GeoJSON text and are taken into the facts of their column. */
  read(from: number, rows: number, geometries: ReadonlyMap<string, GeometryStats>): DataFrame {
    return this.#slice(from, rows, this.#fields, geometries);
  }

  /** Which columns of a run of rows cannot be read; all of them where each alone can. */
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

/** The physical type of timestamps of 96 bits, as Impala and Spark write them. */
const int96 = 3;
const ticksEnd = 2 ** 63;

/** Polars counts such times in 64 bits of nanoseconds: all before 1677 and after 2262 become the last one. */
function refuseCutTimes(frame: DataFrame, fields: readonly ParquetField[]): void {
  for (const { name, leaf } of fields) {
    if (leaf?.type !== int96) continue;
    const ticks = frame.getColumn(name).cast(pl.Int64);
    if (Math.max(Number(ticks.max()), -Number(ticks.min())) < ticksEnd) continue;
    throw new RangeError("times beyond 64 bits of nanoseconds");
  }
}

/** Lists of bytes, each printed: they are laid end to end and cut by their lengths. */
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
