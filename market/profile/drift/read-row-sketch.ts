/** Reads a row sketch. Separate from the writer, which needs no schemas. */
import { z } from "zod";
import {
  type CellColumn,
  headerLengthBytes,
  padded,
  ROW_SKETCH_BYTES_MAX,
  type RowSketch,
  SKETCHED_CELLS_MAX,
  SKETCHED_ROWS_MAX,
  type SketchHeader,
} from "./row-sketch.ts";

const headerSchema: z.ZodType<SketchHeader> = z.strictObject({
  sketch_version: z.literal(1),
  hasher: z.string(),
  rows: z.int().min(0),
  basis: z.string().nullable(),
  below: z
    .number()
    .min(1)
    .max(2 ** 32),
  kept: z.int().min(0).max(SKETCHED_ROWS_MAX),
  columns: z.array(z.strictObject({ name: z.string(), kind: z.string() })).nullable(),
});

/** Null if the bytes are cut off or no sketch of this release. */
export function decodeRowSketch(bytes: Uint8Array): RowSketch | null {
  if (bytes.length < headerLengthBytes || bytes.length > ROW_SKETCH_BYTES_MAX) return null;
  const textLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (headerLengthBytes + textLength > bytes.length) return null;
  const header = parseHeader(bytes.subarray(headerLengthBytes, headerLengthBytes + textLength));
  if (header === null) return null;
  const { kept, rows, columns } = header;
  const begin = padded(headerLengthBytes + textLength);
  const cells = rows * (columns?.length ?? 0);
  if (cells > SKETCHED_CELLS_MAX || bytes.length !== begin + kept * 12 + cells * 4) return null;
  // Copied, so that the typed arrays are aligned.
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

function parseHeader(text: Uint8Array): SketchHeader | null {
  try {
    return headerSchema.parse(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return null;
  }
}
