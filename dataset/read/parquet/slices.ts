/** In which runs of rows a Parquet file is read. */
import type { ParquetFooter } from "./footer.ts";

/** Rows that are read at a time: they lie in one row group, `from` rows behind its first. */
export type Slice = { group: number; from: number; rows: number };

/** The first rows tell which hashes of the others are not wanted; Polars holds little of so many. */
const firstRows = 32_768;

/** A row group that is at most this many times a chunk is read in one go. */
const wholeGroupChunksMax = 2;

export function slicesOf({ rowGroups, leafColumns }: ParquetFooter, chunkBytes: number): Slice[] {
  const slices: Slice[] = [];
  for (const [group, { rows: groupRows, uncompressedBytes }] of rowGroups.entries()) {
    if (groupRows === 0) continue;
    const bytes = Math.max(uncompressedBytes, groupRows * leafColumns * 8);
    const whole = bytes <= chunkBytes * wholeGroupChunksMax;
    // Of one length, so that none is a few rows that take as long to ask for as many.
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
