import type { ProfileCharts } from "../../market/profile/charts.ts";
import type { JoinColumn } from "../../market/profile/join/schemas.ts";
import type { Profile, ProfileAlert, Sample } from "../../market/profile/schemas.ts";
import type { DatasetDocument } from "../../market/profile/table-schemas.ts";
import type { SampleRefusal } from "./refusal.ts";

/**
 * The name of the contact sheet in the job's folder. Fixed, because the parent opens no path that a
 * child sends.
 */
export const contactSheetFile = "contact-sheet.webp";

/**
 * Profile and sample of a table other than the default one; `position` is its index in
 * `profile.tables`.
 */
export type OtherTable = {
  position: number;
  profile: Profile;
  sample: Sample;
  charts: ProfileCharts;
  /** The number in the names of its files in the job's folder. */
  rowSketch?: number;
};

/**
 * The file in a job's folder with the hashes of a table's rows
 * (`market/profile/drift/row-sketch.ts`).
 */
export function rowSketchFile(number: number): string {
  return `rows-${number}.bin`;
}

/** The file in a job's folder with the join keys of the same table (`market/profile/join/`). */
export function joinColumnsFile(number: number): string {
  return `joins-${number}.json`;
}

/** Columns of a table that are compared with those of the other tables. */
export const LINK_COLUMNS_MAX = 24;

/** A column that may be the key of its table, or refer to the key of another one. */
export type LinkColumn = Pick<JoinColumn, "distinct" | "share" | "chooser" | "below" | "hashes"> & {
  name: string;
  isKey: boolean;
};

/**
 * The result of a profile job, as plain data that survives JSON. `sha256` and the byte size come
 * from the download step; the report repeats them inside the profile.
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
      /** What pages draw of the file; for a file with several tables, of the default one. */
      charts: ProfileCharts;
      /** For image archives: whether `contactSheetFile` in the job's folder shows the sample. */
      contactSheet?: boolean;
      /** For files with several tables: the readable tables other than the default one. */
      otherTables?: OtherTable[];
      /** For a table of a file with several. */
      links?: LinkColumn[];
      /** For tables: the number of the `rowSketchFile` with the hashes of the rows. */
      rowSketch?: number;
    }
  | {
      outcome: "no_sample";
      error: SampleRefusal;
      format: string | null;
      profile: Profile | null;
      /** A library's message about the file: one line, for the log only. */
      libraryMessage?: string;
    };

/** A table of a file with several tables, before it is read. */
export type PlannedTable = {
  name: string;
  path: string;
  format: string | null;
  columns: number | null;
  /** Uncompressed, all parts together. */
  byteSize: number;
  parts: number;
  /** The first few of its parts; empty if the table has only one. */
  partPaths: string[];
  /** Why the table will not be read; null if it will be. */
  refusal: SampleRefusal | null;
};

/** The tables of a file with several, reported before the first one is read. */
export type TablesPlan = {
  compression: string | null;
  tables: PlannedTable[];
  documents: DatasetDocument[];
  alerts: ProfileAlert[];
};

/**
 * A step of a job on several tables: the plan, then the start and the report of each table.
 * Reporting table by table bounds memory, and a crash at one table loses no earlier report.
 */
export type TableStep =
  | { step: "plan"; plan: TablesPlan }
  | { step: "begin"; position: number }
  | { step: "table"; position: number; report: DatasetReport };

/** A job's progress, shown to the seller who waits. Both counts are bytes of the file. */
export type DatasetProgress = {
  phase: "detect" | "read" | "finish";
  bytes_done: number;
  bytes_total: number;
};
