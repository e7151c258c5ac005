/** Mails about news of what an account follows: which are due, their contents, and their end. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNull,
  lte,
  notExists,
  or,
} from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  auctions,
  collections,
  followDigests,
  followMailItems,
  followNews,
  follows,
  listings,
} from "../../schema/index.ts";
import type { FollowNewsKind } from "../../vocabulary/follow.ts";
import type { PricingType } from "../../vocabulary/listing.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { isPublicCollection } from "../collections/collections.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";
import { isCollected } from "./news.ts";

/**
 * Locks accounts that are due a mail and had none since `mailedSince`. Skips rows locked by another
 * clock.
 */
export async function lockFollowersToMail(
  tx: Database,
  { now, mailedSince, rowsMax }: { now: Date; mailedSince: Date; rowsMax: number },
): Promise<string[]> {
  const due = tx
    .select({ id: follows.id })
    .from(follows)
    .where(and(eq(follows.accountId, accounts.id), lte(follows.mailDueAt, now)));
  const mailed = tx
    .select({ id: followDigests.id })
    .from(followDigests)
    .where(
      and(eq(followDigests.accountId, accounts.id), gte(followDigests.createdAt, mailedSince)),
    );
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(isNull(accounts.suspendedAt), exists(due), notExists(mailed)))
    .orderBy(asc(accounts.id))
    .limit(rowsMax)
    .for("no key update", { skipLocked: true });
  return rows.map(({ id }) => id);
}

/** Starts a mail about all news of a locked account that were not mailed; null if there are none. */
export async function beginFollowDigest(
  tx: Database,
  { accountId, now }: { accountId: string; now: Date },
): Promise<string | null> {
  const waiting = await tx
    .select({ id: follows.id })
    .from(follows)
    .where(and(eq(follows.accountId, accountId), lte(follows.mailDueAt, now)))
    .orderBy(asc(follows.id))
    .for("no key update");
  const ids = waiting.map(({ id }) => id);
  if (ids.length === 0) return null;
  await tx.update(follows).set({ mailDueAt: null }).where(inArray(follows.id, ids));
  const [digest] = await tx
    .insert(followDigests)
    .values({ accountId, createdAt: now })
    .returning({ id: followDigests.id });
  if (digest === undefined) throw new Error("the insert of a digest returned no row");
  const told = await tx
    .update(followMailItems)
    .set({ digestId: digest.id })
    .where(and(inArray(followMailItems.followId, ids), isNull(followMailItems.digestId)))
    .returning({ newsId: followMailItems.newsId });
  if (told.length > 0) return digest.id;
  await tx.delete(followDigests).where(eq(followDigests.id, digest.id));
  return null;
}

type DigestNews = {
  kind: FollowNewsKind;
  version: number;
  priceCents: number | null;
  previousPriceCents: number | null;
  listingId: string;
  title: string;
  sellerName: string;
  /** The title of the collection that gained it; null: other news. */
  collection: string | null;
  listing: { priceCents: number; pricingType: PricingType };
  auction: typeof auctions.$inferSelect | null;
};

export type FollowMailRow = {
  accountId: string;
  email: string;
  emailVerified: boolean;
  createdAt: Date;
  endedAt: Date | null;
  isSuspended: boolean;
  /** Some of the news, latest first. */
  news: DigestNews[];
  newsCount: number;
};

/** The current contents of a digest: of follows that remain, and of datasets still on sale. */
export async function findFollowMail(
  db: Database,
  { digestId, rowsMax }: { digestId: string; rowsMax: number },
): Promise<FollowMailRow | null> {
  const [row] = await db
    .select({ digest: followDigests, account: accounts })
    .from(followDigests)
    .innerJoin(accounts, eq(accounts.id, followDigests.accountId))
    .where(eq(followDigests.id, digestId));
  if (row === undefined) return null;
  const told = db
    .selectDistinct({ id: followMailItems.newsId })
    .from(followMailItems)
    .innerJoin(follows, eq(follows.id, followMailItems.followId))
    .where(and(eq(followMailItems.digestId, digestId), eq(follows.mail, "daily")));
  const shown = and(
    inArray(followNews.id, told),
    isActive,
    or(isNull(followNews.collectionId), and(isPublicCollection, isCollected)),
  );
  const news = await db
    .select({
      kind: followNews.kind,
      version: followNews.version,
      priceCents: followNews.priceCents,
      previousPriceCents: followNews.previousPriceCents,
      listingId: listings.id,
      title: listings.title,
      sellerName: agents.agentName,
      collection: collections.title,
      listing: { priceCents: listings.priceCents, pricingType: listings.pricingType },
      auction: auctions,
    })
    .from(followNews)
    .innerJoin(listings, eq(listings.id, followNews.listingId))
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .leftJoin(collections, eq(collections.id, followNews.collectionId))
    .where(shown)
    .orderBy(desc(followNews.id))
    .limit(rowsMax);
  const [totals] = await db
    .select({ total: count() })
    .from(followNews)
    .innerJoin(listings, eq(listings.id, followNews.listingId))
    .leftJoin(collections, eq(collections.id, followNews.collectionId))
    .where(shown);
  const { digest, account } = row;
  return {
    accountId: account.id,
    email: account.email,
    emailVerified: account.emailVerified,
    createdAt: digest.createdAt,
    endedAt: digest.endedAt,
    isSuspended: account.suspendedAt !== null,
    news,
    newsCount: totals?.total ?? 0,
  };
}

/** Ends the attempts for a digest. */
export async function endFollowDigest(tx: Database, digestId: string, now: Date): Promise<void> {
  await tx
    .update(followDigests)
    .set({ endedAt: now })
    .where(and(eq(followDigests.id, digestId), isNull(followDigests.endedAt)));
}

/** Deletes at most `rowsMax` digests that began before the instant; returns how many. */
export function deleteOldFollowDigests(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, followDigests.createdAt, oldest);
}
