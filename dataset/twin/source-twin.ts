import type { DiskFile } from "../base/input.ts";
import type { DatasetLimits } from "../base/limits.ts";
import { readParquetFooter } from "../read/parquet/footer.ts";
import type { WantedTable } from "./order.ts";

/** A reader must decode a whole row group, and cannot skip anything smaller. */
const groupRowsMax = 2_000_000;
const groupBytesMax = 512 * 1024 * 1024;

/**
 * Whether an uploaded Parquet file can serve as its own twin: it has exactly the profile's columns
 * and names, and its row groups are small enough to read one at a time.
 */
export function servesAsTwin(file: DiskFile, wanted: WantedTable, limits: DatasetLimits): boolean {
  const footer = readParquetFooter(file.filePath, file.byteSize, limits);
  const { fields, rowGroups, rows, oversized } = footer;
  if (rows !== wanted.rows || oversized.size > 0) return false;
  if (fields.length !== wanted.columns.length) return false;
  if (!fields.every(({ nameInFile }, index) => nameInFile === wanted.columns[index]?.name))
    return false;
  return rowGroups.every((group) => {
    return group.rows <= groupRowsMax && group.uncompressedBytes <= groupBytesMax;
  });
}
