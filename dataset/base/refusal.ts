/**
 * Why a file gives no sample. `code` is stable; `detail` tells the seller in whole sentences what
 * was found and what to do.
 */
export type SampleRefusal = { code: NoSampleCode; detail: string };

/** Advice to the seller for each reason. A detail ends with this sentence. */
export const noSampleAdvice = {
  empty_file: "Upload the file again with its content.",
  no_data_rows: "Upload a file that holds at least one row.",
  unknown_format: "Upload the data as CSV, JSON Lines or Parquet, or name the right schema.format.",
  unsupported_format: "Upload the data as CSV, JSON Lines or Parquet.",
  single_image: "Put the images into an archive (zip, tar, 7z) to get a preview of them.",
  malformed_file: "Repair or export the file again, check that it opens, and upload it again.",
  encoding_unsupported: "Save the text as UTF-8 and upload it again.",
  byte_size_exceeded: "Split the data over several files or listings, or upload it as Parquet.",
  decompressed_bytes_exceeded: "Split the data over several files or listings.",
  decompression_ratio_exceeded: "Upload the data without compression or as Parquet.",
  compression_layers_exceeded: "Compress the file once only.",
  archive_entries_exceeded: "Split the archive into several with fewer entries.",
  archive_encrypted: "Upload the archive without a password.",
  archive_nested: "Unpack the inner archive and upload its files in one archive.",
  archive_without_data: "Put one table, or pictures, into the archive.",
  tables_exceeded: "Upload some of the tables as listings of their own.",
  table_not_reached: "Upload some of the tables as listings of their own, or as Parquet.",
  columns_exceeded: "Turn columns into rows, or split the table into several narrower ones.",
  sparse_cells_exceeded: "Give all records the same keys; put names that vary into values.",
  column_name_exceeded: "Shorten the column names, or check that the first row holds them.",
  header_bytes_exceeded: "Shorten the column names, and check that lines end in line feeds.",
  row_bytes_exceeded:
    "Put long values into files of their own, and check that rows end in line feeds.",
  json_depth_exceeded: "Flatten the nested values.",
  text_bytes_exceeded:
    "Put long texts that repeat into a file of their own and refer to them by a key.",
  parquet_cells_exceeded: "Split the table over several files or listings.",
  parquet_row_group_exceeded: "Write the Parquet file again with smaller row groups.",
  parquet_footer_exceeded:
    "Write the Parquet file again with fewer row groups or shorter metadata.",
  batch_bytes_exceeded: "Write the file again with fewer rows in each batch or block.",
  schema_bytes_exceeded: "Write the file again with a shorter schema.",
  whole_file_exceeded: "Upload each table as CSV or Parquet.",
  shared_text_exceeded: "Upload the sheet as CSV or Parquet.",
} as const satisfies Record<string, string>;

export type NoSampleCode = keyof typeof noSampleAdvice;

/**
 * Composes the detail for the seller: the finding, then the advice. A finding that says after a
 * semicolon what to do with this format needs no general advice.
 */
export function explainRefusal(code: NoSampleCode, found: string): SampleRefusal {
  if (code === "unsupported_format" && found.includes("; ")) return { code, detail: found };
  return { code, detail: `${found} ${noSampleAdvice[code]}` };
}

/**
 * Thrown inside a job when the file gives no sample, and turned into the job's report. A library's
 * message goes into `cause`, for the log only, because users read the detail.
 */
export class DatasetRefusal extends Error {
  readonly code: NoSampleCode;
  readonly format: string | null;

  constructor(code: NoSampleCode, detail: string, format: string | null = null, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = "DatasetRefusal";
    this.code = code;
    this.format = format;
  }
}
