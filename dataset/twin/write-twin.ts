import pl, { type DataFrame } from "nodejs-polars";
import { frameColumn, type TableChunk, type TableSource } from "../base/table.ts";
import { PacedCollection } from "../measure/collect-garbage.ts";
import { ColumnReading, RereadError } from "./column-reading.ts";
import { TwinRefusal, type WantedTable } from "./order.ts";
import { ParquetFile } from "./parquet-file.ts";

/** Rows per row group: small enough to skip by its bounds, large enough to read at once. */
const groupRowsMax = 262_144;
/** Chunks of about `limits.chunkBytes` that are held until their row group is written. */
const groupChunksMax = 6;
const passesMax = 12;

export type TwinTarget = { path: string; bytesMax: number };

/**
 * Writes a table as Parquet: the profile's columns under the table's names, in file order. Checks
 * the result and throws `TwinRefusal` if it would not hold what the profile describes.
 */
export async function writeTwin(
  source: TableSource,
  wanted: WantedTable,
  target: TwinTarget,
  onChunk: (bytesDone: number) => void,
): Promise<void> {
  const columns = wanted.columns.map((column) => new ColumnReading(column, source.delimiter));
  for (let passes = 1; ; passes++) {
    try {
      return await writeOnce(source, wanted, columns, target, onChunk);
    } catch (error) {
      if (!(error instanceof RereadError)) throw error;
      if (passes >= passesMax) {
        throw new TwinRefusal("values_differ", "The types of its columns change too often.");
      }
      for (const column of columns) column.restart();
    }
  }
}

async function writeOnce(
  source: TableSource,
  wanted: WantedTable,
  columns: readonly ColumnReading[],
  target: TwinTarget,
  onChunk: (bytesDone: number) => void,
): Promise<void> {
  const file = new ParquetFile(target.path, target.bytesMax);
  const names = wanted.columns.map(({ name }) => name);
  const collection = new PacedCollection();
  let held: DataFrame[] = [];
  let rowsHeld = 0;
  let isOpen = true;
  const flush = (isLast: boolean): void => {
    const frame = held.length === 1 ? (held[0] as DataFrame) : pl.concat(held);
    held = [];
    rowsHeld = 0;
    for (let from = 0; from < frame.height; from += groupRowsMax) {
      const group = frame.slice(from, groupRowsMax);
      if (isLast || group.height === groupRowsMax) {
        file.append(group.writeParquet({ compression: "zstd" }), names);
        continue;
      }
      held = [group];
      rowsHeld = group.height;
    }
  };
  try {
    for await (const chunk of source.chunks()) {
      held.push(readChunk(chunk, columns));
      rowsHeld += chunk.rows;
      if (held.length >= groupChunksMax) flush(true);
      else if (rowsHeld >= groupRowsMax) flush(false);
      onChunk(chunk.bytesDone);
      collection.afterChunk(chunk, { leftFrame: true });
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (held.length > 0) flush(true);
    check(source, wanted, file.rows, columns);
    isOpen = false;
    file.finish(columns.map(({ fileColumn }) => fileColumn));
  } finally {
    if (isOpen) file.abandon();
  }
}

function readChunk(chunk: TableChunk, columns: readonly ColumnReading[]): DataFrame {
  const all = chunk.frame.getColumns();
  const given = all.slice(0, columns.length);
  // A profile leaves out empty columns at the end.
  if (all.slice(columns.length).some((column) => column.nullCount() < column.len())) {
    throw new TwinRefusal("values_differ", "The table has more columns than its profile.");
  }
  const read = columns.map((column, index) => {
    const name = frameColumn(index);
    const series = given[index];
    if (series === undefined) return column.readNothing(chunk.rows, name);
    return column.read(series, chunk.kinds[index] ?? "empty").alias(name);
  });
  return pl.DataFrame(read);
}

/** Compares rows, names and missing values per column with the profile. */
function check(
  source: TableSource,
  wanted: WantedTable,
  rows: number,
  columns: readonly ColumnReading[],
): void {
  if (rows !== wanted.rows) {
    const detail = `${rows} rows were written; the profile counts ${wanted.rows}.`;
    throw new TwinRefusal("rows_differ", detail);
  }
  for (const [index, { name, type, nulls }] of wanted.columns.entries()) {
    if (source.names[index] !== name) {
      throw new TwinRefusal("values_differ", "The names of its columns are not its profile's.");
    }
    const missing = columns[index]?.missing ?? 0;
    // A profile counts NaN as missing; the twin keeps it.
    const fits = type === "number" ? missing <= nulls : missing === nulls;
    if (!fits) {
      const detail = `The column ${JSON.stringify(name)} lacks ${missing} values; its profile says ${nulls}.`;
      throw new TwinRefusal("values_differ", detail);
    }
  }
}
