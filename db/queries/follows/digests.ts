/** The contents of mails about news of what an account follows. */
import { and, count, desc, eq, inArray, isNull, or } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  agents,
  auctions,
  collections,
  followMailItems,
  followNews,
  follows,
  listings,
} from "../../schema/index.ts";
import type { FollowNewsKind } from "../../vocabulary/follow.ts";
import type { PricingType } from "../../vocabulary/listing.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { isPublicCollection } from "../collections/collections.ts";
import { beginDigest, type DigestRow, findDigest } from "../mail-digests.ts";
import { isCollected } from "./news.ts";

/** Starts a mail about all news of a locked account that were not mailed; null if there are none. */
export function beginFollowDigest(
  tx: Database,
  due: { accountId: string; now: Date },
): Promise<string | null> {
  return beginDigest(tx, "follow", due, (digestId, followIds) =>
    tx
      .update(followMailItems)
      .set({ digestId })
      .where(and(inArray(followMailItems.followId, followIds), isNull(followMailItems.digestId)))
      .returning({ newsId: followMailItems.newsId }),
  );
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

export type FollowMailRow = DigestRow & {
  /** Some of the news, latest first. */
  news: DigestNews[];
  newsCount: number;
};

/** The current contents of a digest: of follows that remain, and of datasets still on sale. */
export async function findFollowMail(
  db: Database,
  { digestId, rowsMax }: { digestId: string; rowsMax: number },
): Promise<FollowMailRow | null> {
  const digest = await findDigest(db, "follow", digestId);
  if (digest === null) return null;
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
  return { ...digest, news, newsCount: totals?.total ?? 0 };
}
