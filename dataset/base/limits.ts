/** The limits of a profile job, and what passing each of them is called. */
import { DatasetRefusal, type NoSampleCode } from "./refusal.ts";

/** Every limit of a profile job, by name and unit. The caller may lower them, tests do. */
export type DatasetLimits = {
  /** Largest file in bytes. */
  byteSizeMax: number;
  /** Largest decompressed size of a file or of the table inside an archive, in bytes. */
  decompressedBytesMax: number;
  /** Most decompressed bytes for each stored one, once `decompressedBytesFree` are passed. */
  decompressionRatioMax: number;
  /** Decompressed bytes up to which no ratio is refused: small files compress well. */
  decompressedBytesFree: number;
  /** Most compressions and archives inside one another. */
  compressionLayersMax: number;
  /** Most entries of an archive. */
  archiveEntriesMax: number;
  /** Largest table of contents of a zip archive in bytes. */
  archiveDirectoryBytesMax: number;
  /** Most tables of a file that are profiled; the largest are, the others are told. */
  tablesMax: number;
  /** Most columns of all profiled tables of a file together; those beyond are told. */
  tableColumnsMax: number;
  /** Time in seconds after which no further table of a file is begun. */
  tablesSecondsMax: number;
  /** Most texts beside the data (readmes, licences, data dictionaries) that are shown. */
  documentsMax: number;
  /** Bytes of such a text that are shown; a longer one is cut. */
  documentBytesMax: number;
  /** Largest picture of an archive in bytes; a larger one counts as unreadable. */
  imageBytesMax: number;
  /** Most pixels of a picture that is decoded; a larger one counts, but has no thumbnail. */
  imagePixelsMax: number;
  /** Most columns of a table. */
  columnsMax: number;
  /** Most cells of JSON records for each byte of theirs, once `sparseCellsFree` are passed. */
  sparseCellsPerByteMax: number;
  /** Cells up to which no sparseness is refused. */
  sparseCellsFree: number;
  /** Longest name of a column in bytes. */
  columnNameBytesMax: number;
  /** Longest header record in bytes. */
  headerBytesMax: number;
  /** Longest record (row, JSON value of an array) in bytes. */
  rowBytesMax: number;
  /** Deepest nesting of JSON values. */
  jsonDepthMax: number;
  /** Objects within each other in which tables of a JSON document are looked for. */
  jsonTableDepthMax: number;
  /** Most cells (rows times columns) of a Parquet file, by its footer. */
  parquetCellsMax: number;
  /** Most cells of a Parquet file for each of its bytes, once `parquetCellsFree` are passed. */
  parquetCellsPerByteMax: number;
  /** Cells up to which no density is refused. */
  parquetCellsFree: number;
  /** Largest Parquet footer in bytes. */
  parquetFooterBytesMax: number;
  /** Largest decoded size in bytes of one column in one row group, by the footer. */
  parquetColumnChunkBytesMax: number;
  /** Largest decoded size in bytes of an Arrow record batch or an Avro block. */
  batchBytesMax: number;
  /** Longest schema in bytes of an Arrow or Avro file. */
  schemaBytesMax: number;
  /** Most text in bytes of the table of texts that the cells of a workbook share. */
  sharedTextBytesMax: number;
  /** Most bytes of text that a chunk of a binary format may decode to, by some of its rows. */
  chunkTextBytesMax: number;
  /** Bytes of text that are read and held at a time. */
  chunkBytes: number;
};

const mebi = 1024 * 1024;

export const DEFAULT_LIMITS: DatasetLimits = {
  byteSizeMax: 20 * 1024 * mebi,
  decompressedBytesMax: 20 * 1024 * mebi,
  decompressionRatioMax: 200,
  decompressedBytesFree: 64 * mebi,
  compressionLayersMax: 2,
  archiveEntriesMax: 100_000,
  archiveDirectoryBytesMax: 64 * mebi,
  tablesMax: 100,
  tableColumnsMax: 20_000,
  tablesSecondsMax: 900,
  documentsMax: 10,
  documentBytesMax: 16 * 1024,
  imageBytesMax: 64 * mebi,
  imagePixelsMax: 100_000_000,
  columnsMax: 10_000,
  sparseCellsPerByteMax: 20,
  sparseCellsFree: 3_000_000,
  columnNameBytesMax: 1000,
  headerBytesMax: 2 * mebi,
  rowBytesMax: 12 * mebi,
  jsonDepthMax: 64,
  jsonTableDepthMax: 8,
  parquetCellsMax: 20_000_000_000,
  parquetCellsPerByteMax: 1000,
  parquetCellsFree: 100_000_000,
  parquetFooterBytesMax: 32 * mebi,
  parquetColumnChunkBytesMax: 512 * mebi,
  batchBytesMax: 256 * mebi,
  schemaBytesMax: 16 * mebi,
  sharedTextBytesMax: 128 * mebi,
  chunkTextBytesMax: 4096 * mebi,
  chunkBytes: 16 * mebi,
};

const chunkBytesMin = 256 * 1024;

/**
 * The limits of a repeated attempt: chunks are a quarter as large each time, so that a job that ran
 * out of memory needs less of it. `attempt` counts from 1.
 */
export function limitsForAttempt(limits: DatasetLimits, attempt: number): DatasetLimits {
  const shrunk = Math.floor(limits.chunkBytes / 4 ** Math.max(0, attempt - 1));
  const chunkBytes = Math.min(limits.chunkBytes, Math.max(chunkBytesMin, shrunk));
  return { ...limits, chunkBytes };
}

type LimitRule = { code: NoSampleCode; subject: string; unit: string };

/** What passing a limit is called. The other limits steer the work and refuse nothing. */
export const limitRules = {
  byteSizeMax: { code: "byte_size_exceeded", subject: "The file", unit: "bytes" },
  decompressedBytesMax: {
    code: "decompressed_bytes_exceeded",
    subject: "The decompressed file",
    unit: "bytes",
  },
  decompressionRatioMax: {
    code: "decompression_ratio_exceeded",
    subject: "The decompressed file",
    unit: "bytes for each stored byte",
  },
  compressionLayersMax: {
    code: "compression_layers_exceeded",
    subject: "The file",
    unit: "compressions inside one another",
  },
  archiveEntriesMax: {
    code: "archive_entries_exceeded",
    subject: "The archive",
    unit: "entries",
  },
  archiveDirectoryBytesMax: {
    code: "archive_entries_exceeded",
    subject: "The archive's table of contents",
    unit: "bytes",
  },
  columnsMax: { code: "columns_exceeded", subject: "The table", unit: "columns" },
  sparseCellsPerByteMax: {
    code: "sparse_cells_exceeded",
    subject: "The table",
    unit: "cells for each byte of its records",
  },
  columnNameBytesMax: {
    code: "column_name_exceeded",
    subject: "The name of a column",
    unit: "bytes",
  },
  headerBytesMax: { code: "header_bytes_exceeded", subject: "The first record", unit: "bytes" },
  rowBytesMax: { code: "row_bytes_exceeded", subject: "A row", unit: "bytes" },
  jsonDepthMax: {
    code: "json_depth_exceeded",
    subject: "A JSON value",
    unit: "levels of nesting",
  },
  parquetCellsMax: { code: "parquet_cells_exceeded", subject: "The table", unit: "cells" },
  parquetCellsPerByteMax: {
    code: "parquet_cells_exceeded",
    subject: "The table",
    unit: "cells for each byte of the file",
  },
  parquetFooterBytesMax: {
    code: "parquet_footer_exceeded",
    subject: "The Parquet footer",
    unit: "bytes",
  },
  parquetColumnChunkBytesMax: {
    code: "parquet_row_group_exceeded",
    subject: "A column of a row group",
    unit: "bytes",
  },
  chunkTextBytesMax: {
    code: "text_bytes_exceeded",
    subject: "A run of rows",
    unit: "bytes of text",
  },
  batchBytesMax: { code: "batch_bytes_exceeded", subject: "A batch of rows", unit: "bytes" },
  schemaBytesMax: { code: "schema_bytes_exceeded", subject: "The schema", unit: "bytes" },
  sharedTextBytesMax: {
    code: "shared_text_exceeded",
    subject: "The workbook's table of texts",
    unit: "bytes",
  },
} as const satisfies Partial<Record<keyof DatasetLimits, LimitRule>>;

export type RefusingLimit = keyof typeof limitRules;

const inWords = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** The refusal of a file that passes a limit; `actual` is null where counting stopped at it. */
export function limitRefusal(
  limits: DatasetLimits,
  limit: RefusingLimit,
  actual: number | null,
  format: string | null = null,
): DatasetRefusal {
  const { code, subject, unit } = limitRules[limit];
  const most = inWords.format(limits[limit]);
  const detail =
    actual === null
      ? `${subject} has more than ${most} ${unit}.`
      : `${subject} has ${inWords.format(actual)} ${unit}; the limit is ${most}.`;
  return new DatasetRefusal(code, detail, format);
}
