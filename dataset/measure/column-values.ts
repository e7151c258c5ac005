/** Takes the values that are not missing, and their hashes, out of Polars. */
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

/** Values as those see them who choose some of them. */
export type Choosable = Pick<Column, "name" | "dtype" | "gather" | "head" | "toFrame"> & {
  /** The values at these positions as Polars prints them, cut to so many characters, where they are at hand. */
  texts?(positions: readonly number[], charsMax: number): string[] | null;
  /** The first values of a column of texts, where they are at hand. */
  searched?(many: number): SearchedTexts;
};

/** Numbers as those see them who take them all. */
export type Takeable = Pick<Column, "toTypedArray">;

/** The values of a column in a chunk, without the missing ones. */
export type PresentValues = {
  values: Choosable;
  /** Of all values, or of those alone whose hash is below the wanted bound. */
  hashes: Takeable;
  /** The values of `hashes`; null where they are not wanted. */
  hashed: Choosable | null;
  /** What `asNumbers` makes of the values. */
  numbers: Takeable | null;
  /** The different values in the order in which they come, and how often, where they are few. */
  counted?: { values: Choosable; hashes: BigUint64Array; counts: Uint32Array };
  /** The texts that may have the shape of personal data, where they were looked for already. */
  shaped?: readonly string[];
  /** Of nested values those that may hold something personal, where they were looked for already. */
  nested?: readonly string[];
};

/** How many rows of a chunk there are, without a value, and without anything written. */
export type RowNumbers = { rows: number; nulls: number; rawNulls: number };

export type WantedColumn = {
  name: string;
  type: ColumnType;
  /** How many of its values in the chunk are missing. */
  nulls: number;
  /** Hashes from here on are not wanted; null for all. */
  hashesBelow: bigint | null;
  /** Whether the values of the wanted hashes are wanted too. */
  wantsHashed: boolean;
};

type Castable<T> = { cast(type: DataType): T };

/**
 * Values as the floats that they are measured by: numbers as such, dates as days and datetimes as
 * milliseconds since 1970, times as nanoseconds since midnight. Null for all other types.
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

/** Offsets of rows as Polars takes them, which saves it to look at each number on its own. */
export function positionsOf(offsets: readonly number[]): Series {
  return pl.Series("offsets", Int32Array.from(offsets));
}

/** Nested values as JSON text, unless the type that Polars has for them holds no text. */
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
 * The values that are not missing, of all wanted columns, by name. Threads of Polars do the work,
 * and hashes that nobody wants never leave them: taking values out of Polars is slow.
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

/** Columns without a gap, or a single one. */
async function takeValues(
  frame: DataFrame,
  columns: readonly WantedColumn[],
): Promise<[name: string, PresentValues][]> {
  if (columns.length === 0) return [];
  const chosen = frame.lazy().select(...columns.map(({ name }) => name));
  // Even where nothing is dropped, dropping would copy all of it.
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

/** The values of a column of which a chunk has too few to ask for them; nested ones have no hashes. */
export function presentOf(column: Column, nulls: number, type: ColumnType): PresentValues {
  const values = nulls === 0 ? column : column.dropNulls();
  const hashes = { toTypedArray: (): unknown => values.hash().toTypedArray() };
  return { values, hashes, hashed: values, numbers: asNumbers(type, values) };
}
