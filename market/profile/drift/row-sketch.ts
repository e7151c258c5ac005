/**
 * What is kept of a file's rows so that a later version can be compared with them: hashes, never
 * values. It is written beside the sample and served to nobody: hashes of a paid file's rows tell
 * who guesses a row whether it is there.
 */

/** Cells of a table whose hashes are kept one by one: 2 MiB. */
export const SKETCHED_CELLS_MAX = 512 * 1024;
/** Hashes of whole rows that are kept of any table: 768 KiB with their counts. */
export const SKETCHED_ROWS_MAX = 64 * 1024;
/** A sketch with the names of its columns is never larger; larger ones are not read. */
export const ROW_SKETCH_BYTES_MAX = 8 * 1024 * 1024;

/** What stands before the hashes, as JSON. */
export type SketchHeader = {
  sketch_version: 1;
  /** Tells the hash function: another release, or another processor, may have another one. */
  hasher: string;
  rows: number;
  /** What whole rows were hashed of: names and types of the columns; null where chunks differed. */
  basis: string | null;
  /** Rows are kept whose upper 32 bits are below. */
  below: number;
  kept: number;
  /** The columns of the cells, each with the kind of values that were hashed; null without cells. */
  columns: { name: string; kind: string }[] | null;
};

export type CellColumn = {
  name: string;
  /** Hashes of two columns can be compared if their kinds are equal. */
  kind: string;
  /** One for each row; 0 where a value is missing. */
  hashes: Uint32Array;
};

/** Keys of hashes whose upper word is below a threshold are below this (`keyOf` of `hash-sketch.ts`). */
export function keyBound(below: number): number {
  return below * 2_097_152 + 1;
}

export type RowSketch = Pick<SketchHeader, "hasher" | "rows" | "basis" | "below"> & {
  /** Of whole rows: the upper 53 bits of their hashes, and how often each occurs. */
  keys: Float64Array;
  counts: Uint32Array;
  /** The cells of a small table, in the order of its columns. */
  cells: CellColumn[] | null;
};

/** Where the sketch of an upload lies, beside its sample. */
export function rowSketchPath(samplePath: string): string {
  return samplePath.replace(/\.json$/, ".rows.bin");
}

/** Of the number of the header's bytes, before it. */
export const headerLengthBytes = 4;

/** The length of a JSON header, the header, padded to eight bytes, then the arrays. */
export function encodeRowSketch(sketch: RowSketch): Uint8Array {
  const header: SketchHeader = {
    sketch_version: 1,
    hasher: sketch.hasher,
    rows: sketch.rows,
    basis: sketch.basis,
    below: sketch.below,
    kept: sketch.keys.length,
    columns: sketch.cells?.map(({ name, kind }) => ({ name, kind })) ?? null,
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const parts = [sketch.keys, sketch.counts, ...(sketch.cells ?? []).map(({ hashes }) => hashes)];
  const begin = padded(headerLengthBytes + text.length);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, begin));
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, headerLengthBytes);
  let at = begin;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

/** The hashes begin where their elements may. */
export function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
