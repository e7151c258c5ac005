/** Checks the pages of a Parquet column before a reader allocates for what they claim. */
import type { OpenFile } from "../../base/open-file.ts";
import { DICTIONARY, placesOfHeads, StoredBytes } from "./stored-bytes.ts";
import type { ThriftStruct } from "./thrift.ts";

/** Byte range of a column's pages in a row group, and the number of values from the footer. */
export type PageRun = { start: number; end: number; values: number };

/**
 * Throws a RangeError for pages outside their column, with negative sizes, or that claim more bytes
 * than `bytesMax` or more values than the footer.
 */
export function checkPages(
  file: OpenFile,
  { start, end, values }: PageRun,
  bytesMax: number,
): void {
  let bytes = 0;
  let found = 0;
  const chunk = new StoredBytes(file, { start, end });
  for (let at = 0; at < chunk.length && found < values; ) {
    const { header, length } = chunk.header(at);
    const kind = Number(header[1]);
    const decoded = Number(header[2]);
    const stored = Number(header[3]);
    if (!(decoded >= 0 && stored >= 0)) throw new RangeError("page size");
    bytes += decoded;
    if (bytes > bytesMax) throw new RangeError("page bytes");
    const head = header[placesOfHeads[kind] ?? 0] as ThriftStruct | undefined;
    const claimed = Number(head?.[1] ?? 0);
    if (!(claimed >= 0)) throw new RangeError("page values");
    if (kind === DICTIONARY && claimed > decoded) throw new RangeError("dictionary values");
    if (kind !== DICTIONARY) found += claimed;
    if (found > values) throw new RangeError("column values");
    at += length + stored;
  }
}
