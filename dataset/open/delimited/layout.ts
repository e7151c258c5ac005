/** A dialect of delimited text, in bytes. */
export type RecordLayout = {
  /** The byte between cells, below 128. */
  delimiter: number;
  /** The byte around cells that contain delimiters or line ends, or null. */
  quote: number | null;
  /** Whether a backslash before a quote makes it part of the cell. */
  backslash: boolean;
  /** Whether a blank after a delimiter is ignored. */
  blankAfter: boolean;
  /** Whether any run of blanks and tabs is a delimiter; those around a record are ignored. */
  blankRuns: boolean;
  /** Whether lines that begin with `#` are comments. */
  comments: boolean;
  /** Cells of a well-formed record; 0 while unknown. */
  columns: number;
};

export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const TAB = 9;
export const COMMA = 44;
export const BLANK = 32;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const SINGLE_QUOTE = 39;
export const BACKSLASH = 92;

/** Whether the fast reader suits the layout: double quotes only, escaped by doubling. */
export function isPlainLayout(layout: RecordLayout): boolean {
  if (layout.backslash || layout.blankAfter || layout.blankRuns) return false;
  return layout.quote === null || layout.quote === DOUBLE_QUOTE;
}

export function isBlank(byte: number | undefined): boolean {
  return byte === BLANK || byte === TAB;
}

/** Whether a delimiter, a line end or the end of the block is at `at`. */
export function isCellEnd(
  block: Buffer,
  at: number,
  length: number,
  { delimiter, blankRuns }: RecordLayout,
): boolean {
  if (at >= length) return true;
  const byte = block[at];
  if (byte === delimiter || byte === LINE_FEED) return true;
  if (blankRuns && isBlank(byte)) return true;
  return byte === CARRIAGE_RETURN && (at + 1 >= length || block[at + 1] === LINE_FEED);
}
