/** The columns of the formats that bring types of their own: Parquet and Arrow, read by Polars. */
import pl, { type DataFrame, type Expr, type Series } from "nodejs-polars";
import type { ColumnType, ProfileAlert } from "../../market/profile/schemas.ts";
import { dayMs } from "../../platform/time.ts";
import { type DatasetLimits, limitRefusal } from "../base/limits.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import { frameColumn, pickRows, type RawKind } from "../base/table.ts";
import { isoDateTime } from "../base/values.ts";
import { displayNames } from "./column-names.ts";

/** How a Polars type is profiled: its wire type and, where needed, the cast that leads there. */
type Mapping = { type: ColumnType; cast: ((column: Expr) => Expr) | null; range?: Range };

/** Values that dates and times may have, as the numbers by which they are stored. */
type Range = { min: number; max: number };

const dayMin = -719_162;
const dayMax = 2_932_896;

/** Polars aborts the process when it prints a date beyond its calendar. */
function rangeOf(dtype: string): Range | null {
  if (/^Date\b/.test(dtype)) return { min: dayMin, max: dayMax };
  if (/^Time\b/.test(dtype)) return { min: 0, max: dayMs * 1e6 - 1 };
  const unit = /^Datetime\((ms|us)/.exec(dtype)?.[1];
  if (!unit) return null;
  const perDay = unit === "ms" ? dayMs : dayMs * 1000;
  return { min: dayMin * perDay, max: (dayMax + 1) * perDay - 1 };
}

function within(column: Expr, { min, max }: Range): Expr {
  const stored = column.cast(pl.Int64).cast(pl.Float64);
  const isIn = stored.gtEq(pl.lit(min)).and(stored.ltEq(pl.lit(max)));
  return pl.when(isIn).then(column).otherwise(pl.lit(null));
}

const asText = (column: Expr): Expr => column.cast(pl.Utf8);
const asFloat = (column: Expr): Expr => column.cast(pl.Float64);

const mappingsByType: readonly (readonly [pattern: RegExp, mapping: Mapping])[] = [
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
  const found = mappingsByType.find(([pattern]) => pattern.test(name));
  const range = rangeOf(name);
  if (found && range) return { ...found[1], range };
  return found?.[1] ?? { type: "string", cast: asText };
}

/** A type that nodejs-polars cannot name; its values are told apart by hash and never shown. */
const opaque: Mapping = {
  type: "binary",
  cast: (column) =>
    pl.when(column.isNull()).then(pl.lit(null)).otherwise(column.hash().cast(pl.UInt64)),
};
/** 128-bit integers, as text. */
const wideInteger: Mapping = { type: "integer", cast: asText };

/** The mapping of every column; asks column by column when one of the types cannot be named. */
function mapColumns(head: DataFrame): Mapping[] {
  try {
    return head.dtypes.map((dtype) => mappingOf(dtype.toString()));
  } catch {
    return head.columns.map((name) => {
      const one = head.select(pl.col(name));
      try {
        return mappingOf(String(one.dtypes[0]));
      } catch (error) {
        return /Int128/.test(String(error)) ? wideInteger : opaque;
      }
    });
  }
}

/** The columns of a file that brings Polars types: how they are named, cast and shown. */
export class PolarsColumns {
  readonly naming: ReturnType<typeof displayNames>;
  readonly kinds: readonly RawKind[];
  readonly #exprs: readonly Expr[];
  readonly #mappings: readonly Mapping[];
  readonly #ranged: readonly { name: string; index: number }[];
  #outOfRange = 0;

  /** `head` is the table without its rows. */
  constructor(head: DataFrame) {
    this.naming = displayNames(head.columns);
    this.#mappings = mapColumns(head);
    this.kinds = this.#mappings.map(({ type, cast }) =>
      type === "integer" && cast === asText ? "digits" : type,
    );
    this.#exprs = head.columns.map((name, index) => {
      const { cast, range } = this.#mappings[index] as Mapping;
      const column = range ? within(pl.col(name), range) : pl.col(name);
      return (cast ? cast(column) : column).alias(frameColumn(index));
    });
    this.#ranged = head.columns.flatMap((name, index) =>
      this.#mappings[index]?.range ? [{ name, index }] : [],
    );
  }

  /** Forgets the counts of an earlier pass over the file. */
  restart(): void {
    this.#outOfRange = 0;
  }

  /** The columns of some rows as `c0`, `c1`, … in the types that are profiled. */
  select(frame: DataFrame): DataFrame {
    const selected = frame.select(...this.#exprs);
    if (this.#ranged.length === 0) return selected;
    const missing = (of: DataFrame, names: string[]): number =>
      (
        of
          .select(...names)
          .nullCount()
          .row(0) as unknown[]
      )
        .map(Number)
        .reduce((a, b) => a + b, 0);
    const before = this.#ranged.map(({ name }) => name);
    const after = this.#ranged.map(({ index }) => frameColumn(index));
    this.#outOfRange += missing(selected, after) - missing(frame, before);
    return selected;
  }

  /** What was left out since the last restart. */
  alerts(): ProfileAlert[] {
    if (this.#outOfRange === 0) return [];
    const detail = `${this.#outOfRange} dates or times lie outside of the years 1 to 9999 or of the day; they count as missing.`;
    return [{ code: "dates_out_of_range", detail }];
  }

  /**
   * Refuses a selected frame whose texts are too long together, by a few of its rows: a dictionary
   * lets a megabyte stand for a terabyte, which fits in memory but takes hours to look through.
   */
  refuseLongText(frame: DataFrame, limits: DatasetLimits, format: string): void {
    const lengths = this.kinds.flatMap((kind, index) =>
      kind === "string" ? [pl.col(frameColumn(index)).str.lengths().cast(pl.Float64).sum()] : [],
    );
    if (lengths.length === 0 || frame.height === 0) return;
    const step = Math.max(1, Math.floor(frame.height / probedRows));
    const probe = frame.gatherEvery(step);
    const sums = probe.select(...lengths.map((length, at) => length.alias(`l${at}`))).row(0);
    const probed = sums.reduce((sum: number, length) => sum + Number(length ?? 0), 0);
    const bytes = (probed * frame.height) / probe.height;
    if (bytes > limits.chunkTextBytesMax) {
      throw limitRefusal(limits, "chunkTextBytesMax", bytes, format);
    }
  }

  /** The wire values of some rows of a selected frame. */
  pick(frame: DataFrame, offsets: readonly number[]): unknown[][] {
    if (offsets.length === 0) return [];
    const encoded = this.#mappings.map(({ type }, index) => {
      const isNested = type === "object" || type === "array";
      return isNested && holdsDecimals(frame.getColumn(frameColumn(index)));
    });
    const printed = this.#mappings.map(({ type }, index) => {
      const column = pl.col(frameColumn(index));
      if (encoded[index]) return pl.struct(column).struct.jsonEncode().alias(frameColumn(index));
      const isTemporal = type === "date" || type === "datetime" || type === "time";
      return isTemporal ? column.cast(pl.Utf8) : column;
    });
    return pickRows(frame.select(...printed), offsets).map((row) =>
      row.map((value, index) => {
        if (!encoded[index]) return this.#wireValue(value, index);
        const wrapped = JSON.parse(String(value)) as Record<string, unknown>;
        return wrapped[frameColumn(index)] ?? null;
      }),
    );
  }

  #wireValue(value: unknown, index: number): unknown {
    const type = this.#mappings[index]?.type;
    if (type === "datetime" && typeof value === "string") return isoDateTime(value);
    if (type === "binary" && value !== null) return "[binary]";
    return value;
  }
}

/** Decimals inside of nested values cannot be handed to JavaScript other than as JSON. */
function holdsDecimals(column: Series): boolean {
  return /Decimal/.test(String(column.dtype));
}

const reasonCharsMax = 200;
/** Rows whose texts are measured before a chunk is looked through. */
const probedRows = 32;
const internalMessage = /unwrap|panic|thread '/i;
const unsupportedMessage =
  /could not import|unsupported|not (yet )?(supported|implemented)|encrypt/i;

/** Runs a Polars call on a file called `name` (as `Parquet`); what it cannot decode is malformed. */
export function decoded<T>(name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const reason = (message.split("\n")[0] ?? "").slice(0, reasonCharsMax);
    if (unsupportedMessage.test(message)) {
      const detail = `The ${name} file uses a feature that is not supported: ${reason}`;
      throw new DatasetRefusal("unsupported_format", detail, name.toLowerCase());
    }
    const shown = internalMessage.test(message) ? "its parts contradict one another" : reason;
    const detail = `The ${name} data is broken: ${shown.replace(/\.?$/, ".")}`;
    throw new DatasetRefusal("malformed_file", detail, name.toLowerCase());
  }
}
