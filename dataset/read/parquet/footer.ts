/** Reads and checks a Parquet file's footer before any library does. */
import { type DatasetLimits, limitRefusal, type RefusingLimit } from "../../base/limits.ts";
import { openFile } from "../../base/open-file.ts";
import { DatasetRefusal } from "../../base/refusal.ts";
import { childrenOf, type ParquetField, parquetFields } from "./schema.ts";
import { ThriftReader, type ThriftStruct, type ThriftValue } from "./thrift.ts";

/**
 * The footer, read separately so that sizes are known and can be refused before a decoder allocates
 * for them: 22 kB of Parquet can represent 400 million rows.
 */
export type ParquetFooter = {
  rows: number;
  /** Number of top-level columns, and of leaf columns with their values. */
  columns: number;
  leafColumns: number;
  fields: readonly ParquetField[];
  rowGroups: { rows: number; uncompressedBytes: number; places: ColumnPlace[] }[];
  /** Columns that are too large to decode in some row group. */
  oversized: ReadonlySet<string>;
};

/** Byte range of a column's pages according to the footer, not verified yet. */
export type BytePlace = { start: number; end: number };

/** With the number of the compression codec. */
export type ColumnPlace = BytePlace & { codec: number };

const magic = "PAR1";
const tailBytes = 8;
/** The key of GeoParquet's metadata. */
const geoKey = "geo";

function malformed(detail: string): DatasetRefusal {
  return new DatasetRefusal("malformed_file", detail, "parquet");
}

/** The footer as stored, including its length and the magic bytes after it. */
export function readFooterBytes(filePath: string, byteSize: number, limits: DatasetLimits): Buffer {
  const file = openFile(filePath);
  try {
    const tail = Buffer.alloc(tailBytes);
    file.readSync(tail, 0, tailBytes, Math.max(0, byteSize - tailBytes));
    if (tail.subarray(4).toString("latin1") !== magic) {
      throw malformed("The Parquet file is truncated: its footer is missing.");
    }
    const length = tail.readUInt32LE(0);
    if (length > limits.parquetFooterBytesMax) {
      throw limitRefusal(limits, "parquetFooterBytesMax", length, "parquet");
    }
    if (length + tailBytes + magic.length > byteSize) {
      throw malformed("The Parquet footer is longer than the file.");
    }
    const footer = Buffer.alloc(length + tailBytes);
    file.readSync(footer, 0, footer.length, byteSize - footer.length);
    return footer;
  } finally {
    file.close();
  }
}

function structs(value: ThriftValue | undefined): ThriftStruct[] {
  return Array.isArray(value) ? (value as ThriftStruct[]) : [];
}

type Decoded = Omit<ParquetFooter, "fields" | "oversized"> & {
  columnBytes: ReadonlyMap<string, number>;
  schema: ThriftStruct[];
  geo: string | null;
};

function decode(bytes: Buffer): Decoded {
  const file = new ThriftReader(bytes).struct();
  const schema = structs(file[2]);
  const rowGroups = structs(file[4]).map((group) => {
    const chunks = structs(group[1]).map((chunk) => (chunk[3] ?? {}) as ThriftStruct);
    const uncompressedBytes = chunks.reduce((sum, chunk) => sum + Number(chunk[6] ?? 0), 0);
    return { rows: Number(group[3] ?? 0), uncompressedBytes, places: chunks.map(placeOf) };
  });
  const columnBytes = largestOf(structs(file[4]));
  const geo = structs(file[5]).find((pair) => String(pair[1]) === geoKey)?.[2];
  return {
    rows: Number(file[3] ?? 0),
    columns: childrenOf(schema[0]),
    leafColumns: schema.filter((element) => childrenOf(element) === 0).length,
    rowGroups,
    columnBytes,
    schema,
    geo: Buffer.isBuffer(geo) ? geo.toString("utf8") : null,
  };
}

/** A dictionary comes before the data pages; some writers store 0 if there is none. */
function placeOf(meta: ThriftStruct): ColumnPlace {
  const start = Number(meta[11] ?? 0) || Number(meta[9] ?? 0);
  return { start, end: start + Number(meta[7] ?? 0), codec: Number(meta[4] ?? 0) };
}

/** For each top-level column, the largest size in bytes of its leaves in one row group. */
function largestOf(groups: readonly ThriftStruct[]): Map<string, number> {
  const largest = new Map<string, number>();
  for (const chunk of groups.flatMap((group) => structs(group[1]))) {
    const meta = (chunk[3] ?? {}) as ThriftStruct;
    const path = meta[3];
    const name = String(Array.isArray(path) ? path[0] : "");
    largest.set(name, Math.max(largest.get(name) ?? 0, Number(meta[6] ?? 0)));
  }
  return largest;
}

/**
 * The footer of a Parquet file that is within the limits; throws `DatasetRefusal` for any other.
 */
export function readParquetFooter(
  filePath: string,
  byteSize: number,
  limits: DatasetLimits,
): ParquetFooter {
  const bytes = readFooterBytes(filePath, byteSize, limits);
  let decoded: Decoded;
  try {
    decoded = decode(bytes.subarray(0, -tailBytes));
  } catch {
    throw malformed("The Parquet footer cannot be read.");
  }
  const inGroups = decoded.rowGroups.reduce((sum, group) => sum + group.rows, 0);
  // Some writers omit the sum.
  const rows = decoded.rows === 0 ? inGroups : decoded.rows;
  if (inGroups !== rows || decoded.rowGroups.some((group) => group.rows < 0)) {
    throw malformed("The Parquet footer contradicts itself about the number of rows.");
  }
  const { schema, geo, columnBytes, ...counts } = { ...decoded, rows };
  checkFooter(counts, byteSize, limits);
  try {
    const fields = parquetFields(schema, geo);
    const oversized = new Set(
      fields.flatMap(({ name, nameInFile }) =>
        (columnBytes.get(nameInFile) ?? 0) > limits.parquetColumnChunkBytesMax ? [name] : [],
      ),
    );
    if (fields.length > 0 && oversized.size === fields.length) {
      const largest = Math.max(...columnBytes.values());
      throw limitRefusal(limits, "parquetColumnChunkBytesMax", largest, "parquet");
    }
    return { ...counts, fields, oversized };
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    throw malformed("The Parquet footer contradicts itself about its columns.");
  }
}

function checkFooter(
  footer: Omit<ParquetFooter, "fields" | "oversized">,
  byteSize: number,
  limits: DatasetLimits,
): void {
  const refuse = (limit: RefusingLimit, actual: number): void => {
    if (actual > limits[limit]) throw limitRefusal(limits, limit, actual, "parquet");
  };
  const cells = footer.rows * footer.leafColumns;
  refuse("columnsMax", footer.columns);
  refuse("parquetCellsMax", cells);
  if (cells > limits.parquetCellsFree) refuse("parquetCellsPerByteMax", cells / byteSize);
}
