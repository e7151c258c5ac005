/** What everybody may read of active listings, one at a time. */
import { and, count, eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, auctions, listings, profiles, uploads } from "../../schema/index.ts";
import type { AuctionRow } from "../auctions/auctions.ts";
import { type ListingRow, listingColumns } from "../listings/listings.ts";

export type CatalogueRow = {
  listing: ListingRow;
  seller: { id: string; name: string; verified: boolean };
  sampleReady: boolean;
  /** Why there is no sample; null where there is one. */
  noSampleCode: string | null;
  profileReady: boolean;
  /** Where it is sold by auction. Holds the hidden reserve. */
  auction: AuctionRow | null;
};

/** The columns of a catalogue row; `catalogueFrom` joins what they need. */
export const catalogueColumns = {
  listing: listingColumns,
  seller: {
    id: agents.id,
    name: agents.agentName,
    verified: sql<boolean>`${agents.state} = 'verified'`,
  },
  sampleReady: sql<boolean>`${uploads.samplePath} is not null`,
  noSampleCode: uploads.errorCode,
  profileReady: sql<boolean>`${listings.columnCount} is not null`,
  auction: auctions,
};

export const isActive = eq(listings.status, "active");

export async function findDataset(db: Database, listingId: string): Promise<CatalogueRow | null> {
  const [row] = await db
    .select(catalogueColumns)
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .innerJoin(uploads, eq(uploads.id, listings.currentUploadId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .where(and(eq(listings.id, listingId), isActive));
  return row ?? null;
}

export type DatasetFile = {
  listing: ListingRow;
  storagePath: string;
  objectEtag: string | null;
  samplePath: string | null;
  noSampleCode: string | null;
};

/** Where the current file of an active listing and its sample are kept. */
export async function findDatasetFile(
  db: Database,
  listingId: string,
): Promise<DatasetFile | null> {
  const [row] = await db
    .select({
      listing: listingColumns,
      storagePath: uploads.storagePath,
      objectEtag: uploads.objectEtag,
      samplePath: uploads.samplePath,
      noSampleCode: uploads.errorCode,
    })
    .from(listings)
    .innerJoin(uploads, eq(uploads.id, listings.currentUploadId))
    .where(and(eq(listings.id, listingId), isActive));
  return row ?? null;
}

/** Name and type of each column, in the file's order. */
export async function findColumns(
  db: Database,
  uploadId: string,
): Promise<{ name: string; type: string }[]> {
  const [row] = await db
    .select({
      columns: sql<{ name: string; type: string }[]>`(
        select coalesce(json_agg(json_build_object('name', c -> 'name', 'type', c -> 'type')
          order by position), '[]')
        from json_array_elements(${profiles.profile} -> 'columns')
          with ordinality as columns (c, position)
      )`,
    })
    .from(profiles)
    .where(eq(profiles.uploadId, uploadId));
  return row?.columns ?? [];
}

/** The profile of an active listing as JSON text: it is served as it is. Null without one. */
export async function findProfileText(
  db: Database,
  listingId: string,
): Promise<{ profile: string | null; noSampleCode: string | null } | null> {
  const [row] = await db
    .select({
      profile: sql<string | null>`${profiles.profile}::text`,
      noSampleCode: uploads.errorCode,
    })
    .from(listings)
    .innerJoin(uploads, eq(uploads.id, listings.currentUploadId))
    .leftJoin(profiles, eq(profiles.uploadId, listings.currentUploadId))
    .where(and(eq(listings.id, listingId), isActive));
  return row ?? null;
}

export type CategoryCount = { category: string; datasets: number; free: number };

export async function countCategories(db: Database): Promise<CategoryCount[]> {
  return db
    .select({
      category: listings.category,
      datasets: count(),
      free: sql<number>`(count(*) filter (where ${listings.priceCents} = 0))::int`,
    })
    .from(listings)
    .where(isActive)
    .groupBy(listings.category);
}
