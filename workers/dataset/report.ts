import type { Profile, Sample } from "../../market/profile/schemas.ts";

/** Why a file gives no sample. `code` is stable; `detail` is one sentence for the seller. */
export type SampleRefusal = { code: NoSampleCode; detail: string };

export type NoSampleCode =
  | "empty_file"
  | "no_data_rows"
  | "unknown_format"
  | "unsupported_format"
  | "single_image"
  | "malformed_file"
  | "encoding_unsupported"
  | "byte_size_exceeded"
  | "columns_exceeded"
  | "header_bytes_exceeded"
  | "row_bytes_exceeded"
  | "json_depth_exceeded"
  | "parquet_cells_exceeded"
  | "parquet_row_group_exceeded"
  | "parquet_footer_exceeded";

/**
 * What a profile job found. `sha256` and the byte size belong to the download step and are passed
 * in; the report repeats them inside the profile. It is plain data and survives JSON.
 */
export type DatasetReport =
  | {
      outcome: "generated";
      format: string;
      compression: string | null;
      encoding: string | null;
      delimiter: string | null;
      profile: Profile;
      sample: Sample;
    }
  | {
      outcome: "no_sample";
      error: SampleRefusal;
      format: string | null;
      profile: Profile | null;
    };

/** Progress of a job, for the listing that waits for it. Both counts are bytes of the file. */
export type DatasetProgress = {
  phase: "detect" | "read" | "finish";
  bytes_done: number;
  bytes_total: number;
};
