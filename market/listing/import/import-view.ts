import type { ImportRow } from "../../../db/queries/imports/imports.ts";
import { attemptView } from "../../transfer-shapes.ts";
import type { ImportView } from "./schemas.ts";

export function viewImport(row: ImportRow): ImportView {
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
    ...attemptView(row),
  };
}
