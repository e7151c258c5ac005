/**
 * A sketch of a file's rows for comparing later versions: hashes, never values. It is stored next to the
 * sample and never served, because hashes of a paid file's rows would let anybody check a guessed
 * row.
 */

/** Up to this many cells, each cell's hash is stored: 2 MiB. */
export const SKETCHED_CELLS_MAX = 512 * 1024;
/** Whole-row hashes stored for any table: 768 KiB with their counts. */
export const SKETCHED_ROWS_MAX = 64 * 1024;
/** The largest sketch with its column names; larger ones are not read. */
export const ROW_SKETCH_BYTES_MAX = 8 * 1024 * 1024;

/** The JSON before the hashes. */
export type SketchHeader = {
  sketch_version: 1;
  /** Identifies the hash function, which may differ by release or processor. */
  hasher: string;
  rows: number;
  /** Names and types of the columns in whole-row hashes; null if chunks differed. */
  basis: string | null;
  /** Only hashes whose upper 32 bits are below this are stored. */
  below: number;
  kept: number;
  /** The cells' columns, each with the kind of its hashed values; null without cells. */
  columns: { name: string; kind: string }[] | null;
};

export type CellColumn = {
  name: string;
  /** Hashes of two columns are comparable if their kinds are equal. */
  kind: string;
  /** One for each row; 0 if the value is missing. */
  hashes: Uint32Array;
};

/** Keys of hashes with an upper word below the threshold are below this (`keyOf` in `hash-sketch.ts`). */
export function keyBound(below: number): number {
  return below * 2_097_152 + 1;
}

export type RowSketch = Pick<SketchHeader, "hasher" | "rows" | "basis" | "below"> & {
  /** Whole rows: the upper 53 bits of their hashes, and the count of each. */
  keys: Float64Array;
  counts: Uint32Array;
  /** The cells of a small table, in the order of its columns. */
  cells: CellColumn[] | null;
};

/** The path of an upload's row sketch, next to its sample. */
export function rowSketchPath(samplePath: string): string {
  return samplePath.replace(/\.json$/, ".rows.bin");
}

/** The bytes before the header that give its length. */
export const headerLengthBytes = 4;

/** The header's length, the JSON header padded to eight bytes, then the arrays. */
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

/** Pads the header so that the arrays are aligned. */
export function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
