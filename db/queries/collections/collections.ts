/** Collections of accounts and agents, with their counts. */
import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  collectionItems,
  collections,
  followNews,
  follows,
} from "../../schema/index.ts";
import type { KeeperScope } from "../../vocabulary/event.ts";
import { type ShownSeller, sellerChecks } from "../agents/seller-checks.ts";
import { isPublicSeller } from "../sellers/sellers.ts";
import { behindId, type Slice } from "../slice.ts";

export type CollectionRow = typeof collections.$inferSelect;
type NewCollection = Omit<typeof collections.$inferInsert, "id">;
export type CollectionChange = Partial<
  Pick<NewCollection, "title" | "description" | "isPublic" | "sellerId">
> & { updatedAt: Date };

export type CollectionWithCounts = {
  collection: CollectionRow;
  /** Null: it names none, or the named one is not public any more. */
  seller: ShownSeller | null;
  /** The agent that keeps it; null: the account itself. */
  agentName: string | null;
  onSale: number;
  withdrawn: number;
  followers: number;
};

/** Whose collections: a keeper's own, the public ones of a seller, or any public one. */
export type CollectionScope = KeeperScope | { kind: "public"; sellerId?: string };

const noSuspended = sql`not exists (select from ${agents} as named where named.suspended_at is not null
  and named.id in (${collections.sellerId}, ${collections.principalId}))
  and not exists (select from ${accounts} where ${accounts.id} = ${collections.accountId}
    and ${accounts.suspendedAt} is not null)`;

/** Shown to everybody: a suspended one, or a suspended keeper's, is not. */
export const isPublicCollection = and(
  collections.isPublic,
  isNull(collections.suspendedAt),
  noSuspended,
);

function within(scope: CollectionScope): SQL | undefined {
  if (scope.kind === "owner") return eq(collections.accountId, scope.accountId);
  if (scope.kind !== "public") {
    return and(eq(collections.principalKind, scope.kind), eq(collections.principalId, scope.id));
  }
  if (scope.sellerId === undefined) return isPublicCollection;
  return and(isPublicCollection, eq(collections.sellerId, scope.sellerId));
}

/** Until the transaction ends, nobody else makes a collection for this account. */
export async function lockCollecting(tx: Database, accountId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('collections ' || ${accountId}::text, 0))`,
  );
}

export async function countCollections(tx: Database, accountId: string): Promise<number> {
  return tx.$count(collections, eq(collections.accountId, accountId));
}

export async function insertCollection(
  tx: Database,
  values: NewCollection,
): Promise<CollectionRow> {
  const [row] = await tx.insert(collections).values(values).returning();
  if (row === undefined) throw new Error("the insert of a collection returned no row");
  return row;
}

export async function updateCollection(
  tx: Database,
  collectionId: string,
  change: CollectionChange,
): Promise<void> {
  await tx.update(collections).set(change).where(eq(collections.id, collectionId));
}

/** Deletes a locked collection with its datasets, its news and everybody's follows of it. */
export async function deleteCollection(tx: Database, collectionId: string): Promise<void> {
  const own = eq(collections.id, collectionId);
  await lockFollowersOf(tx, own);
  await tx.delete(collections).where(own);
}

/**
 * Deletes an account's collections and those of its agents; returns how many. Locks them by id, and the
 * account's follows, which may be of collections of another account that closes.
 */
export async function deleteCollectionsOf(tx: Database, accountId: string): Promise<number> {
  const own = eq(collections.accountId, accountId);
  await tx
    .select({ id: collections.id })
    .from(collections)
    .where(own)
    .orderBy(collections.id)
    .for("update");
  await lockFollowersOf(tx, own, eq(follows.accountId, accountId));
  const gone = await tx.delete(collections).where(own).returning({ id: collections.id });
  return gone.length;
}

/** In the order in which `notifyFollowers` locks them, news first: the delete itself has none. */
async function lockFollowersOf(tx: Database, ofCollection: SQL, also?: SQL): Promise<void> {
  const ids = tx.select({ id: collections.id }).from(collections).where(ofCollection);
  await tx
    .select({ id: followNews.id })
    .from(followNews)
    .where(inArray(followNews.collectionId, ids))
    .orderBy(followNews.id)
    .for("update");
  await tx
    .select({ id: follows.id })
    .from(follows)
    .where(or(inArray(follows.collectionId, ids), also))
    .orderBy(follows.id)
    .for("update");
}

/** Locked until the transaction ends; null for another keeper's. */
export async function lockCollection(
  tx: Database,
  scope: KeeperScope,
  collectionId: string,
): Promise<CollectionRow | null> {
  const [row] = await tx
    .select()
    .from(collections)
    .where(and(eq(collections.id, collectionId), within(scope)))
    .for("update");
  return row ?? null;
}

/** Whether the account may name this seller: an approved agent of its own. */
export async function isOwnSeller(
  db: Database,
  { accountId, sellerId }: { accountId: string; sellerId: string },
): Promise<boolean> {
  const own = and(eq(agents.id, sellerId), eq(agents.accountId, accountId), isPublicSeller);
  return (await db.$count(agents, own)) > 0;
}

const keeper = alias(agents, "keeper");

function selectCollections(db: Database, followersMax: number) {
  const items = sql`${collectionItems} join listings on listings.id = ${collectionItems.listingId}
    where ${collectionItems.collectionId} = ${collections.id}`;
  return db
    .select({
      collection: collections,
      seller: sql<ShownSeller | null>`case when ${agents.id} is not null then json_build_object(
        'id', ${agents.id}, 'name', ${agents.agentName}, 'verified', ${sellerChecks.verified},
        'identityChecked', ${sellerChecks.identityChecked}) end`,
      agentName: keeper.agentName,
      onSale: sql<number>`(select count(*)::int from ${items} and listings.status = 'active')`,
      withdrawn: sql<number>`(select count(*)::int from ${items} and listings.status <> 'active')`,
      followers: sql<number>`(select count(*)::int from (select from ${follows}
        where ${follows.collectionId} = ${collections.id} limit ${followersMax}) as counted)`,
    })
    .from(collections)
    .leftJoin(agents, and(eq(agents.id, collections.sellerId), isPublicSeller))
    .leftJoin(
      keeper,
      and(eq(collections.principalKind, "agent"), eq(keeper.id, collections.principalId)),
    );
}

/** Null outside of the scope. */
export async function findCollection(
  db: Database,
  scope: CollectionScope,
  { id, followersMax }: { id: string; followersMax: number },
): Promise<CollectionWithCounts | null> {
  const where = and(eq(collections.id, id), within(scope));
  const [row] = await selectCollections(db, followersMax).where(where);
  return row ?? null;
}

/** One page, newest first, and their total number. */
export async function pageCollections(
  db: Database,
  scope: CollectionScope,
  { followersMax, ...page }: Slice & { followersMax: number },
): Promise<{ rows: CollectionWithCounts[]; total: number }> {
  const where = within(scope);
  const [rows, totals] = await Promise.all([
    selectCollections(db, followersMax)
      .where(and(where, behindId(collections.id, page)))
      .orderBy(desc(collections.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(collections).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** Sellers that an account may name, by name; at most `rowsMax`. */
export async function listOwnSellers(
  db: Database,
  { accountId, rowsMax }: { accountId: string; rowsMax: number },
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: agents.id, name: agents.agentName })
    .from(agents)
    .where(and(eq(agents.accountId, accountId), isPublicSeller, isNull(agents.deletedAt)))
    .orderBy(agents.agentName, agents.id)
    .limit(rowsMax);
}

/** Makes processes drop the cached page of a seller, which shows its collections. */
export async function announceCollections(tx: Database, sellerId: string | null): Promise<void> {
  if (sellerId !== null) await tx.execute(sql`select tell('listing', ${sellerId})`);
}
