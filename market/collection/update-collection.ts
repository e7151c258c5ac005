import {
  announceCollections,
  type CollectionChange,
  updateCollection as writeCollection,
} from "../../db/queries/collections/collections.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Context } from "../context.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import type { Precondition } from "../precondition.ts";
import { viewOwn } from "./collection-view.ts";
import { holdCollection } from "./hold-collection.ts";
import { requireOwnSeller } from "./own-seller.ts";
import type { CollectionPatch, CollectionView } from "./schemas.ts";

/**
 * Changes the given fields. Errors: collection_not_found, held_by_another_key, precondition_failed,
 * seller_not_found.
 */
export async function updateCollection(
  ctx: Context,
  actor: Keeper,
  id: string,
  patch: CollectionPatch,
  precondition?: Precondition,
): Promise<CollectionView> {
  const now = ctx.now();
  const { title, description, visibility, seller_id: sellerId } = patch;
  return ctx.db.transaction(async (tx) => {
    const row = await holdCollection(tx, actor, { id, now });
    const own = { scope: scopeOf(actor), id };
    precondition?.(await viewOwn(ctx, tx, own));
    const change: CollectionChange = { updatedAt: now };
    if (title !== undefined) change.title = title;
    if (description !== undefined) change.description = description;
    if (visibility !== undefined) change.isPublic = visibility === "public";
    if (sellerId !== undefined && sellerId !== row.sellerId) {
      const { accountId } = row;
      change.sellerId = await requireOwnSeller(tx, actor, { accountId, sellerId });
      await announceCollections(tx, change.sellerId);
    }
    await writeCollection(tx, id, change);
    await announceCollections(tx, row.sellerId);
    const subject = { subjectKind: "collection", subjectId: id } as const;
    const detail = { title: title ?? row.title, fields: Object.keys(patch) };
    await writeAudit(tx, { actor, action: "collection.changed", ...subject, detail }, now);
    return viewOwn(ctx, tx, own);
  });
}
