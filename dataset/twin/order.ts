/** The request and the outcomes of a job that makes Parquet twins. */
import type { TwinColumn, TwinReason } from "../../market/catalogue/twin/vocabulary.ts";
import type { ColumnType, Profile } from "../../market/profile/schemas.ts";

/** A column as the profile describes it. */
export type WantedColumn = {
  name: string;
  type: ColumnType;
  format?: string | undefined;
  unit?: string | undefined;
  /** Profiles made before this figure existed have 1969. */
  yearsFrom?: number | undefined;
  /** Number of missing values. */
  nulls: number;
  /** Spellings of missing values in a column of text. */
  missingWords?: readonly string[] | undefined;
  /** Number of cells that are left out because they cannot be read. */
  unreadable?: number | undefined;
};

/** A table as its profile describes it; `name` is null if the file has only one table. */
export type WantedTable = {
  position: number;
  name: string | null;
  rows: number;
  columns: WantedColumn[];
};

/** The requirements for a table's twin, from the table's profile. */
export function wantedTable(
  profile: Profile,
  { position, name }: Pick<WantedTable, "position" | "name">,
): WantedTable {
  const columns = profile.columns.map((column) => {
    const { name, type, format, unit, null_count: nulls, two_digit_years_from: yearsFrom } = column;
    const { missing_words: missingWords, unreadable_count: unreadable } = column;
    return { name, type, format, unit, yearsFrom, nulls, missingWords, unreadable };
  });
  return { position, name, rows: profile.row_count, columns };
}

/** The tables whose twins are requested; each twin has at most `bytesMax` bytes. */
export type TwinOrder = { bytesMax: number; tables: WantedTable[] };

/**
 * The outcome for one table. `made`: the twin is the `twinFile` in the job's folder. `source`: the
 * file itself is Parquet and serves as its own twin.
 */
export type TwinOutcome =
  | { position: number; outcome: "made" | "source" }
  | { position: number; outcome: "none"; code: TwinReason; detail: string };

/** The file in the job's folder with a table's twin. */
export function twinFile(position: number): string {
  return `twin-${position}.parquet`;
}

/** The rows of a trial, to be drawn from a twin; each of its two files has at most `bytesMax` bytes. */
export type DrawOrder = {
  /** Of the file that the twin was made of; it decides which rows are drawn. */
  fileSha256: string;
  rows: number;
  rowCount: number;
  columns: TwinColumn[];
  bytesMax: number;
};

/** `none`: a file would be too large. */
export type DrawOutcome = { outcome: "made" } | { outcome: "none"; detail: string };

/** The files in the job's folder with the drawn rows. */
export const drawnCsv = "drawn.csv";
export const drawnParquet = "drawn.parquet";

/** Why a table gets no twin. */
export class TwinRefusal extends Error {
  override readonly name = "TwinRefusal";
  readonly code: TwinReason;

  constructor(code: TwinReason, detail: string) {
    super(detail);
    this.code = code;
  }
}
