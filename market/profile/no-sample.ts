/** Why a dataset on sale has no sample, in words for who may buy it. Pure. */

/**
 * One sentence for each code with which a job ends without a sample. They say what the file is, not
 * what its seller should do; `listing.data_profile.error` says that.
 */
export const noSampleReasons: Readonly<Record<string, string>> = {
  empty_file: "The file is empty.",
  no_data_rows: "The file has columns and no rows.",
  unknown_format: "The file's format is not known here.",
  unsupported_format: "The file's format is known and cannot be shown here.",
  single_image: "The file is one picture: showing it would be giving it away.",
  malformed_file: "The file could not be read as what it says it is.",
  encoding_unsupported: "The file's text is in an encoding that cannot be read here.",
  byte_size_exceeded: "The file is larger than what is profiled.",
  decompressed_bytes_exceeded: "The unpacked file is larger than what is profiled.",
  decompression_ratio_exceeded: "The file is packed more densely than what is unpacked here.",
  compression_layers_exceeded: "The file is compressed several times over.",
  archive_entries_exceeded: "The archive has more entries than what is profiled.",
  archive_encrypted: "The archive is locked with a password.",
  archive_nested: "The archive holds other archives.",
  archive_without_data: "The archive holds neither a table nor pictures.",
  tables_exceeded: "The file holds more tables than what is profiled.",
  table_not_reached: "Reading ended before it: for time, or at a table that could not be read.",
  // Of before files of several tables were read.
  several_files: "The file holds several tables, of which none stands for the others.",
  columns_exceeded: "The table has more columns than what is profiled.",
  sparse_cells_exceeded: "The records have too many different keys to be shown as a table.",
  column_name_exceeded: "The table's column names are longer than what is shown.",
  header_bytes_exceeded: "The table's first line is longer than what is read.",
  row_bytes_exceeded: "The table has rows that are longer than what is read.",
  json_depth_exceeded: "The records are nested more deeply than what is read.",
  text_bytes_exceeded: "The table repeats texts that are longer than what is read.",
  parquet_cells_exceeded: "The Parquet file has more cells than what is profiled.",
  parquet_row_group_exceeded: "The Parquet file has larger row groups than what is read.",
  parquet_footer_exceeded: "The Parquet file describes itself at greater length than what is read.",
  batch_bytes_exceeded: "The file's batches are larger than what is read.",
  schema_bytes_exceeded: "The file's schema is longer than what is read.",
  shared_text_exceeded: "The workbook's texts are longer than what is read.",
  timeout: "Reading the file took longer than what is allowed.",
  out_of_memory: "Reading the file took more memory than what is allowed.",
  crashed: "The file could not be read by any try.",
  job_failed_repeatedly: "The file could not be read by any try.",
  file_missing: "The file was not in the store when it was to be read.",
  file_changed: "The file was replaced after its seller handed it in.",
  file_hash_differs: "A file is not the one that its seller announced.",
  file_too_large: "The file is larger than what is profiled.",
};

/** What a buyer reads of a code; one that is not in the table is of a later release. */
export function explainNoSample(code: string): string {
  return noSampleReasons[code] ?? "The file could not be shown.";
}
