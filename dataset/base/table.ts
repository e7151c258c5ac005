/** What a table is between its reader and those who measure it: chunks of columns, and facts. */
import type pl from "nodejs-polars";
import type { DataType } from "nodejs-polars";
import type { ColumnType, GeoBounds, ProfileAlert } from "../../market/profile/schemas.ts";
import type { CellChunk } from "../kernel/cell-chunk.ts";
import type { CellReading } from "../kernel/cell-types.ts";
import type { FoundCells } from "../kernel/find-cells.ts";
import type { WordChunk } from "../kernel/word-chunk.ts";
import { columnsOf } from "./plain-column.ts";

/**
 * What a column of a chunk holds before types are decided: `text` is untyped (CSV), `json_text` are
 * JSON strings, `digits` JSON integers beyond 2^53 as text. All other kinds are final types; nested
 * and mixed JSON values come as JSON text, columns without a value as `empty`.
 */
export type RawKind = ColumnType | "text" | "json_text" | "digits";

/** A run of whole rows. The frame's columns are named `c0`, `c1`, … in the table's order. */
export type TableChunk = {
  /** Made when it is first asked for, where there are `cells`. */
  readonly frame: pl.DataFrame;
  /** The cells of untyped text, where they were found already. */
  cells?: FoundCells | null;
  /** What was made of them already, as `ReadAs` wanted it. */
  read?: CellChunk | null;
  /** The columns of a typed format, where another thread has read them. */
  words?: ReadWords | null;
  rows: number;
  /** The raw kind per column of this chunk. */
  kinds: readonly RawKind[];
  /** The raw values of some rows, by their offsets in the chunk, aligned with the columns. */
  pick(offsets: readonly number[]): unknown[][];
  /** Bytes of the file that were read so far. */
  bytesDone: number;
};

/** A chunk that was read without Polars. */
export type ReadWords = {
  chunk: WordChunk;
  /** The columns of a frame of its rows. */
  columns: readonly { name: string; dtype: DataType }[];
  /** The raw values of all rows of such a frame. */
  rawRows(frame: pl.DataFrame): unknown[][];
};

/** The chunk with other facts about it: its frame is still made when it is asked for. */
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

/** The extent and the types of the GeoJSON geometries of a column, exact over the whole file. */
export type GeometryFacts = { bounds: GeoBounds | null; types: Readonly<Record<string, number>> };

/** Facts about the structure that only the reader sees. */
export type TableFacts = {
  raggedRows: number;
  /** True when the file ends inside a row that has too few cells. */
  endsShort?: boolean;
  /** Positions of columns without a name of their own. */
  badlyNamedColumns: ReadonlySet<number>;
  /** Columns of several JSON types: the share of the most frequent one, and all in words. */
  mixes: ReadonlyMap<number, { dominantShare: number; description: string }>;
  alerts: ProfileAlert[];
  /** Cells that the file holds and no row shows; readers that read all of them leave it out. */
  cellsUnread?: number;
  /** What the geometry columns hold, by position; readers without such columns leave it out. */
  geometries?: ReadonlyMap<number, GeometryFacts>;
};

/** Tells how the cells of the next chunk will be read; null where they will not, as far as is known. */
export type ReadAs = {
  now(): CellReading | null;
  /** As `now`, once all chunks that were given are measured. */
  behind(): Promise<CellReading | null>;
  /** Of columns that come as words: hashes from here on are not wanted, 0 for all. Null as of cells. */
  words(): readonly bigint[] | null;
};

/** For who takes no cells. */
export const readsNoCells: ReadAs = {
  now: () => null,
  behind: async () => null,
  words: () => null,
};

/**
 * A table that can be read from its beginning more than once. `names` may grow while chunks are
 * read (JSON rows bring new keys); a column that a chunk does not know is missing in all its rows.
 */
export interface TableSource {
  readonly format: string;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly names: readonly string[];
  /** Cells and words may come read, on another thread, as the caller says that it will. */
  chunks(readAs?: ReadAs): AsyncGenerator<TableChunk>;
  /** Valid after all chunks were read. */
  facts(): TableFacts;
  /** Of text: its first rows with their lines, read slowly and not to the end of a large file. */
  placedRows?(): Iterable<PlacedRow>;
}

/** A row as it stands in its file: all of its cells, and the line at which it begins, from 1 on. */
export type PlacedRow = { line: number; cells: readonly string[] };

/** The positions of columns by their names: in this order the hashes of rows are made of them. */
export function hashedOrder(names: readonly string[], columns: number): number[] {
  const order = Array.from({ length: columns }, (_, index) => index);
  return order.sort((a, b) => ((names[a] ?? "") < (names[b] ?? "") ? -1 : 1));
}

/** The name of the frame column at a position. */
export function frameColumn(index: number): string {
  return `c${index}`;
}

/** Some rows of columns, by offset. */
export function pickRowsOf(
  columns: readonly (readonly unknown[])[],
  offsets: readonly number[],
): unknown[][] {
  return offsets.map((offset) => columns.map((column) => column[offset]));
}

/** Some rows of a frame, by offset. */
export function pickRows(frame: pl.DataFrame, offsets: readonly number[]): unknown[][] {
  if (offsets.length === 0) return [];
  const columns = columnsOf(frame).map((column) => column.gather([...offsets]).toArray());
  return offsets.map((_, row) => columns.map((column) => column[row]));
}
