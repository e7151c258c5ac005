import { updateCollection } from "../../db/queries/collections/collections.ts";
import { findOnSaleTitle, listItemIds, setItems } from "../../db/queries/collections/items.ts";
import { enqueueCollectedNews } from "../../db/queries/follows/news.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import { viewOwn } from "./collection-view.ts";
import { holdCollection } from "./hold-collection.ts";
import { COLLECTION_DATASETS_MAX } from "./limits.ts";
import { placed } from "./rules.ts";
import type { CollectionPlace, CollectionView } from "./schemas.ts";

/**
 * Adds a dataset on sale, or moves one that the collection has; a repeated call changes nothing. The
 * followers of a public collection are notified of a new one. Errors: collection_not_found,
 * held_by_another_key, dataset_not_found, limit_reached.
 */
export async function placeDataset(
  ctx: Context,
  actor: Keeper,
  { id, datasetId }: { id: string; datasetId: string },
  { position }: NonNullable<CollectionPlace> = {},
): Promise<CollectionView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const row = await holdCollection(tx, actor, { id, now });
    const own = { scope: scopeOf(actor), id };
    const before = await listItemIds(tx, { collectionId: id, rowsMax: COLLECTION_DATASETS_MAX });
    const isNew = !before.includes(datasetId);
    if (isNew && (await findOnSaleTitle(tx, datasetId)) === null) {
      throw new MarketError("dataset_not_found", "No active dataset has this id.");
    }
    if (isNew && before.length >= COLLECTION_DATASETS_MAX) {
      const detail = `This collection has ${COLLECTION_DATASETS_MAX} datasets: remove one first.`;
      throw new MarketError("limit_reached", detail);
    }
    const after = placed(before, datasetId, position);
    if (after.join() === before.join()) return viewOwn(ctx, tx, own);
    await setItems(tx, { collectionId: id, listingIds: after, now });
    await updateCollection(tx, id, { updatedAt: now });
    if (isNew && row.isPublic) {
      await enqueueCollectedNews(tx, { collectionId: id, listingId: datasetId, now });
    }
    const action = isNew ? "collection.dataset_added" : "collection.dataset_moved";
    const subject = { subjectKind: "collection", subjectId: id } as const;
    const detail = { title: row.title, dataset_id: datasetId };
    await writeAudit(tx, { actor, action, ...subject, detail }, now);
    return viewOwn(ctx, tx, own);
  });
}
