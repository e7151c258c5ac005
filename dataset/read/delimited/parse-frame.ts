/** Has Polars parse records, all of whose cells come as text, empty ones as null. */
import pl, { type DataFrame, type DataType } from "nodejs-polars";

/**
 * Columns that are parsed at once. For each one Polars sets aside 17 kilobytes and, by several threads,
 * more, however few rows there are; of what is parsed it keeps a hundredth.
 */
const parsedColumnsMax = 2500;

/** How the cells of a text are told apart. */
export type CellMarks = { sep: string; quoteChar: string; eolChar: string };

/** The frame of these records; null where Polars cannot read them. */
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
      // Columns in pieces would be joined by each query, those of `hashRows` for whole rows at once.
      parts.push(pl.readCSV(bytes, { ...options, columns, numThreads: 1, rechunk: true }));
    }
    return pl.concat(parts, { how: "horizontal" });
  } catch {
    return null;
  }
}
