/**
 * The interface between a table's reader and the code that measures it: chunks of columns, and
 * facts.
 */
import type pl from "nodejs-polars";
import type { DataType } from "nodejs-polars";
import type { ColumnType, GeoBounds, ProfileAlert } from "../../market/profile/schemas.ts";
import type { CellChunk } from "../kernel/cell-chunk.ts";
import type { CellReading } from "../kernel/cell-types.ts";
import type { FoundCells } from "../kernel/find-cells.ts";
import type { WordChunk } from "../kernel/word-chunk.ts";
import { columnsOf } from "./plain-column.ts";

/**
 * The contents of a chunk's column before its type is decided. `text` is untyped (CSV), `json_text`
 * are JSON strings, `digits` are JSON integers beyond 2^53 as text, `empty` is a column without
 * values. All other kinds are final types; nested and mixed JSON values come as JSON text.
 */
export type RawKind = ColumnType | "text" | "json_text" | "digits";

/** Consecutive whole rows. The frame's columns are named `c0`, `c1`, … in the table's order. */
export type TableChunk = {
  /** Built at first access if the chunk has `cells`. */
  readonly frame: pl.DataFrame;
  /** The cells of untyped text, if they have been located already. */
  cells?: FoundCells | null;
  /** Figures already computed from the cells, as `ReadAs` requested. */
  read?: CellChunk | null;
  /** The columns of a typed format, if another thread has read them. */
  words?: ReadWords | null;
  rows: number;
  /** The raw kind of each column in this chunk. */
  kinds: readonly RawKind[];
  /** The raw values of some rows, by offset in the chunk, in column order. */
  pick(offsets: readonly number[]): unknown[][];
  /** Bytes of the file read so far. */
  bytesDone: number;
};

/** A chunk that was read without Polars. */
export type ReadWords = {
  chunk: WordChunk;
  /** The columns of a frame with these rows. */
  columns: readonly { name: string; dtype: DataType }[];
  /** The raw values of all rows of such a frame. */
  rawRows(frame: pl.DataFrame): unknown[][];
};

/** Returns the chunk with other facts; its frame is still built only on access. */
export function withFacts(
  chunk: TableChunk,
  facts: Partial<Omit<TableChunk, "frame">>,
): TableChunk {
  const described = Object.getOwnPropertyDescriptors(chunk);
  return Object.defineProperties({} as TableChunk, {
    ...described,
    ...Object.getOwnPropertyDescriptors(facts),
  });
}

/** Bounds and types of a column's GeoJSON geometries, exact over the whole file. */
export type GeometryFacts = { bounds: GeoBounds | null; types: Readonly<Record<string, number>> };

/** Facts about the structure that only the reader sees. */
export type TableFacts = {
  raggedRows: number;
  /** True if the file ends inside a row with too few cells. */
  endsShort?: boolean;
  /** Positions of columns without a proper name. */
  badlyNamedColumns: ReadonlySet<number>;
  /**
   * Columns with several JSON types: the share of the most frequent type, and a description of all.
   */
  mixes: ReadonlyMap<number, { dominantShare: number; description: string }>;
  alerts: ProfileAlert[];
  /** Cells in the file that no row shows; absent if the reader reads every cell. */
  cellsUnread?: number;
  /**
   * Positions of names that may be values of a first row: names that look like values, and all names
   * above nothing but text.
   */
  doubtfulNames?: { values: ReadonlySet<number>; texts: ReadonlySet<number> };
  /** Contents of the geometry columns, by position; absent if the reader has none. */
  geometries?: ReadonlyMap<number, GeometryFacts>;
};

/**
 * Announces how the cells of the next chunk will be used; null if they will not be, as far as is
 * known.
 */
export type ReadAs = {
  now(): CellReading | null;
  /** Like `now`, after all chunks delivered so far have been measured. */
  behind(): Promise<CellReading | null>;
  /**
   * For columns delivered as words: hashes from this value on are not needed; 0 means that all are.
   * Null as in `now`.
   */
  words(): readonly bigint[] | null;
};

/** For callers that use no cells. */
export const readsNoCells: ReadAs = {
  now: () => null,
  behind: async () => null,
  words: () => null,
};

/**
 * A table that can be read from its beginning several times. `names` may grow while chunks are read
 * (JSON rows bring new keys); a column unknown to a chunk is missing in all its rows.
 */
export interface TableSource {
  readonly format: string;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly names: readonly string[];
  /** Cells and words may arrive already read by another thread, according to `readAs`. */
  chunks(readAs?: ReadAs): AsyncGenerator<TableChunk>;
  /** Valid only after all chunks have been read. */
  facts(): TableFacts;
  /** Leaves out the last columns from now on, which have neither a name nor a cell. */
  leaveOutLast?(columns: number): void;
  /** For text: the first rows with their line numbers. Slow; stops early in a large file. */
  placedRows?(): Iterable<PlacedRow>;
}

/** A row as written in the file: its cells, and the number (from 1) of its first line. */
export type PlacedRow = { line: number; cells: number; cellAt(index: number): string };

/** Column positions sorted by name: row hashes are computed in this order. */
export function hashedOrder(names: readonly string[], columns: number): number[] {
  const order = Array.from({ length: columns }, (_, index) => index);
  return order.sort((a, b) => ((names[a] ?? "") < (names[b] ?? "") ? -1 : 1));
}

export function frameColumn(index: number): string {
  return `c${index}`;
}

export function pickRowsOf(
  columns: readonly (readonly unknown[])[],
  offsets: readonly number[],
): unknown[][] {
  return offsets.map((offset) => columns.map((column) => column[offset]));
}

/** Returns some rows of a frame, by offset. */
export function pickRows(frame: pl.DataFrame, offsets: readonly number[]): unknown[][] {
  if (offsets.length === 0) return [];
  const columns = columnsOf(frame).map((column) => column.gather([...offsets]).toArray());
  return offsets.map((_, row) => columns.map((column) => column[row]));
}
