/** Lets Polars parse records; all cells come as text, empty ones as null. */
import pl, { type DataFrame, type DataType } from "nodejs-polars";

/**
 * Most columns parsed at once. Polars reserves 17 kB per column, and more with several threads,
 * regardless of the number of rows; the result keeps a hundredth of that.
 */
const parsedColumnsMax = 2500;

/** The separators of the text. */
export type CellMarks = { sep: string; quoteChar: string; eolChar: string };

/** The frame of these records; null if Polars cannot read them. */
export function parseFrame(
  bytes: Buffer,
  schema: Readonly<Record<string, DataType>>,
  marks: CellMarks,
): DataFrame | null {
  const names = Object.keys(schema);
  const options = {
    ...marks,
    hasHeader: false,
    schema: { ...schema },
    nullValues: "",
    inferSchemaLength: 0,
    truncateRaggedLines: true,
  };
  try {
    if (names.length <= parsedColumnsMax) return pl.readCSV(bytes, options);
    const parts: DataFrame[] = [];
    for (let from = 0; from < names.length; from += parsedColumnsMax) {
      const columns = names.slice(from, from + parsedColumnsMax);
      // Rechunked once here, because otherwise each query would join the pieces of its columns.
      parts.push(pl.readCSV(bytes, { ...options, columns, numThreads: 1, rechunk: true }));
    }
    return pl.concat(parts, { how: "horizontal" });
  } catch {
    return null;
  }
}
