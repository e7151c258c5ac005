import type { Database } from "../../db/client.ts";
import { type CollectionRow, lockCollection } from "../../db/queries/collections/collections.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import { collectionMissing } from "./collection-view.ts";

/** The keeper's own collection, locked for a change. Errors: collection_not_found, held_by_another_key. */
export async function holdCollection(
  tx: Database,
  actor: Keeper,
  { id, now }: { id: string; now: Date },
): Promise<CollectionRow> {
  const row = await lockCollection(tx, scopeOf(actor), id);
  if (row === null) throw collectionMissing();
  await requireHoldingKey(tx, actor, { holdingKeyId: row.apiKeyId, now });
  return row;
}
