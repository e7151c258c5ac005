import pl, { type DataFrame, type Expr, type LazyDataFrame } from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import { type DatasetLimits, DatasetRefusal } from "./limits.ts";
import { type ParquetFooter, readParquetFooter } from "./parquet-footer.ts";
import {
  displayNames,
  frameColumn,
  pickRows,
  type TableChunk,
  type TableFacts,
  type TableSource,
} from "./table.ts";
import { isoDateTime } from "./values.ts";

/** How a Polars type is profiled: its wire type and, where needed, the cast that leads there. */
type Mapping = { type: ColumnType; cast: ((column: Expr) => Expr) | null };

const asText = (column: Expr): Expr => column.cast(pl.Utf8);
const asFloat = (column: Expr): Expr => column.cast(pl.Float64);

const MAPPINGS: readonly (readonly [pattern: RegExp, mapping: Mapping])[] = [
  [/^(U?Int(8|16|32|64))\b/, { type: "integer", cast: null }],
  [/^Float/, { type: "number", cast: asFloat }],
  [/^Decimal/, { type: "number", cast: asFloat }],
  [/^Bool/, { type: "boolean", cast: null }],
  [/^(Utf8|String)\b/, { type: "string", cast: null }],
  [/^(Categorical|Enum)\b/, { type: "string", cast: asText }],
  [/^Datetime\b/, { type: "datetime", cast: null }],
  [/^Date\b/, { type: "date", cast: null }],
  [/^Time\b/, { type: "time", cast: null }],
  [/^Duration\b/, { type: "integer", cast: (column) => column.cast(pl.Int64) }],
  [/^Struct\b/, { type: "object", cast: null }],
  [/^(List|FixedSizeList|Array)\b/, { type: "array", cast: null }],
  [/^Null\b/, { type: "empty", cast: asText }],
];

function mappingOf(dtype: string): Mapping {
  const name = dtype.replace(/^DataType\(/, "");
  const found = MAPPINGS.find(([pattern]) => pattern.test(name));
  return found?.[1] ?? { type: "string", cast: asText };
}

/** A type that nodejs-polars cannot name; its values are told apart by hash and never shown. */
const OPAQUE: Mapping = {
  type: "binary",
  cast: (column) =>
    pl.when(column.isNull()).then(pl.lit(null)).otherwise(column.hash().cast(pl.UInt64)),
};
/** 128-bit integers, as text. */
const WIDE_INTEGER: Mapping = { type: "integer", cast: asText };

/** The mapping of every column; asks column by column when one of the types cannot be named. */
function mapColumns(lazy: LazyDataFrame, head: DataFrame): Mapping[] {
  try {
    return head.dtypes.map((dtype) => mappingOf(dtype.toString()));
  } catch {
    return head.columns.map((name) => {
      const one = lazy.select(pl.col(name)).limit(0).collectSync();
      try {
        return mappingOf(String(one.dtypes[0]));
      } catch (error) {
        return /Int128/.test(String(error)) ? WIDE_INTEGER : OPAQUE;
      }
    });
  }
}

/** A row group that is at most this many times a chunk is decoded in one go. */
const WHOLE_GROUP_CHUNKS_MAX = 4;

/** Reads Parquet by row groups, or by slices of large ones. Its columns bring their types. */
export class ParquetSource implements TableSource {
  readonly format = "parquet";
  readonly encoding = null;
  readonly delimiter = null;
  readonly names: readonly string[];
  private readonly byteSize: number;
  private readonly limits: DatasetLimits;
  private readonly footer: ParquetFooter;
  private readonly lazy: LazyDataFrame;
  private readonly naming: ReturnType<typeof displayNames>;
  private readonly mappings: readonly Mapping[];

  constructor(filePath: string, byteSize: number, limits: DatasetLimits) {
    this.byteSize = byteSize;
    this.limits = limits;
    this.footer = readParquetFooter(filePath, byteSize, limits);
    this.lazy = decoded(() => pl.scanParquet(filePath, { glob: false }));
    const head = decoded(() => this.lazy.limit(0).collectSync());
    this.naming = displayNames(head.columns);
    this.names = this.naming.names;
    this.mappings = mapColumns(this.lazy, head);
    const renamed = head.columns.map((name, index) => {
      const { cast } = this.mappings[index] as Mapping;
      const column = pl.col(name);
      return (cast ? cast(column) : column).alias(frameColumn(index));
    });
    this.lazy = this.lazy.select(...renamed);
  }

  async *chunks(): AsyncGenerator<TableChunk> {
    let done = 0;
    for (const rows of this.plan()) {
      const frame = decoded(() => this.lazy.slice(done, rows).collectSync());
      if (frame.height !== rows) {
        throw new DatasetRefusal("malformed_file", "Rows are missing from the file.", "parquet");
      }
      done += rows;
      yield {
        frame,
        rows,
        kinds: this.mappings.map(({ type, cast }) =>
          type === "integer" && cast === asText ? "digits" : type,
        ),
        pick: (offsets) => this.pick(frame, offsets),
        bytesDone: Math.round((this.byteSize * done) / this.footer.rows),
      };
    }
  }

  facts(): TableFacts {
    return {
      raggedRows: 0,
      badlyNamedColumns: this.naming.badlyNamed,
      mixes: new Map(),
      alerts: [],
    };
  }

  /** Numbers of rows that are decoded at a time. */
  private *plan(): Generator<number> {
    const { chunkBytes } = this.limits;
    for (const group of this.footer.rowGroups) {
      if (group.rows === 0) continue;
      const bytes = Math.max(group.uncompressedBytes, group.rows * this.footer.leafColumns * 8);
      const whole = bytes <= chunkBytes * WHOLE_GROUP_CHUNKS_MAX;
      const perChunk = whole ? group.rows : Math.ceil((group.rows * chunkBytes) / bytes);
      for (let left = group.rows; left > 0; left -= perChunk) yield Math.min(left, perChunk);
    }
  }

  private pick(frame: DataFrame, offsets: readonly number[]): unknown[][] {
    const printed = this.mappings.map(({ type }, index) => {
      const column = pl.col(frameColumn(index));
      const isTemporal = type === "date" || type === "datetime" || type === "time";
      return isTemporal ? column.cast(pl.Utf8) : column;
    });
    return pickRows(frame.select(...printed), offsets).map((row) =>
      row.map((value, index) => this.wireValue(value, index)),
    );
  }

  private wireValue(value: unknown, index: number): unknown {
    const type = this.mappings[index]?.type;
    if (type === "datetime" && typeof value === "string") return isoDateTime(value);
    if (type === "binary" && value !== null) return "[binary]";
    return value;
  }
}

const REASON_CHARS_MAX = 200;
const UNSUPPORTED = /could not import|unsupported|not (yet )?(supported|implemented)|encrypt/i;

/** Runs a Polars call; what it cannot decode is a malformed file. */
function decoded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = (message.split("\n")[0] ?? "").slice(0, REASON_CHARS_MAX);
    if (UNSUPPORTED.test(message)) {
      const detail = `The Parquet file uses a feature that is not supported: ${reason}`;
      throw new DatasetRefusal("unsupported_format", detail, "parquet");
    }
    throw new DatasetRefusal("malformed_file", `The Parquet data is broken: ${reason}`, "parquet");
  }
}
