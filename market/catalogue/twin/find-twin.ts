/** Finds a table's Parquet file; callers have checked access. */
import type { Database } from "../../../db/client.ts";
import { findTwinRow, readTwins, type TwinRow } from "../../../db/queries/catalogue/twins.ts";
import { pause } from "../../../platform/bell.ts";
import { type TwinColumn, type TwinReason, twinReasons } from "./vocabulary.ts";

/**
 * A table's Parquet file in the store: the profile's number of rows, in file order; the columns are in
 * the file's order, with the names in the Parquet file.
 */
export type Twin = {
  objectKey: string;
  byteSize: number;
  sha256: string;
  rowCount: number;
  columns: TwinColumn[];
};

/** Why there is no Parquet file, as a code and a sentence. */
export type MissingTwin = { missing: TwinReason; detail: string };

/**
 * The Parquet file of a table: `table` by its name in `profile.tables`, by default the default table. It
 * contains the file's data, so the caller must have checked access.
 */
export async function findTwin(
  db: Database,
  asked: { uploadId: string; table?: string | undefined },
): Promise<Twin | MissingTwin> {
  const row = await findTwinRow(db, asked);
  if (row !== null) return viewTwin(row);
  const { isPending, rows } = await readTwins(db, asked.uploadId);
  // It may have been made since the first query: then the job has ended, and its row exists.
  const made = rows.find((each) =>
    asked.table === undefined ? each.isDefault : each.tableName === asked.table,
  );
  if (made !== undefined) return viewTwin(made);
  if (isPending === null) return missing("twin_not_owed");
  if (isPending) return missing("twin_pending");
  return missing(rows.length === 0 ? "no_table" : "tables_exceeded");
}

/** The copy of a small file is written within a second of its profile. */
const pendingPausesSeconds = [0.05, 0.1, 0.2, 0.4, 0.8];

/** As {@link findTwin}; waits a moment for a copy that is being written, unless `signal` is aborted. */
export async function awaitTwin(
  db: Database,
  asked: Parameters<typeof findTwin>[1],
  signal: AbortSignal,
): Promise<Twin | MissingTwin> {
  for (const seconds of pendingPausesSeconds) {
    const twin = await findTwin(db, asked);
    const isPending = "missing" in twin && twin.missing === "twin_pending";
    if (!isPending || signal.aborted) return twin;
    await pause(seconds, signal);
  }
  return await findTwin(db, asked);
}

/** A row's Parquet file, or why there is none. */
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
