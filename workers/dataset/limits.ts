import type { NoSampleCode } from "./report.ts";

/** Every limit of a profile job, by name and unit. The caller may lower them, tests do. */
export type DatasetLimits = {
  /** Largest file in bytes. */
  byteSizeMax: number;
  /** Most columns of a table. */
  columnsMax: number;
  /** Longest header record in bytes. */
  headerBytesMax: number;
  /** Longest record (row, JSON value of an array) in bytes. */
  rowBytesMax: number;
  /** Deepest nesting of JSON values. */
  jsonDepthMax: number;
  /** Most cells (rows times columns) of a Parquet file, by its footer. */
  parquetCellsMax: number;
  /** Largest Parquet footer in bytes. */
  parquetFooterBytesMax: number;
  /** Largest decoded size in bytes of one column in one row group, by the footer. */
  parquetColumnChunkBytesMax: number;
  /** Bytes of text that are read and held at a time. */
  chunkBytes: number;
};

const MEBI = 1024 * 1024;

export const DEFAULT_LIMITS: DatasetLimits = {
  byteSizeMax: 20 * 1024 * MEBI,
  columnsMax: 10_000,
  headerBytesMax: 2 * MEBI,
  rowBytesMax: 8 * MEBI,
  jsonDepthMax: 64,
  parquetCellsMax: 20_000_000_000,
  parquetFooterBytesMax: 32 * MEBI,
  parquetColumnChunkBytesMax: 512 * MEBI,
  chunkBytes: 16 * MEBI,
};

const CHUNK_BYTES_MIN = 256 * 1024;

/**
 * The limits of a repeated attempt: chunks are a quarter as large each time, so that a job that ran
 * out of memory needs less of it. `attempt` counts from 1.
 */
export function limitsForAttempt(limits: DatasetLimits, attempt: number): DatasetLimits {
  const shrunk = Math.floor(limits.chunkBytes / 4 ** Math.max(0, attempt - 1));
  const chunkBytes = Math.min(limits.chunkBytes, Math.max(CHUNK_BYTES_MIN, shrunk));
  return { ...limits, chunkBytes };
}

/** A file that gives no sample, with the reason. Thrown inside a job and turned into its report. */
export class DatasetRefusal extends Error {
  readonly code: NoSampleCode;
  readonly format: string | null;

  constructor(code: NoSampleCode, detail: string, format: string | null = null) {
    super(detail);
    this.name = "DatasetRefusal";
    this.code = code;
    this.format = format;
  }
}
