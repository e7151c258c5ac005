/** Where the Parquet twin of a table is kept, for whoever may have the file. */
import type { Database } from "../../../db/client.ts";
import { findTwinRow, readTwins, type TwinRow } from "../../../db/queries/catalogue/twins.ts";
import { type TwinColumn, type TwinReason, twinReasons } from "./vocabulary.ts";

/**
 * A table's Parquet file in the store: as many rows as its profile counts, in file order; the columns
 * are in the file's order, under the very names that the Parquet file has.
 */
export type Twin = {
  objectKey: string;
  byteSize: number;
  sha256: string;
  rowCount: number;
  columns: TwinColumn[];
};

/** Why there is none, by code and in a sentence. */
export type MissingTwin = { missing: TwinReason; detail: string };

/**
 * The twin of a table of a file: `table` by its name in `profile.tables`, left out the default one. It
 * holds what the file holds: the caller has made sure that who asks may have the file.
 */
export async function findTwin(
  db: Database,
  asked: { uploadId: string; table?: string | undefined },
): Promise<Twin | MissingTwin> {
  const row = await findTwinRow(db, asked);
  if (row !== null) return viewTwin(row);
  const { isOwed, rows } = await readTwins(db, asked.uploadId);
  // It may have been made since the first look: then the job has ended, and the row is there.
  const made = rows.find((each) =>
    asked.table === undefined ? each.isDefault : each.tableName === asked.table,
  );
  if (made !== undefined) return viewTwin(made);
  if (isOwed === null) return missing("twin_not_owed");
  if (isOwed) return missing("twin_pending");
  return missing(rows.length === 0 ? "no_table" : "tables_exceeded");
}

/** The twin that a row tells of, or why there is none. */
export function viewTwin(row: TwinRow): Twin | MissingTwin {
  const { objectKey, byteSize, sha256, rowCount, columns } = row;
  const isWhole =
    objectKey !== null &&
    byteSize !== null &&
    sha256 !== null &&
    rowCount !== null &&
    columns !== null;
  if (isWhole) return { objectKey, byteSize, sha256, rowCount, columns };
  const code = isTwinReason(row.errorCode) ? row.errorCode : "twin_failed";
  return { missing: code, detail: row.errorDetail ?? twinReasons[code] };
}

function missing(code: TwinReason): MissingTwin {
  return { missing: code, detail: twinReasons[code] };
}

function isTwinReason(code: string | null): code is TwinReason {
  return code !== null && Object.hasOwn(twinReasons, code);
}
