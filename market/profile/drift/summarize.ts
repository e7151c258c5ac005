/** The short summary of changes: sentences and rows. Pure. */
import type { ChangesSummaryView, RowChanges } from "./schemas.ts";

export function summarizeChanges(found: {
  fromVersion: number;
  sentences: string[];
  rows: RowChanges;
}): ChangesSummaryView {
  return {
    from_version: found.fromVersion,
    sentences: found.sentences,
    rows_added: found.rows.added,
    rows_removed: found.rows.removed,
  };
}
