/** Splits a Parquet file into runs of rows for reading. */
import type { ParquetFooter } from "./footer.ts";

/** Rows read at a time: within one row group, starting `from` rows after its first. */
export type Slice = { group: number; from: number; rows: number };

/**
 * Size of the first slice, which determines the needed hashes of later ones; Polars needs little
 * memory for so few rows.
 */
const firstRows = 32_768;

/** A row group of at most this many chunks is read at once. */
const wholeGroupChunksMax = 2;

export function slicesOf({ rowGroups, leafColumns }: ParquetFooter, chunkBytes: number): Slice[] {
  const slices: Slice[] = [];
  for (const [group, { rows: groupRows, uncompressedBytes }] of rowGroups.entries()) {
    if (groupRows === 0) continue;
    const bytes = Math.max(uncompressedBytes, groupRows * leafColumns * 8);
    const whole = bytes <= chunkBytes * wholeGroupChunksMax;
    // Equal lengths, because a slice of a few rows takes as long to request as a full one.
    const perChunk = whole ? groupRows : Math.ceil(groupRows / Math.ceil(bytes / chunkBytes));
    for (let from = 0; from < groupRows; ) {
      const rowsMax = slices.length === 0 ? Math.min(firstRows, perChunk) : perChunk;
      const rows = Math.min(groupRows - from, rowsMax);
      slices.push({ group, from, rows });
      from += rows;
    }
  }
  return slices;
}
