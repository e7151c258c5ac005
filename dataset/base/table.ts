import type pl from "nodejs-polars";
import type { ColumnType, ProfileAlert } from "../../market/profile/schemas.ts";
import type { GeometryFacts } from "../describe/coordinates.ts";

/**
 * What a column of a chunk holds before types are decided: `text` is untyped (CSV), `json_text` are
 * JSON strings, `digits` JSON integers beyond 2^53 as text. All other kinds are final types; nested
 * and mixed JSON values come as JSON text, columns without a value as `empty`.
 */
export type RawKind = ColumnType | "text" | "json_text" | "digits";

/** A run of whole rows. The frame's columns are named `c0`, `c1`, … in the table's order. */
export type TableChunk = {
  frame: pl.DataFrame;
  rows: number;
  /** The raw kind per column of this chunk. */
  kinds: readonly RawKind[];
  /** The raw values of some rows, by their offsets in the chunk, aligned with the columns. */
  pick(offsets: readonly number[]): unknown[][];
  /** Bytes of the file that were read so far. */
  bytesDone: number;
};

/** Facts about the structure that only the reader sees. */
export type TableFacts = {
  raggedRows: number;
  /** Positions of columns without a name of their own. */
  badlyNamedColumns: ReadonlySet<number>;
  /** Columns of several JSON types: the share of the most frequent one, and all in words. */
  mixes: ReadonlyMap<number, { dominantShare: number; description: string }>;
  alerts: ProfileAlert[];
  /** What the geometry columns hold, by position; readers without such columns leave it out. */
  geometries?: ReadonlyMap<number, GeometryFacts>;
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
  chunks(): AsyncGenerator<TableChunk>;
  /** Valid after all chunks were read. */
  facts(): TableFacts;
}

/** The name of the frame column at a position. */
export function frameColumn(index: number): string {
  return `c${index}`;
}

/** Display names for raw ones: an empty name becomes `column_<position>`, a repeated one gets `_2`.
 * Also says which positions had no name of their own. */
export function displayNames(raw: readonly string[]): {
  names: string[];
  badlyNamed: Set<number>;
  empty: number;
  repeated: number;
} {
  const taken = new Set(raw.map((name) => name.trim()));
  const used = new Set<string>();
  const suffixes = new Map<string, number>();
  const badlyNamed = new Set<number>();
  let empty = 0;
  let repeated = 0;
  const names = raw.map((rawName, index) => {
    const name = rawName.trim();
    if (name !== "" && !used.has(name)) {
      used.add(name);
      return name;
    }
    badlyNamed.add(index);
    if (name === "") empty++;
    else repeated++;
    const unique = uniqueName(name, index, suffixes, (free) => !taken.has(free) && !used.has(free));
    used.add(unique);
    return unique;
  });
  return { names, badlyNamed, empty, repeated };
}

function uniqueName(
  name: string,
  index: number,
  /** The last suffix that each name got: counting starts there, not from the beginning. */
  suffixes: Map<string, number>,
  isFree: (candidate: string) => boolean,
): string {
  const base = name === "" ? `column_${index + 1}` : name;
  if (isFree(base)) return base;
  for (let suffix = (suffixes.get(base) ?? 1) + 1; ; suffix++) {
    if (!isFree(`${base}_${suffix}`)) continue;
    suffixes.set(base, suffix);
    return `${base}_${suffix}`;
  }
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
  const columns = frame.getColumns().map((column) => column.gather([...offsets]).toArray());
  return offsets.map((_, row) => columns.map((column) => column[row]));
}
