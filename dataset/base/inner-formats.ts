import type { ReadFormat } from "../../market/profile/formats.ts";

/** Formats whose files may hold several tables; `read/inner-tables.ts` has a reader for each. */
export type InnerFormat = Exclude<
  ReadFormat,
  "csv" | "tsv" | "json" | "jsonl" | "geojson" | "parquet" | "arrow" | "avro" | "txt"
>;
