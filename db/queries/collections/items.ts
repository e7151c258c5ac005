/** The datasets of collections, in their order. */
import { and, asc, count, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { collectionItems, collections, listings } from "../../schema/index.ts";
import { type CatalogueRow, findDatasets, isActive } from "../catalogue/catalogue.ts";
import { uuidArray } from "../search/arrays.ts";
import type { Slice } from "../slice.ts";
import { isPublicCollection } from "./collections.ts";

type ItemRow = typeof collectionItems.$inferSelect;
/** `dataset`: null if it is not on sale any more. */
export type CollectionItem = { item: ItemRow; title: string; dataset: CatalogueRow | null };

/** Of a search, which reads `listings`. */
export const isInPublicCollection = (collectionId: SQL): SQL =>
  sql`${listings.id} in (select ${collectionItems.listingId} from ${collectionItems}
    join ${collections} on ${collections.id} = ${collectionItems.collectionId}
    where ${collectionItems.collectionId} = ${collectionId} and ${isPublicCollection})`;

/** The listings of a locked collection in order; at most `rowsMax`. */
export async function listItemIds(
  tx: Database,
  { collectionId, rowsMax }: { collectionId: string; rowsMax: number },
): Promise<string[]> {
  const rows = await tx
    .select({ id: collectionItems.listingId })
    .from(collectionItems)
    .where(eq(collectionItems.collectionId, collectionId))
    .orderBy(asc(collectionItems.position))
    .limit(rowsMax);
  return rows.map(({ id }) => id);
}

/** Gives a locked collection these listings in this order; others are removed. */
export async function setItems(
  tx: Database,
  { collectionId, listingIds, now }: { collectionId: string; listingIds: string[]; now: Date },
): Promise<void> {
  const ids = uuidArray(listingIds);
  await tx.execute(sql`
    delete from collection_items where collection_id = ${collectionId}
      and listing_id <> all(${ids})`);
  await tx.execute(sql`
    insert into collection_items (collection_id, listing_id, position, added_at)
      select ${collectionId}::uuid, listing_id, place::int, ${now.toISOString()}::timestamptz
        from unnest(${ids}) with ordinality as wanted (listing_id, place)
      on conflict (collection_id, listing_id) do update set position = excluded.position
        where collection_items.position <> excluded.position`);
}

/** One page in the collection's order, and their number. `onlyOnSale`: for everybody but the keeper. */
export async function pageItems(
  db: Database,
  { collectionId, onlyOnSale }: { collectionId: string; onlyOnSale: boolean },
  page: Slice,
): Promise<{ rows: CollectionItem[]; total: number }> {
  const where = and(
    eq(collectionItems.collectionId, collectionId),
    onlyOnSale ? isActive : undefined,
  );
  const { after } = page;
  const [items, totals] = await Promise.all([
    db
      .select({ item: collectionItems, title: listings.title })
      .from(collectionItems)
      .innerJoin(listings, eq(listings.id, collectionItems.listingId))
      .where(and(where, after == null ? undefined : gt(collectionItems.position, Number(after))))
      .orderBy(asc(collectionItems.position))
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({ total: count() })
      .from(collectionItems)
      .innerJoin(listings, eq(listings.id, collectionItems.listingId))
      .where(where),
  ]);
  const datasets = await findDatasets(
    db,
    items.map(({ item }) => item.listingId),
  );
  return {
    rows: items.map((row) => ({ ...row, dataset: datasets.get(row.item.listingId) ?? null })),
    total: totals[0]?.total ?? 0,
  };
}

/** The title of a dataset on sale; null: none has this id. */
export async function findOnSaleTitle(db: Database, listingId: string): Promise<string | null> {
  const [row] = await db
    .select({ title: listings.title })
    .from(listings)
    .where(and(eq(listings.id, listingId), isActive));
  return row?.title ?? null;
}

/** Those of an account's collections that hold the dataset. */
export async function listHolding(
  db: Database,
  { accountId, listingId, rowsMax }: { accountId: string; listingId: string; rowsMax: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: collections.id })
    .from(collectionItems)
    .innerJoin(collections, eq(collections.id, collectionItems.collectionId))
    .where(and(eq(collectionItems.listingId, listingId), eq(collections.accountId, accountId)))
    .limit(rowsMax);
  return rows.map(({ id }) => id);
}
