/** News about listings for those who follow them, their seller or a collection. */
import { and, asc, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { v7 } from "uuid";
import type { Database } from "../../client.ts";
import {
  agents,
  collectionItems,
  collections,
  followMailItems,
  followNews,
  follows,
  listings,
} from "../../schema/index.ts";
import type { Principal } from "../../vocabulary/event.ts";
import type { FollowNewsKind } from "../../vocabulary/follow.ts";
import { isPublicCollection } from "../collections/collections.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";
import { enqueueJob } from "../journal/journal.ts";
import { uuidArray } from "../search/arrays.ts";

type News = {
  listingId: string;
  version: number;
  kind: Exclude<FollowNewsKind, "collected">;
  priceCents?: number;
  previousPriceCents?: number;
  now: Date;
};

/**
 * Writes news in the transaction of their cause, if somebody follows the listing or, for a publication,
 * its seller; and the job that notifies them.
 */
export async function enqueueFollowNews(tx: Database, news: News): Promise<void> {
  const { listingId, version, kind, priceCents = null, previousPriceCents = null, now } = news;
  const written = await tx.execute<{ id: string }>(sql`
    insert into ${followNews} (id, listing_id, version, kind, price_cents, previous_price_cents,
      created_at)
    select ${v7()}::uuid, ${listings.id}, ${version}::int, ${kind}::text, ${priceCents}::int,
      ${previousPriceCents}::int, ${now.toISOString()}::timestamptz
    from ${listings} where ${listings.id} = ${listingId} and (
      exists (select from ${follows} where ${follows.listingId} = ${listingId})
      or ${kind}::text = 'published'
        and exists (select from ${follows} where ${follows.sellerId} = ${listings.agentId}))
    returning id`);
  if (written.length > 0) await enqueueJob(tx, "jobs.match", { listing_id: listingId }, now);
}

/**
 * The same for a listing that a public collection gained. A dataset that is removed and added again is
 * reported once.
 */
export async function enqueueCollectedNews(
  tx: Database,
  { collectionId, listingId, now }: { collectionId: string; listingId: string; now: Date },
): Promise<void> {
  const written = await tx.execute<{ id: string }>(sql`
    insert into ${followNews} (id, listing_id, version, kind, collection_id, created_at)
    select ${v7()}::uuid, ${listings.id}, ${listings.version}, 'collected', ${collectionId}::uuid,
      ${now.toISOString()}::timestamptz
    from ${listings} where ${listings.id} = ${listingId}
      and exists (select from ${follows} where ${follows.collectionId} = ${collectionId})
    on conflict (collection_id, listing_id) do nothing
    returning id`);
  if (written.length > 0) await enqueueJob(tx, "jobs.match", { listing_id: listingId }, now);
}

export type ClaimedNews = {
  news: typeof followNews.$inferSelect;
  sellerId: string;
  /** Its followers are not notified: they are the seller, or keep the collection. */
  accountId: string | null;
  /** The dataset is on sale and, if a collection gained it, is still in it for everybody. */
  isShown: boolean;
};

/** The collection that gained the dataset still has it. */
export const isCollected = sql`exists (select from ${collectionItems}
  where ${collectionItems.collectionId} = ${followNews.collectionId}
    and ${collectionItems.listingId} = ${followNews.listingId})`;

/** Locks the oldest news whose listing has no earlier ones; skips locked rows. */
export async function claimNews(tx: Database): Promise<ClaimedNews | null> {
  const earlier = alias(followNews, "earlier");
  const isWaiting = tx
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.listingId, followNews.listingId),
        isNull(earlier.doneAt),
        sql`${earlier.id} < ${followNews.id}`,
      ),
    );
  const [row] = await tx
    .select({
      news: followNews,
      sellerId: listings.agentId,
      accountId: sql<string | null>`case when ${followNews.collectionId} is null
        then ${agents.accountId} else ${collections.accountId} end`,
      isShown: sql<boolean>`${listings.status} = 'active' and (${followNews.collectionId} is null
        or ${isPublicCollection} and ${isCollected})`,
    })
    .from(followNews)
    .innerJoin(listings, eq(listings.id, followNews.listingId))
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .leftJoin(collections, eq(collections.id, followNews.collectionId))
    .where(and(isNull(followNews.doneAt), notExists(isWaiting)))
    .orderBy(asc(followNews.id))
    .limit(1)
    .for("update", { of: followNews, skipLocked: true });
  return row ?? null;
}

type Told = Pick<ClaimedNews, "news" | "sellerId" | "accountId">;

/** Conditions for the follows that news concern: a lowered price only those of the dataset itself. */
const concerns = ({ news, sellerId }: Told) =>
  news.kind === "collected"
    ? [sql`${follows.collectionId} = ${news.collectionId}`]
    : [
        sql`${follows.listingId} = ${news.listingId}`,
        ...(news.kind === "published" ? [sql`${follows.sellerId} = ${sellerId}`] : []),
      ];

const isTold = ({ news, accountId }: Told) => sql`${follows.accountId} is distinct from
  ${accountId}::uuid and ${follows.createdAt} <= ${news.createdAt.toISOString()}::timestamptz`;

/** The next followers in the order of their ids, each once; at most `rowsMax`. */
export async function findFollowers(
  tx: Database,
  told: Told,
  rowsMax: number,
): Promise<Principal[]> {
  const { afterPrincipalId: after } = told.news;
  const behind = after === null ? sql`true` : sql`${follows.principalId} > ${after}`;
  const some = concerns(told).map(
    (
      concerned,
    ) => sql`(select distinct ${follows.principalKind} as kind, ${follows.principalId} as id
      from ${follows} where ${concerned} and ${isTold(told)} and ${behind}
      order by ${follows.principalId} limit ${rowsMax})`,
  );
  const rows = await tx.execute<Principal>(
    sql`select kind, id from (${sql.join(some, sql` union `)}) as found order by id limit ${rowsMax}`,
  );
  return rows.map(({ kind, id }) => ({ kind, id }));
}

/** Notes the news for the mails of these followers that want some. Locks their follows by id. */
export async function noteMailItems(
  tx: Database,
  told: Told,
  { principalIds, dueAt }: { principalIds: string[]; dueAt: Date },
): Promise<void> {
  const rows = await tx
    .select({ id: follows.id })
    .from(follows)
    .where(
      and(
        sql`(${sql.join(concerns(told), sql` or `)})`,
        isTold(told),
        eq(follows.mail, "daily"),
        sql`${follows.principalId} = any(${uuidArray(principalIds)})`,
      ),
    )
    .orderBy(asc(follows.id))
    .for("no key update");
  if (rows.length === 0) return;
  const newsId = told.news.id;
  await tx
    .insert(followMailItems)
    .values(rows.map(({ id }) => ({ followId: id, newsId })))
    .onConflictDoNothing();
  await tx
    .update(follows)
    .set({ mailDueAt: sql`coalesce(${follows.mailDueAt}, ${dueAt.toISOString()}::timestamptz)` })
    .where(
      inArray(
        follows.id,
        rows.map(({ id }) => id),
      ),
    );
}

export async function moveNews(
  tx: Database,
  newsId: string,
  progress: { afterPrincipalId: string } | { doneAt: Date },
): Promise<void> {
  await tx.update(followNews).set(progress).where(eq(followNews.id, newsId));
}

/** Deletes at most `rowsMax` news from before the instant; returns how many. */
export function deleteOldNews(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, followNews.createdAt, oldest);
}
