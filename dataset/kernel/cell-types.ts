/** What is known of the columns of a chunk of cells: zero is a missing one. Addresses are those of the kernel's memory. */
import { type Arrays, markBytes, placeBytes, wordBytes } from "./arrays.ts";

/**
 * How the cells of a column are written that the kernel reads; `none` are all missing. `float` and `truth`
 * are numbers and booleans of JSON: Polars hashes their rows by their values, those of text by what is written.
 * `nested` are its objects and arrays.
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

/** How cells are read, and in which order rows are hashed. */
export type CellReading = {
  forms: readonly CellForm[];
  order: readonly number[];
  /** The spellings of missing values. */
  tokens: readonly string[];
  /** Of each column: hashes from here on are not wanted; 0 for all. */
  bounds: readonly bigint[];
};

/** Columns of which values are counted, and nothing else. */
export function isOfTruths(form: CellForm): boolean {
  return form === "boolean" || form === "truth";
}

/** Columns whose cells are what their values are: there is a hash for each row, and nothing is parsed. */
export function isOfTexts(form: CellForm): boolean {
  return form === "string" || form === "nested";
}

/** Columns whose values are floats as they are parsed. */
export function isOfFloats(form: CellForm): boolean {
  return form === "number" || form === "float";
}

/** Addresses of what is known of a column: of texts their hashes, else the values and their rows. */
export type CellColumn = {
  form: CellForm;
  cells: number;
  /** Of texts a hash for each row, of others a value for each that is not missing; 0 where nothing is parsed. */
  values: number;
  /** The row of each value; of texts nothing. */
  places: number;
  /** The hash of each value where they are known, as of `float`; else 0. */
  hashes: number;
  /** Values that are not missing; of texts the cells that are not empty. */
  count: number;
  /** Cells that are zero. */
  emptyCells: number;
  trues: number;
  /** What is known of its values, where it was measured already. */
  measured?: Measured;
};

/** Of each row, used again for each column. */
export const scratchArrays = {
  hashes: wordBytes,
  places: placeBytes,
  floats: wordBytes,
  lacking: markBytes,
  shaped: placeBytes,
  doubted: placeBytes,
};

/** Addresses of the arrays, and of the figures of one column. */
export type Scratch = Record<keyof typeof scratchArrays | "into", number>;

type ColumnArrays = Arrays<"values" | "places" | "hashes">;
const ofCounted: ColumnArrays = { values: 0, places: 0, hashes: 0 };
const ofTexts: ColumnArrays = { ...ofCounted, values: wordBytes };
const ofParsed: ColumnArrays = { ...ofTexts, places: placeBytes };

/** Of each row of a column: see `CellColumn`. */
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

/** So many numbers from an address on. */
export type Rows = { at: number; many: number };

/** Hashes below `bound` (0 for all) and the rows of their values; both have `kept` of them. */
type Hashed = { bound: bigint; hashes: number; places: number; kept: number };

/** What is counted over the texts of a column, in the order in which the program writes it. */
export const textCounts = ["shortest", "longest", "chars", "addresses"] as const;

/** `addresses` are texts with an e-mail address, without those that are to be looked at. */
export type TextCounts = Record<(typeof textCounts)[number], number>;

/** What is counted over the floats of a column, in the order in which the program writes it. */
export const numberCounts = ["min", "max", "sum", "std"] as const;
export type NumberCounts = Record<(typeof numberCounts)[number], number>;

export type MeasuredTexts = Hashed & {
  kind: "texts";
  counts: TextCounts;
  doubted: Rows;
  /** Texts that may have the shape of personal data. */
  shaped: Rows;
};

export type MeasuredNumbers = Hashed & {
  kind: "numbers";
  /** The values as floats: times in milliseconds, days as such. */
  floats: number;
  /** Of what is no fraction, in the units that it was parsed to. */
  least: bigint;
  most: bigint;
  counts: NumberCounts;
};

/** The rows of values in which something may be personal. */
export type MeasuredNested = { kind: "nested"; shaped: Rows };

export type Measured = MeasuredTexts | MeasuredNumbers | MeasuredNested;
