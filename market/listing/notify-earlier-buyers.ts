/** Notifies buyers of earlier versions of a newer one. */
import type { Database } from "../../db/client.ts";
import { findEarlierBuyers } from "../../db/queries/listings/version-changes.ts";
import { emitEvent } from "../event/emit-event.ts";
import type { VersionChanges } from "../profile/drift/schemas.ts";

/** Writes one event for each buyer, in the transaction that puts the version on sale. */
export async function notifyEarlierBuyers(
  tx: Database,
  { now, ...file }: { listingId: string; uploadId: string; version: number; now: Date },
): Promise<void> {
  const { listingId, version } = file;
  for (const { version: yourVersion, accountIds, changes } of await findEarlierBuyers(tx, file)) {
    const to = accountIds.map((id) => ({ kind: "account" as const, id }));
    const data = {
      dataset_id: listingId,
      dataset_version: version,
      your_version: yourVersion,
      ...countChanges(changes),
    };
    const type = "listing.version_published";
    await emitEvent(tx, { type, subjectId: listingId, to, data }, now);
  }
}

/** Only counts, because column names are another user's text. */
export function countChanges(changes: VersionChanges | null) {
  return {
    rows_added: changes?.rows.added ?? null,
    rows_removed: changes?.rows.removed ?? null,
    columns_added: changes?.columns.added_count ?? null,
    columns_removed: changes?.columns.removed_count ?? null,
    columns_shifted: changes?.drifted_count ?? null,
  };
}
