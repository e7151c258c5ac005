/** What a profile job tells: its progress, and the report that it ends with. */
import type { Profile, Sample } from "../../market/profile/schemas.ts";
import type { SampleRefusal } from "./refusal.ts";

/** The name of the contact sheet in a job's folder: a parent opens no path that a child names. */
export const contactSheetFile = "contact-sheet.webp";

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
      /** Of image archives: whether `contactSheetFile` in the job's folder shows the sample. */
      contactSheet?: boolean;
    }
  | {
      outcome: "no_sample";
      error: SampleRefusal;
      format: string | null;
      profile: Profile | null;
      /** What a library said of the file, one line for the log: nobody else reads it. */
      libraryMessage?: string;
    };

/** Progress of a job, for the listing that waits for it. Both counts are bytes of the file. */
export type DatasetProgress = {
  phase: "detect" | "read" | "finish";
  bytes_done: number;
  bytes_total: number;
};
