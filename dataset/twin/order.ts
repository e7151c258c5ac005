/** What a job that makes Parquet twins is asked for, and what it tells of each table. */
import type { TwinReason } from "../../market/catalogue/twin/vocabulary.ts";
import type { ColumnType, Profile } from "../../market/profile/schemas.ts";

/** A column as the profile describes it. */
export type WantedColumn = {
  name: string;
  type: ColumnType;
  format?: string | undefined;
  unit?: string | undefined;
  /** Profiles that were made before this was told have 1969. */
  yearsFrom?: number | undefined;
  /** Missing values. */
  nulls: number;
};

/** A table as its profile describes it; `name` is null where the file has one table alone. */
export type WantedTable = {
  position: number;
  name: string | null;
  rows: number;
  columns: WantedColumn[];
};

/** What the twin of a table has to be, by the table's profile. */
export function wantedTable(
  profile: Profile,
  { position, name }: Pick<WantedTable, "position" | "name">,
): WantedTable {
  const columns = profile.columns.map((column) => {
    const { name, type, format, unit, null_count: nulls, two_digit_years_from: yearsFrom } = column;
    return { name, type, format, unit, yearsFrom, nulls };
  });
  return { position, name, rows: profile.row_count, columns };
}

/** What is asked for: the twins of these tables, each of at most so many bytes. */
export type TwinOrder = { bytesMax: number; tables: WantedTable[] };

/**
 * What became of a table. `made`: its twin is the `twinFile` in the job's folder. `source`: the file
 * itself is Parquet, and serves as its own twin.
 */
export type TwinOutcome =
  | { position: number; outcome: "made" | "source" }
  | { position: number; outcome: "none"; code: TwinReason; detail: string };

/** Where a job's folder holds the twin of a table. */
export function twinFile(position: number): string {
  return `twin-${position}.parquet`;
}

/** Why a table gets no twin. */
export class TwinRefusal extends Error {
  override readonly name = "TwinRefusal";
  readonly code: TwinReason;

  constructor(code: TwinReason, detail: string) {
    super(detail);
    this.code = code;
  }
}
