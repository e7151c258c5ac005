/** News about listings for those who follow them or their seller. */
import { and, asc, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { v7 } from "uuid";
import type { Database } from "../../client.ts";
import { agents, followMailItems, followNews, follows, listings } from "../../schema/index.ts";
import type { Principal } from "../../vocabulary/event.ts";
import type { FollowNewsKind } from "../../vocabulary/follow.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";
import { enqueueJob } from "../journal/journal.ts";
import { uuidArray } from "../search/arrays.ts";

type News = {
  listingId: string;
  version: number;
  kind: FollowNewsKind;
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

export type ClaimedNews = {
  news: typeof followNews.$inferSelect;
  sellerId: string;
  /** Its followers are not told: they are the seller. */
  accountId: string | null;
  isOnSale: boolean;
};

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
      accountId: agents.accountId,
      isOnSale: sql<boolean>`${listings.status} = 'active'`,
    })
    .from(followNews)
    .innerJoin(listings, eq(listings.id, followNews.listingId))
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(and(isNull(followNews.doneAt), notExists(isWaiting)))
    .orderBy(asc(followNews.id))
    .limit(1)
    .for("update", { of: followNews, skipLocked: true });
  return row ?? null;
}

type Told = Pick<ClaimedNews, "news" | "sellerId" | "accountId">;

/** Conditions for the follows that news concern: a lowered price only those of the dataset itself. */
const concerns = ({ news, sellerId }: Told) => [
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
