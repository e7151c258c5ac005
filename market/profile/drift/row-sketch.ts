/**
 * What is kept of a file's rows so that a later version can be compared with them: hashes, never
 * values. It is written beside the sample and served to nobody: hashes of a paid file's rows tell
 * who guesses a row whether it is there.
 */
import { z } from "zod";

/** Cells of a table whose hashes are kept one by one: 2 MiB. */
export const SKETCHED_CELLS_MAX = 512 * 1024;
/** Hashes of whole rows that are kept of any table: 768 KiB with their counts. */
export const SKETCHED_ROWS_MAX = 64 * 1024;
/** A sketch with the names of its columns is never larger; larger ones are not read. */
export const ROW_SKETCH_BYTES_MAX = 8 * 1024 * 1024;

const headerSchema = z.strictObject({
  sketch_version: z.literal(1),
  /** Tells the hash function: another release, or another processor, may have another one. */
  hasher: z.string(),
  rows: z.int().min(0),
  /** What whole rows were hashed of: names and types of the columns; null where chunks differed. */
  basis: z.string().nullable(),
  /** Rows are kept whose upper 32 bits are below. */
  below: z
    .number()
    .min(1)
    .max(2 ** 32),
  kept: z.int().min(0).max(SKETCHED_ROWS_MAX),
  /** The columns of the cells, each with the kind of values that were hashed; null without cells. */
  columns: z.array(z.strictObject({ name: z.string(), kind: z.string() })).nullable(),
});
type Header = z.infer<typeof headerSchema>;

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

export type RowSketch = Pick<Header, "hasher" | "rows" | "basis" | "below"> & {
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

const lengthBytes = 4;

/** The length of a JSON header, the header, padded to eight bytes, then the arrays. */
export function encodeRowSketch(sketch: RowSketch): Uint8Array {
  const header: Header = {
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
  const begin = padded(lengthBytes + text.length);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, begin));
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, lengthBytes);
  let at = begin;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

/** Null for what is no sketch of this release: one of another release, or cut off. */
export function decodeRowSketch(bytes: Uint8Array): RowSketch | null {
  if (bytes.length < lengthBytes || bytes.length > ROW_SKETCH_BYTES_MAX) return null;
  const textLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (lengthBytes + textLength > bytes.length) return null;
  const header = parseHeader(bytes.subarray(lengthBytes, lengthBytes + textLength));
  if (header === null) return null;
  const { kept, rows, columns } = header;
  const begin = padded(lengthBytes + textLength);
  const cells = rows * (columns?.length ?? 0);
  if (cells > SKETCHED_CELLS_MAX || bytes.length !== begin + kept * 12 + cells * 4) return null;
  // A copy, whose arrays begin where their elements may.
  const { buffer } = new Uint8Array(bytes.subarray(begin));
  let at = kept * 12;
  const hashes = (columns ?? []).map(({ name, kind }): CellColumn => {
    const words = new Uint32Array(buffer, at, rows);
    at += rows * 4;
    return { name, kind, hashes: words };
  });
  return {
    hasher: header.hasher,
    rows,
    basis: header.basis,
    below: header.below,
    keys: new Float64Array(buffer, 0, kept),
    counts: new Uint32Array(buffer, kept * 8, kept),
    cells: columns === null ? null : hashes,
  };
}

function parseHeader(text: Uint8Array): Header | null {
  try {
    return headerSchema.parse(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return null;
  }
}
