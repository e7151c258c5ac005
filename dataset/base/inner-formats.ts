import type { ReadFormat } from "../../market/profile/formats.ts";

/**
 * Formats whose files may hold several tables; `read/inner-tables.ts` has a reader for each. `csv`
 * is text with a delimiter of several characters.
 */
export type InnerFormat = Exclude<
  ReadFormat,
  "tsv" | "json" | "jsonl" | "geojson" | "parquet" | "arrow" | "avro" | "txt"
>;
