/** Reads Parquet by row groups, once its footer has been found harmless. */
import pl, { type LazyDataFrame } from "nodejs-polars";
import type { DatasetLimits } from "../../base/limits.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import type { TableChunk, TableFacts, TableSource } from "../../base/table.ts";
import { decoded, PolarsColumns } from "../polars-columns.ts";
import { type ParquetFooter, readParquetFooter } from "./footer.ts";

/** A row group that is at most this many times a chunk is decoded in one go. */
const wholeGroupChunksMax = 4;

/** Reads Parquet by row groups, or by slices of large ones. Its columns bring their types. */
export class ParquetSource implements TableSource {
  readonly format = "parquet";
  readonly encoding = null;
  readonly delimiter = null;
  readonly names: readonly string[];
  readonly #byteSize: number;
  readonly #limits: DatasetLimits;
  readonly #footer: ParquetFooter;
  readonly #lazy: LazyDataFrame;
  readonly #columns: PolarsColumns;

  constructor(filePath: string, byteSize: number, limits: DatasetLimits) {
    this.#byteSize = byteSize;
    this.#limits = limits;
    this.#footer = readParquetFooter(filePath, byteSize, limits);
    this.#lazy = decoded("Parquet", () => pl.scanParquet(filePath, { glob: false }));
    const head = decoded("Parquet", () => this.#lazy.limit(0).collectSync());
    this.#columns = new PolarsColumns(head);
    this.names = this.#columns.naming.names;
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    let done = 0;
    this.#columns.restart();
    for (const rows of this.#plan()) {
      const frame = decoded("Parquet", () =>
        this.#columns.select(this.#lazy.slice(done, rows).collectSync()),
      );
      if (frame.height !== rows) {
        throw new DatasetRefusal("malformed_file", "Rows are missing from the file.", "parquet");
      }
      this.#columns.refuseLongText(frame, this.#limits, "parquet");
      done += rows;
      yield {
        frame,
        rows,
        kinds: this.#columns.kinds,
        pick: (offsets) => this.#columns.pick(frame, offsets),
        bytesDone: Math.round((this.#byteSize * done) / this.#footer.rows),
      };
    }
  }

  facts(): TableFacts {
    return {
      raggedRows: 0,
      badlyNamedColumns: this.#columns.naming.badlyNamed,
      mixes: new Map(),
      alerts: this.#columns.alerts(),
    };
  }

  /** Numbers of rows that are decoded at a time. */
  *#plan(): Generator<number> {
    const { chunkBytes } = this.#limits;
    for (const group of this.#footer.rowGroups) {
      if (group.rows === 0) continue;
      const bytes = Math.max(group.uncompressedBytes, group.rows * this.#footer.leafColumns * 8);
      const whole = bytes <= chunkBytes * wholeGroupChunksMax;
      const perChunk = whole ? group.rows : Math.ceil((group.rows * chunkBytes) / bytes);
      for (let left = group.rows; left > 0; left -= perChunk) yield Math.min(left, perChunk);
    }
  }
}
