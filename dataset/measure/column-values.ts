/** Fetches the non-missing values and their hashes from Polars. */
import pl, {
  type DataFrame,
  type DataType,
  type Expr,
  type LazyDataFrame,
  type Series,
} from "nodejs-polars";
import type { ColumnType } from "../../market/profile/schemas.ts";
import type { Column } from "../base/plain-column.ts";
import type { SearchedTexts } from "./personal/counts.ts";

/** Values from which some can be chosen. */
export type Choosable = Pick<Column, "name" | "dtype" | "gather" | "head" | "toFrame"> & {
  /**
   * The values at these positions as Polars prints them, cut to `charsMax`, if available without a
   * query.
   */
  texts?(positions: readonly number[], charsMax: number): string[] | null;
  /** The first values of a text column, if available without a query. */
  searched?(many: number): SearchedTexts;
};

/** Numbers that can be taken as one array. */
export type Takeable = Pick<Column, "toTypedArray">;

/** The non-missing values of a column in a chunk. */
export type PresentValues = {
  values: Choosable;
  /** Hashes of all values, or only those below the requested bound. */
  hashes: Takeable;
  /** The values of `hashes`; null if not requested. */
  hashed: Choosable | null;
  /** The values converted by `asNumbers`. */
  numbers: Takeable | null;
  /** The distinct values in order of appearance with their counts, if they are few. */
  counted?: { values: Choosable; hashes: BigUint64Array; counts: Uint32Array };
  /** Texts that may look like personal data, if they were searched already. */
  shaped?: readonly string[];
  /** Nested values that may contain personal data, if they were searched already. */
  nested?: readonly string[];
};

/** Texts that gave no value, with their counts. */
export type SpelledNulls = ReadonlyMap<string, number>;

/** A chunk's number of rows, of missing values, and of empty cells. */
export type RowNumbers = { rows: number; nulls: number; rawNulls: number };

export type WantedColumn = {
  name: string;
  type: ColumnType;
  /** Number of missing values in the chunk. */
  nulls: number;
  /** Only hashes below this are needed; null for all. */
  hashesBelow: bigint | null;
  /** Whether the values of the requested hashes are needed, too. */
  wantsHashed: boolean;
};

type Castable<T> = { cast(type: DataType): T };

/**
 * Values as floats for measuring: numbers unchanged, dates as days and datetimes as milliseconds
 * since 1970, times as nanoseconds since midnight. Null for all other types.
 */
export function asNumbers<T extends Castable<T>>(type: ColumnType, values: T): T | null {
  switch (type) {
    case "integer":
    case "number":
      return values.cast(pl.Float64);
    case "date":
      return values.cast(pl.Int32).cast(pl.Float64);
    case "datetime":
      return values.cast(pl.Datetime("ms")).cast(pl.Int64).cast(pl.Float64);
    case "time":
      return values.cast(pl.Int64).cast(pl.Float64);
    default:
      return null;
  }
}

export function floatsOf(numbers: Takeable): Float64Array {
  return numbers.toTypedArray() as Float64Array;
}

/** Row offsets as a Polars series, which saves Polars from checking each number. */
export function positionsOf(offsets: readonly number[]): Series {
  return pl.Series("offsets", Int32Array.from(offsets));
}

/** Nested values as JSON text, unless their Polars type contains no text. */
export function nestedText(values: Column): Column | null {
  if (values.isString()) return values;
  const type = String(values.dtype);
  if (!/String|Utf8/.test(type) || /Binary|128/.test(type)) return null;
  const { name } = values;
  const json = pl.struct(pl.col(name)).struct.jsonEncode().alias(name);
  return values.toFrame().select(json).getColumn(name);
}

const hashName = (name: string): string => `hash_${name}`;
const numbersName = (name: string): string => `numbers_${name}`;

/**
 * The non-missing values of the requested columns, by name. Polars' threads do the work, and
 * unneeded hashes stay in Polars, because fetching values is slow.
 */
export async function presentValues(
  frame: DataFrame,
  wanted: readonly WantedColumn[],
): Promise<Map<string, PresentValues>> {
  const whole = wanted.filter(({ nulls }) => nulls === 0);
  const gappy = wanted.filter(({ nulls }) => nulls > 0);
  const found = await Promise.all([
    takeValues(frame, whole),
    ...gappy.map((column) => takeValues(frame, [column])),
  ]);
  return new Map(found.flat());
}

/** For columns without missing values, or a single column. */
async function takeValues(
  frame: DataFrame,
  columns: readonly WantedColumn[],
): Promise<[name: string, PresentValues][]> {
  if (columns.length === 0) return [];
  const chosen = frame.lazy().select(...columns.map(({ name }) => name));
  // `dropNulls` copies everything even if there is nothing to drop.
  const present = columns.some(({ nulls }) => nulls > 0) ? chosen.dropNulls() : chosen;
  const exprs = columns.flatMap(({ name, type, hashesBelow }): Expr[] => {
    const values = pl.col(name);
    const numbers = asNumbers(type, values);
    return [
      values,
      ...(hashesBelow === null ? [values.hash().alias(hashName(name))] : []),
      ...(numbers ? [numbers.alias(numbersName(name))] : []),
    ];
  });
  const [found, ...someHashes] = await Promise.all([
    present.select(...exprs).collect(),
    ...columns.map((column) => takeHashes(present, column)),
  ]);
  return columns.map(({ name, type }, index) => {
    const numbers = asNumbers(type, pl.col(name)) ? found.getColumn(numbersName(name)) : null;
    const values = found.getColumn(name);
    const some = someHashes[index];
    if (some) return [name, { values, numbers, ...some }];
    return [name, { values, numbers, hashes: found.getColumn(hashName(name)), hashed: values }];
  });
}

async function takeHashes(
  present: LazyDataFrame,
  { name, hashesBelow: below, wantsHashed }: WantedColumn,
): Promise<Pick<PresentValues, "hashes" | "hashed"> | null> {
  if (below === null) return null;
  const hash = pl.col(name).hash().alias(hashName(name));
  const chosen = present.select(hash, ...(wantsHashed ? [pl.col(name)] : []));
  const found = await chosen.filter(pl.col(hashName(name)).lt(pl.lit(below))).collect();
  const hashed = wantsHashed ? found.getColumn(name) : null;
  return { hashes: found.getColumn(hashName(name)), hashed };
}

/** The values of a column with too few rows for a query; nested ones have no hashes. */
export function presentOf(column: Column, nulls: number, type: ColumnType): PresentValues {
  const values = nulls === 0 ? column : column.dropNulls();
  const hashes = { toTypedArray: (): unknown => values.hash().toTypedArray() };
  return { values, hashes, hashed: values, numbers: asNumbers(type, values) };
}
