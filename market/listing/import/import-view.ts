import type { ImportRow } from "../../../db/queries/imports/imports.ts";
import type { ImportView } from "./schemas.ts";

export function viewImport(row: ImportRow): ImportView {
  const isPausing = row.state === "waiting" && row.failures > 0;
  return {
    id: row.id,
    listing_id: row.listingId,
    from: row.shownAddress,
    kind: row.kind,
    state: row.state,
    bytes_done: row.bytesDone,
    bytes_total: row.bytesTotal,
    files_done: row.filesDone,
    files_total: row.filesTotal,
    failures: row.failures,
    next_attempt_at: isPausing ? (row.dueAt?.toISOString() ?? null) : null,
    problem: row.errorCode === null ? null : { code: row.errorCode, detail: row.errorDetail ?? "" },
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
