import { DatasetRefusal, type NoSampleCode } from "./refusal.ts";

/** Every limit of a profile job, by name and unit. Callers may lower them, as tests do. */
export type DatasetLimits = {
  /** Largest file in bytes. */
  byteSizeMax: number;
  /** Largest decompressed size of a file, or of the table inside an archive, in bytes. */
  decompressedBytesMax: number;
  /** Most decompressed bytes per stored byte, checked above the size in the next row. */
  decompressionRatioMax: number;
  // Decompressed size below which the ratio is not checked: small files compress well.
  decompressedBytesFree: number;
  /** Most nested compressions and archives. */
  compressionLayersMax: number;
  /** Most entries of an archive. */
  archiveEntriesMax: number;
  /** Largest central directory of a zip archive in bytes. */
  archiveDirectoryBytesMax: number;
  /** Largest dictionary in bytes that a 7z archive may need. */
  archiveWindowBytesMax: number;
  /** Most tables to profile in one file. The largest are profiled and the others are listed. */
  tablesMax: number;
  /** Most columns of all profiled tables of a file. Tables beyond it are listed only. */
  tableColumnsMax: number;
  /** Seconds after which no further table is started. */
  tablesSecondsMax: number;
  /** Most text documents (readmes, licences, data dictionaries) shown with the data. */
  documentsMax: number;
  /** Shown part of such a document. */
  documentBytesMax: number;
  /** Largest image in an archive in bytes; a larger one counts as unreadable. */
  imageBytesMax: number;
  /** Most pixels of an image that is decoded; a larger one is counted but gets no thumbnail. */
  imagePixelsMax: number;
  /** Most columns of a table. */
  columnsMax: number;
  /** Most cells of JSON records per byte of input, checked above the number in the next row. */
  sparseCellsPerByteMax: number;
  // Cells below which sparseness is not checked.
  sparseCellsFree: number;
  /** Longest column name in bytes. */
  columnNameBytesMax: number;
  /** Longest header record in bytes. */
  headerBytesMax: number;
  /** Longest record (a row, or one value of a JSON array) in bytes. */
  rowBytesMax: number;
  /** Deepest nesting of JSON values. */
  jsonDepthMax: number;
  // Most keys that a YAML file may copy by merges (`<<`).
  yamlMergedKeysMax: number;
  // Depth to which tables of a JSON document are searched.
  jsonTableDepthMax: number;
  /** Most cells (rows times columns) of a Parquet file, according to its footer. */
  parquetCellsMax: number;
  /** Most cells per byte of a Parquet file, checked above the number in the next row. */
  parquetCellsPerByteMax: number;
  // Cells below which density is not checked.
  parquetCellsFree: number;
  /** Largest Parquet footer in bytes. */
  parquetFooterBytesMax: number;
  /** Largest decoded size in bytes of one column in one row group, according to the footer. */
  parquetColumnChunkBytesMax: number;
  /** Largest decoded size in bytes of an Arrow record batch or an Avro block. */
  batchBytesMax: number;
  /** Longest schema of an Arrow or Avro file in bytes. */
  schemaBytesMax: number;
  /** Largest shared string table of a workbook in bytes. */
  sharedTextBytesMax: number;
  /** Largest file in bytes, unpacked, in a format whose library needs all of it in memory. */
  wholeFileBytesMax: number;
  /** Most reads in one recording; one that needs more counts as damaged. */
  recordingReadsMax: number;
  // Most text that a chunk of a binary format may decode to, estimated from some of its rows.
  chunkTextBytesMax: number;
  // Text that is read and held at a time.
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
  archiveWindowBytesMax: 256 * mebi,
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
  yamlMergedKeysMax: 1_000_000,
  jsonTableDepthMax: 8,
  parquetCellsMax: 20_000_000_000,
  parquetCellsPerByteMax: 1000,
  parquetCellsFree: 100_000_000,
  parquetFooterBytesMax: 32 * mebi,
  parquetColumnChunkBytesMax: 512 * mebi,
  batchBytesMax: 256 * mebi,
  schemaBytesMax: 16 * mebi,
  sharedTextBytesMax: 128 * mebi,
  wholeFileBytesMax: 64 * mebi,
  recordingReadsMax: 2_000_000,
  chunkTextBytesMax: 4096 * mebi,
  chunkBytes: 16 * mebi,
};

const chunkBytesMin = 256 * 1024;

/**
 * The limits for a retry. Each attempt quarters the chunk size, so that a job that ran out of
 * memory needs less. `attempt` counts from 1.
 */
export function limitsForAttempt(limits: DatasetLimits, attempt: number): DatasetLimits {
  const shrunk = Math.floor(limits.chunkBytes / 4 ** Math.max(0, attempt - 1));
  const chunkBytes = Math.min(limits.chunkBytes, Math.max(chunkBytesMin, shrunk));
  return { ...limits, chunkBytes };
}

type LimitRule = { code: NoSampleCode; subject: string; unit: string };

/**
 * The limits whose violation refuses the file, with the code and the words for it. The other limits
 * steer the work.
 */
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
    unit: "bytes per stored byte",
  },
  compressionLayersMax: {
    code: "compression_layers_exceeded",
    subject: "The file",
    unit: "nested compressions",
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
    unit: "cells per byte of its records",
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
    unit: "cells per byte of the file",
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
  wholeFileBytesMax: { code: "whole_file_exceeded", subject: "The unpacked file", unit: "bytes" },
  sharedTextBytesMax: {
    code: "shared_text_exceeded",
    subject: "The workbook's shared string table",
    unit: "bytes",
  },
} as const satisfies Partial<Record<keyof DatasetLimits, LimitRule>>;

export type RefusingLimit = keyof typeof limitRules;

const inWords = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** The refusal for exceeding a limit; `actual` is null if counting stopped at the limit. */
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
