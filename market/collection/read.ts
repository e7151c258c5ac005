import {
  type CollectionScope,
  type CollectionWithCounts,
  listOwnSellers,
  pageCollections,
} from "../../db/queries/collections/collections.ts";
import {
  type CollectionItem,
  findOnSaleTitle,
  listHolding,
  pageItems,
} from "../../db/queries/collections/items.ts";
import { findSeller } from "../../db/queries/sellers/sellers.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { KeeperScope } from "../../db/vocabulary/event.ts";
import { viewDataset } from "../catalogue/dataset-view.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import { idShape, numberShape } from "../list-cursor.ts";
import { offsetPagination, readPage } from "../pagination.ts";
import { FOLLOWERS_COUNTED_MAX } from "../seller/limits.ts";
import { requireCollection, viewCollection } from "./collection-view.ts";
import { COLLECTIONS_PER_ACCOUNT_MAX } from "./limits.ts";
import type {
  CollectionItemsView,
  CollectionsQuery,
  CollectionsView,
  CollectionView,
} from "./schemas.ts";

const everybody = { kind: "public" } as const;

/** A keeper sees private ones of its own too. */
const scopesOf = (actor: Keeper | null): CollectionScope[] =>
  actor === null ? [everybody] : [scopeOf(actor), everybody];

/** A public collection, or the caller's own. Errors: collection_not_found. */
export async function getCollection(
  ctx: Context,
  actor: Keeper | null,
  id: string,
): Promise<CollectionView> {
  return viewCollection(ctx, await requireCollection(ctx.db, id, ...scopesOf(actor)));
}

/** The keeper's collections, newest first. */
export function listCollections(
  ctx: Context,
  actor: Keeper,
  page: CollectionsQuery,
): Promise<CollectionsView> {
  return pageOf(ctx, scopeOf(actor), { name: "collections", page });
}

/** A seller's public collections, newest first. Errors: seller_not_found. */
export async function listSellerCollections(
  ctx: Context,
  sellerId: string,
  page: CollectionsQuery,
): Promise<CollectionsView> {
  if ((await findSeller(ctx.db, sellerId)) === null) {
    throw new MarketError("seller_not_found", "No seller has this id.");
  }
  return pageOf(ctx, { kind: "public", sellerId }, { name: `collections ${sellerId}`, page });
}

async function pageOf(
  ctx: Context,
  scope: CollectionScope,
  { name, page }: { name: string; page: CollectionsQuery },
): Promise<CollectionsView> {
  const keyOf = ({ collection }: CollectionWithCounts) => collection.id;
  const { rows, pagination } = await readPage(page, { name, shape: idShape, keyOf }, (slice) =>
    pageCollections(ctx.db, scope, { ...slice, followersMax: FOLLOWERS_COUNTED_MAX }),
  );
  return { items: rows.map((row) => viewCollection(ctx, row)), pagination };
}

/**
 * Its datasets in its order; only its keeper sees those that are no longer on sale. Errors:
 * collection_not_found.
 */
export async function listCollectionDatasets(
  ctx: Context,
  actor: Keeper | null,
  id: string,
  page: CollectionsQuery,
): Promise<CollectionItemsView> {
  const { collection } = await requireCollection(ctx.db, id, ...scopesOf(actor));
  const onlyOnSale = actor === null || !isKept(collection, scopeOf(actor));
  const keyOf = ({ item }: CollectionItem) => String(item.position);
  const list = { name: `datasets ${id}`, shape: numberShape, keyOf };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageItems(ctx.db, { collectionId: id, onlyOnSale }, slice),
  );
  return { items: rows.map((row) => viewItem(ctx, row)), pagination };
}

function viewItem(ctx: Context, { item, dataset }: CollectionItem) {
  return {
    dataset_id: item.listingId,
    position: item.position,
    added_at: item.addedAt.toISOString(),
    dataset: dataset === null ? null : viewDataset(ctx, dataset),
  };
}

function isKept(
  { accountId, principalKind, principalId }: CollectionWithCounts["collection"],
  scope: KeeperScope,
): boolean {
  if (scope.kind === "owner") return accountId === scope.accountId;
  return principalKind === scope.kind && principalId === scope.id;
}

/** `agent_name`: the agent that keeps it; null: the account itself. `isSuspended`: by an administrator. */
export type OwnerCollectionView = CollectionView & {
  agent_name: string | null;
  isSuspended: boolean;
};

function viewOwners(ctx: Context, row: CollectionWithCounts): OwnerCollectionView {
  const isSuspended = row.collection.suspendedAt !== null;
  return { ...viewCollection(ctx, row), agent_name: row.agentName, isSuspended };
}

/** What an account and its agents collect, for its person; newest first. */
export async function listOwnerCollections(
  ctx: Context,
  owner: OwnerActor,
  page: { limit: number; offset: number },
) {
  const slice = { ...page, followersMax: FOLLOWERS_COUNTED_MAX };
  const { rows, total } = await pageCollections(ctx.db, scopeOf(owner), slice);
  return {
    items: rows.map((row) => viewOwners(ctx, row)),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}

/** One of them for its person, a page of its datasets with their titles, and the sellers it may name. */
export async function getOwnerCollection(
  ctx: Context,
  owner: OwnerActor,
  id: string,
  page: { limit: number; offset: number },
) {
  const row = await requireCollection(ctx.db, id, scopeOf(owner));
  const { rows, total } = await pageItems(ctx.db, { collectionId: id, onlyOnSale: false }, page);
  return {
    collection: viewOwners(ctx, row),
    items: rows.map(({ item, title, dataset }) => ({
      dataset_id: item.listingId,
      position: item.position,
      title,
      is_on_sale: dataset !== null,
    })),
    total,
  };
}

const sellersShownMax = 50;

/** The sellers that a person's collection may name. */
export function listNameableSellers(ctx: Context, { accountId }: OwnerActor) {
  return listOwnSellers(ctx.db, { accountId, rowsMax: sellersShownMax });
}

/**
 * A dataset on sale, and the collections of a person to which it can be saved, newest first. Errors:
 * dataset_not_found.
 */
export async function getSaving(ctx: Context, owner: OwnerActor, listingId: string) {
  const rowsMax = COLLECTIONS_PER_ACCOUNT_MAX;
  const [title, { rows }, holding] = await Promise.all([
    findOnSaleTitle(ctx.db, listingId),
    pageCollections(ctx.db, scopeOf(owner), { limit: rowsMax, offset: 0, followersMax: 1 }),
    listHolding(ctx.db, { accountId: owner.accountId, listingId, rowsMax }),
  ]);
  if (title === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  const collections = rows.map(({ collection, onSale, withdrawn }) => ({
    id: collection.id,
    title: collection.title,
    isPublic: collection.isPublic,
    datasets: onSale + withdrawn,
    holdsIt: holding.includes(collection.id),
  }));
  return { id: listingId, title, collections };
}
