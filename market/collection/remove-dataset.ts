import { updateCollection } from "../../db/queries/collections/collections.ts";
import { listItemIds, setItems } from "../../db/queries/collections/items.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import { viewOwn } from "./collection-view.ts";
import { holdCollection } from "./hold-collection.ts";
import { COLLECTION_DATASETS_MAX } from "./limits.ts";
import type { CollectionView } from "./schemas.ts";

/** Errors: collection_not_found, held_by_another_key, dataset_not_found (not in it). */
export async function removeDataset(
  ctx: Context,
  actor: Keeper,
  { id, datasetId }: { id: string; datasetId: string },
): Promise<CollectionView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const row = await holdCollection(tx, actor, { id, now });
    const before = await listItemIds(tx, { collectionId: id, rowsMax: COLLECTION_DATASETS_MAX });
    if (!before.includes(datasetId)) {
      throw new MarketError("dataset_not_found", "The collection has no dataset with this id.");
    }
    const listingIds = before.filter((one) => one !== datasetId);
    await setItems(tx, { collectionId: id, listingIds, now });
    await updateCollection(tx, id, { updatedAt: now });
    const subject = { subjectKind: "collection", subjectId: id } as const;
    const detail = { title: row.title, dataset_id: datasetId };
    await writeAudit(tx, { actor, action: "collection.dataset_removed", ...subject, detail }, now);
    return viewOwn(ctx, tx, { scope: scopeOf(actor), id });
  });
}
