/** What is known of the columns of a chunk of cells. Addresses are those of the kernel's memory. */

/** How the cells of a column are written that the kernel reads; `none` are all missing. */
export type CellForm =
  | "none"
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "date"
  | "datetime_blank"
  | "datetime_t"
  | "datetime_z";

/** Addresses of what is known of a column: of texts their hashes, else the values and their rows. */
export type CellColumn = {
  form: CellForm;
  cells: number;
  /** Of texts a hash for each row, of others a value for each that is not missing. */
  values: number;
  /** The row of each value; of texts nothing. */
  places: number;
  /** Values that are not missing; of texts the cells that are not empty. */
  count: number;
  /** Cells without anything. */
  emptyCells: number;
  trues: number;
  /** What is known of its values, where it was measured already. */
  measured?: Measured;
};

/** Addresses of one number for each row, that are used again for each column. */
export type Scratch = {
  hashes: number;
  places: number;
  floats: number;
  lacking: number;
  shaped: number;
  doubted: number;
  into: number;
};

/** So many numbers from an address on. */
export type Rows = { at: number; many: number };

/** Hashes below `bound` (0 for all) and the rows of their values; both have `kept` of them. */
type Hashed = { bound: bigint; hashes: number; places: number; kept: number };

export type MeasuredTexts = Hashed & {
  kind: "texts";
  shortest: number;
  longest: number;
  chars: number;
  /** Texts with an e-mail address, without those that are to be looked at. */
  addresses: number;
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
  /** Of the floats. */
  min: number;
  max: number;
  sum: number;
  std: number;
};

export type Measured = MeasuredTexts | MeasuredNumbers;
