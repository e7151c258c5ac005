import { asc, count } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings } from "../../schema/index.ts";
import { isActive } from "./catalogue.ts";

export type SitemapRow = { id: string; updatedAt: Date };

export async function countActiveListings(db: Database): Promise<number> {
  const [row] = await db.select({ total: count() }).from(listings).where(isActive);
  return row?.total ?? 0;
}

/**
 * The active listings, oldest first, so that a new listing changes only the last page of the
 * sitemap.
 */
export async function listActiveListings(
  db: Database,
  page: { limit: number; offset: number },
): Promise<SitemapRow[]> {
  return db
    .select({ id: listings.id, updatedAt: listings.updatedAt })
    .from(listings)
    .where(isActive)
    .orderBy(asc(listings.publishedAt), asc(listings.id))
    .limit(page.limit)
    .offset(page.offset);
}
