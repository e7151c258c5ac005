/**
 * Types for the columns of a chunk of cells. Addresses are in the kernel's memory; a missing cell
 * is zero.
 */
import { type Arrays, markBytes, placeBytes, wordBytes } from "./arrays.ts";

/**
 * How a column's cells are written; all cells of `none` are missing. `float` and `truth` are JSON's
 * numbers and booleans: Polars hashes their rows by value, those of text by spelling. `nested` are
 * JSON's objects and arrays.
 */
export type CellForm =
  | "none"
  | "string"
  | "nested"
  | "integer"
  | "number"
  | "float"
  | "boolean"
  | "truth"
  | "date"
  | "datetime_blank"
  | "datetime_t"
  | "datetime_z";

/** How cells are read, and the column order of row hashes. */
export type CellReading = {
  forms: readonly CellForm[];
  order: readonly number[];
  /** The spellings of missing values. */
  tokens: readonly string[];
  /** Per column of text: the spellings that are missing values in it. */
  words: readonly (readonly string[])[];
  /** Per column: only hashes below this are needed; 0 for all. */
  bounds: readonly bigint[];
};

/** Equal for readings that give the same cells. */
export function keyOf({ forms, words }: Pick<CellReading, "forms" | "words">): string {
  return JSON.stringify([forms, words]);
}

/** Columns whose values are only counted. */
export function isOfTruths(form: CellForm): boolean {
  return form === "boolean" || form === "truth";
}

/** Columns whose cells are their values: they have a hash per row, and nothing is parsed. */
export function isOfTexts(form: CellForm): boolean {
  return form === "string" || form === "nested";
}

/** Columns whose parsed values are floats. */
export function isOfFloats(form: CellForm): boolean {
  return form === "number" || form === "float";
}

/** Addresses of a column's data: for text its hashes, otherwise the values with their rows. */
export type CellColumn = {
  form: CellForm;
  cells: number;
  /** For text a hash per row, otherwise one entry per non-missing value; 0 if nothing is parsed. */
  values: number;
  /** The row of each value; unused for text. */
  places: number;
  /** The hash of each value if known, as for `float`; otherwise 0. */
  hashes: number;
  /** Number of non-missing values; for text, of non-empty cells. */
  count: number;
  /** Number of cells that are zero in the file. */
  emptyCells: number;
  /** The spellings of its missing values other than empty cells; of blank cells, the empty text. */
  spelled: readonly string[];
  trues: number;
  /** Results if its values were measured already. */
  measured?: Measured;
};

/** Per row, reused for each column. */
export const scratchArrays = {
  hashes: wordBytes,
  places: placeBytes,
  floats: wordBytes,
  lacking: markBytes,
  shaped: placeBytes,
  doubted: placeBytes,
};

/** Addresses of the arrays, and of the results for one column. */
export type Scratch = Record<keyof typeof scratchArrays | "into", number>;

type ColumnArrays = Arrays<"values" | "places" | "hashes">;
const ofCounted: ColumnArrays = { values: 0, places: 0, hashes: 0 };
const ofTexts: ColumnArrays = { ...ofCounted, values: wordBytes };
const ofParsed: ColumnArrays = { ...ofTexts, places: placeBytes };

/** Per row of a column: see `CellColumn`. */
export const columnArrays: Readonly<Record<CellForm, ColumnArrays>> = {
  none: ofCounted,
  boolean: ofCounted,
  truth: ofCounted,
  string: ofTexts,
  nested: ofTexts,
  integer: ofParsed,
  number: ofParsed,
  float: { ...ofParsed, hashes: wordBytes },
  date: ofParsed,
  datetime_blank: ofParsed,
  datetime_t: ofParsed,
  datetime_z: ofParsed,
};

/** `many` numbers from an address on. */
export type Rows = { at: number; many: number };

/** The `kept` hashes below `bound` (0 for all), and the rows of their values. */
type Hashed = { bound: bigint; hashes: number; places: number; kept: number };

/** Counts over a column's texts, in the order in which the program writes them. */
export const textCounts = ["shortest", "longest", "chars", "addresses"] as const;

/** `addresses` counts texts with an e-mail address, without the undecided ones. */
export type TextCounts = Record<(typeof textCounts)[number], number>;

/** Counts over a column's floats, in the order in which the program writes them. */
export const numberCounts = ["min", "max", "sum", "std"] as const;
export type NumberCounts = Record<(typeof numberCounts)[number], number>;

export type MeasuredTexts = Hashed & {
  kind: "texts";
  counts: TextCounts;
  doubted: Rows;
  /** Texts that may look like personal data. */
  shaped: Rows;
};

export type MeasuredNumbers = Hashed & {
  kind: "numbers";
  /** The values as floats: times in milliseconds, days unchanged. */
  floats: number;
  /** For values other than fractions, in the unit in which they were parsed. */
  least: bigint;
  most: bigint;
  counts: NumberCounts;
};

/** The rows whose values may contain personal data. */
export type MeasuredNested = { kind: "nested"; shaped: Rows };

export type Measured = MeasuredTexts | MeasuredNumbers | MeasuredNested;
