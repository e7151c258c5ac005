/**
 * Why a dataset on sale has no sample, in one sentence per code for buyers. It describes the file;
 * advice to the seller is in `listing.data_profile.error`.
 */
export const noSampleReasons: Readonly<Record<string, string>> = {
  empty_file: "The file is empty.",
  no_data_rows: "The file has columns but no rows.",
  unknown_format: "The file's format is not recognised.",
  unsupported_format: "The file's format is known but cannot be shown.",
  single_image: "The file is a single picture: showing it would give it away.",
  malformed_file: "The file could not be read in the format that it claims to have.",
  encoding_unsupported: "The file's text has an unsupported encoding.",
  byte_size_exceeded: "The file is too large to be profiled.",
  decompressed_bytes_exceeded: "The unpacked file is too large to be profiled.",
  decompression_ratio_exceeded: "The file is compressed too densely to be unpacked.",
  compression_layers_exceeded: "The file is compressed too many times.",
  archive_entries_exceeded: "The archive has too many entries to be profiled.",
  archive_encrypted: "The archive is protected by a password.",
  archive_nested: "The archive contains other archives.",
  archive_without_data: "The archive contains neither a table nor pictures.",
  tables_exceeded: "The file has more tables than are profiled.",
  table_not_reached:
    "Reading ended before this table: time ran out, or an earlier table could not be read.",
  // Written before files with several tables could be read.
  several_files: "The file has several tables, none of which represents the others.",
  columns_exceeded: "The table has too many columns to be profiled.",
  sparse_cells_exceeded: "The records have too many different keys to be shown as a table.",
  column_name_exceeded: "The table's column names are too long to be shown.",
  header_bytes_exceeded: "The table's first line is too long to be read.",
  row_bytes_exceeded: "The table has rows that are too long to be read.",
  json_depth_exceeded: "The records are nested too deeply to be read.",
  text_bytes_exceeded: "The table repeats texts that are too long to be read.",
  parquet_cells_exceeded: "The Parquet file has too many cells to be profiled.",
  parquet_row_group_exceeded: "The Parquet file's row groups are too large to be read.",
  parquet_footer_exceeded: "The Parquet file's metadata is too long to be read.",
  batch_bytes_exceeded: "The file's batches are too large to be read.",
  schema_bytes_exceeded: "The file's schema is too long to be read.",
  whole_file_exceeded: "The file is too large for its format to be read.",
  shared_text_exceeded: "The workbook's texts are too long to be read.",
  timeout: "Reading the file took too long.",
  out_of_memory: "Reading the file took too much memory.",
  crashed: "The file could not be read in any attempt.",
  job_failed_repeatedly: "The file could not be read in any attempt.",
  file_missing: "The file was missing from storage when it was to be read.",
  file_changed: "The file was replaced after its seller submitted it.",
  file_hash_differs: "A file is not the one that its seller declared.",
  file_too_large: "The file is too large to be profiled.",
  hidden_by_seller: "The seller shows the sample to buyers whom they have approved.",
};

/** Explains a code to a buyer. Codes of later releases are not in the table. */
export function explainNoSample(code: string): string {
  return noSampleReasons[code] ?? "The file could not be shown.";
}
