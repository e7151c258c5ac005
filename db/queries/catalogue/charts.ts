/** What pages draw of files: the stored charts of one, and the pictures of cards. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, profiles, uploads } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import { type FileScope, isFileOf, isInScope } from "./catalogue.ts";

/** Null for a file without a sample. */
export async function findCharts(
  db: Database,
  scope: FileScope,
): Promise<Stored["profileCharts"] | null> {
  const [row] = await db
    .select({ charts: profiles.charts })
    .from(listings)
    .innerJoin(uploads, isFileOf)
    .innerJoin(profiles, eq(profiles.uploadId, uploads.id))
    .where(isInScope(scope));
  return row?.charts ?? null;
}

type CardPicture = { listingId: string; thumbnail: Stored["profileCharts"]["thumbnail"] };

/** Of the files on sale, as far as they have one. */
export async function findThumbnails(
  db: Database,
  listingIds: readonly string[],
): Promise<CardPicture[]> {
  if (listingIds.length === 0) return [];
  return await db
    .select({
      listingId: listings.id,
      thumbnail: sql<CardPicture["thumbnail"]>`${profiles.charts} -> 'thumbnail'`,
    })
    .from(listings)
    .innerJoin(profiles, eq(profiles.uploadId, listings.currentUploadId))
    .where(and(inArray(listings.id, [...listingIds]), eq(listings.status, "active")));
}
