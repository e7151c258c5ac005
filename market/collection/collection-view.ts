import type { Database } from "../../db/client.ts";
import {
  type CollectionScope,
  type CollectionWithCounts,
  findCollection,
} from "../../db/queries/collections/collections.ts";
import type { KeeperScope } from "../../db/vocabulary/event.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { FOLLOWERS_COUNTED_MAX } from "../seller/limits.ts";
import { viewShownSeller } from "../seller/shown-seller.ts";
import { view } from "../view.ts";
import { type CollectionView, collectionView } from "./schemas.ts";

export function viewCollection(
  ctx: Pick<Context, "config">,
  { collection, seller, onSale, withdrawn, followers }: CollectionWithCounts,
): CollectionView {
  const self = `${ctx.config.PUBLIC_BASE_URL}/collections/${collection.id}`;
  return view(collectionView, collection, {
    visibility: collection.isPublic ? "public" : "private",
    seller: seller === null ? null : viewShownSeller(seller),
    datasets_on_sale: onSale,
    datasets_withdrawn: withdrawn,
    followers,
    links: {
      self,
      datasets: `${self}/datasets`,
      search: `${ctx.config.PUBLIC_BASE_URL}/datasets?collection=${collection.id}`,
    },
  });
}

export function collectionMissing(): MarketError {
  return new MarketError("collection_not_found", "No collection that you may see has this id.");
}

/** The first of the scopes that shows it. Errors: collection_not_found. */
export async function requireCollection(
  db: Database,
  id: string,
  ...scopes: CollectionScope[]
): Promise<CollectionWithCounts> {
  for (const scope of scopes) {
    const row = await findCollection(db, scope, { id, followersMax: FOLLOWERS_COUNTED_MAX });
    if (row !== null) return row;
  }
  throw collectionMissing();
}

export async function viewOwn(
  ctx: Pick<Context, "config">,
  tx: Database,
  { scope, id }: { scope: KeeperScope; id: string },
): Promise<CollectionView> {
  return viewCollection(ctx, await requireCollection(tx, id, scope));
}
