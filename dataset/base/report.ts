/** What a profile job tells: its progress, and the report that it ends with. */
import type { Profile, ProfileAlert, Sample } from "../../market/profile/schemas.ts";
import type { DatasetDocument } from "../../market/profile/table-schemas.ts";
import type { SampleRefusal } from "./refusal.ts";

/** The name of the contact sheet in a job's folder: a parent opens no path that a child names. */
export const contactSheetFile = "contact-sheet.webp";

/** Profile and sample of a table that is not the default; `position` is that in `profile.tables`. */
export type OtherTable = {
  position: number;
  profile: Profile;
  sample: Sample;
  /** The number of its files in the job's folder. */
  rowSketch?: number;
};

/** Where a job's folder holds the hashes of a table's rows (`market/profile/drift/row-sketch.ts`). */
export function rowSketchFile(number: number): string {
  return `rows-${number}.bin`;
}

/** Where it holds what the columns of the same table are joined by (`market/profile/join/`). */
export function joinColumnsFile(number: number): string {
  return `joins-${number}.json`;
}

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
      /** Of files of several tables: those that could be read beside the default one. */
      otherTables?: OtherTable[];
      /** Of tables: the number of the `rowSketchFile` with the hashes of its rows. */
      rowSketch?: number;
    }
  | {
      outcome: "no_sample";
      error: SampleRefusal;
      format: string | null;
      profile: Profile | null;
      /** What a library said of the file, one line for the log: nobody else reads it. */
      libraryMessage?: string;
    };

/** A table of a file of several, before it is read. */
export type PlannedTable = {
  name: string;
  path: string;
  format: string | null;
  columns: number | null;
  /** Unpacked, all parts together. */
  byteSize: number;
  parts: number;
  /** The first of its parts; none where it has one alone. */
  partPaths: string[];
  /** Why it will not be read; null where it will. */
  refusal: SampleRefusal | null;
};

/** What a file of several tables holds, told before the first of them is read. */
export type TablesPlan = {
  compression: string | null;
  tables: PlannedTable[];
  documents: DatasetDocument[];
  alerts: ProfileAlert[];
};

/**
 * A step of a job on several tables: first the plan, then which table is begun and its report as it
 * is done, so that nobody has to hold them all, and none is lost with a process that ends at another.
 */
export type TableStep =
  | { step: "plan"; plan: TablesPlan }
  | { step: "begin"; position: number }
  | { step: "table"; position: number; report: DatasetReport };

/** Progress of a job, for the listing that waits for it. Both counts are bytes of the file. */
export type DatasetProgress = {
  phase: "detect" | "read" | "finish";
  bytes_done: number;
  bytes_total: number;
};
