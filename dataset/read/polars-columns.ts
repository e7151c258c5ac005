/** The columns of typed formats (Parquet and Arrow) as read by Polars. */
import pl, { type DataFrame, type Expr, type Series } from "nodejs-polars";
import type { ColumnType, ProfileAlert } from "../../market/profile/schemas.ts";
import { type DatasetLimits, limitRefusal } from "../base/limits.ts";
import { DatasetRefusal } from "../base/refusal.ts";
import { frameColumn, pickRowsOf, type RawKind } from "../base/table.ts";
import { type ColumnNaming, displayNames, nameAlerts } from "./column-names.ts";
import { outOfRangeAlerts } from "./lost-columns.ts";
import { asText, type Mapping, mapColumns, opaque, within } from "./polars-types.ts";
import { wireValues } from "./polars-values.ts";

/** Types of columns that come as text: nested values and geometries as JSON, bytes as digits. */
export type PrintedTypes = ReadonlyMap<string, ColumnType>;

/**
 * A frame of uniquely named columns, in any order. Built column by column, because Polars renames
 * an unnamed one in a list.
 */
export function frameOf(columns: readonly Series[]): DataFrame {
  return pl.DataFrame(Object.fromEntries(columns.map((column) => [column.name, column])));
}

/** Names, casts and displays the columns of a file with Polars types. */
export class PolarsColumns {
  readonly naming: ColumnNaming;
  readonly kinds: readonly RawKind[];
  readonly #exprs: readonly Expr[];
  readonly #mappings: readonly Mapping[];
  readonly #printed: readonly boolean[];
  readonly #ranged: readonly { name: string; index: number }[];
  #outOfRange = 0;

  /** `head` is the table without rows; its names may differ from the file's. */
  constructor(
    head: DataFrame,
    printed: PrintedTypes = new Map(),
    rawNames: readonly string[] = head.columns,
  ) {
    // Stored once, because each access creates a new array.
    const names = head.columns;
    this.naming = displayNames(rawNames);
    this.#printed = names.map((name) => printed.has(name));
    this.#mappings = mapColumns(head).map((mapping, index) => {
      const type = printed.get(names[index] ?? "");
      if (type === undefined) return mapping;
      return type === "binary" ? opaque : { type, cast: null };
    });
    this.kinds = this.#mappings.map(({ type, cast }) =>
      type === "integer" && cast === asText ? "digits" : type,
    );
    this.#exprs = names.map((name, index) => {
      const { cast, range } = this.#mappings[index] as Mapping;
      const column = range ? within(pl.col(name), range) : pl.col(name);
      return (cast ? cast(column) : column).alias(frameColumn(index));
    });
    this.#ranged = names.flatMap((name, index) =>
      this.#mappings[index]?.range ? [{ name, index }] : [],
    );
  }

  /** Resets the counts of an earlier pass over the file. */
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

  /** Alerts about the names, and about what was left out since the last restart. */
  alerts(): ProfileAlert[] {
    return [...nameAlerts(this.naming), ...outOfRangeAlerts(this.#outOfRange)];
  }

  /**
   * Refuses a selected frame with too much text in total, estimated from a few rows: a dictionary
   * can represent a terabyte in a megabyte, which fits into memory but takes hours to process.
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
    const columns = frame.getColumns().map((column, index) => {
      const { type } = this.#mappings[index] as Mapping;
      const picked = column.gather([...offsets]);
      if (!this.#printed[index]) return wireValues(picked, type);
      const texts = picked.toArray() as (string | null)[];
      return texts.map((text) => printedValue(text, type));
    });
    return pickRowsOf(
      columns,
      offsets.map((_, row) => row),
    );
  }
}

function printedValue(text: string | null, type: ColumnType): unknown {
  if (text === null) return null;
  return type === "binary" ? "[binary]" : JSON.parse(text);
}

/** Number of rows whose texts are measured before a chunk is processed. */
const probedRows = 32;
const unsupportedMessage =
  /could not import|unsupported|not (yet )?(supported|implemented)|encrypt/i;

/**
 * Runs a Polars call on a file called `name` (such as `Parquet`); a decoding error becomes a
 * refusal. Polars' message goes only to the log.
 */
export function decoded<T>(name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (unsupportedMessage.test(message)) {
      const detail = `The ${name} file uses an unsupported type or encoding.`;
      throw new DatasetRefusal("unsupported_format", detail, name.toLowerCase(), error);
    }
    const detail = `The ${name} data is damaged: its parts contradict each other.`;
    throw new DatasetRefusal("malformed_file", detail, name.toLowerCase(), error);
  }
}
