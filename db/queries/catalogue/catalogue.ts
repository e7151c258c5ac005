/** Reads one listing's files, for the public, sellers or buyers. */
import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, auctions, listings, profiles, uploads } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import type { ColumnDescriptions } from "../../vocabulary/listing.ts";
import type { StarCounts } from "../../vocabulary/review.ts";
import { type ShownSeller, sellerChecks } from "../agents/seller-checks.ts";
import type { AuctionRow } from "../auctions/auctions.ts";
import { type ListingRow, listingColumns } from "../listings/listings.ts";

export type CatalogueRow = {
  listing: ListingRow;
  seller: ShownSeller;
  sampleReady: boolean;
  /** Why there is no sample; null if there is one. */
  noSampleCode: string | null;
  profileReady: boolean;
  /** For auction sales. Includes the hidden reserve. */
  auction: AuctionRow | null;
  /** Counts of the shown reviews' stars; null if the listing never had a review. */
  starCounts: StarCounts | null;
};

/** The columns of a catalogue row; `catalogueFrom` joins the tables that they need. */
export const catalogueColumns = {
  listing: listingColumns,
  seller: {
    id: agents.id,
    name: agents.agentName,
    ...sellerChecks,
  },
  sampleReady: sql<boolean>`${uploads.samplePath} is not null`,
  noSampleCode: uploads.errorCode,
  profileReady: sql<boolean>`${listings.columnCount} is not null`,
  auction: auctions,
  starCounts: sql<StarCounts | null>`(select json_build_array(stars1, stars2, stars3, stars4, stars5)
    from listing_ratings where listing_id = ${listings.id})`,
};

export const isActive = eq(listings.status, "active");

export async function findDataset(db: Database, listingId: string): Promise<CatalogueRow | null> {
  return selectDataset(db, and(eq(listings.id, listingId), isActive));
}

/** The agent's own listing as if it were on sale, once it has a file. */
export async function findOwnDataset(
  db: Database,
  { listingId, agentId }: { listingId: string; agentId: string },
): Promise<CatalogueRow | null> {
  return selectDataset(db, and(eq(listings.id, listingId), eq(listings.agentId, agentId)));
}

/** Those on sale of these listings, by their ids. */
export async function findDatasets(
  db: Database,
  ids: string[],
): Promise<Map<string, CatalogueRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(catalogueColumns)
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .innerJoin(uploads, eq(uploads.id, listings.currentUploadId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .where(and(inArray(listings.id, ids), isActive));
  return new Map(rows.map((row) => [row.listing.id, row]));
}

async function selectDataset(db: Database, where: SQL | undefined): Promise<CatalogueRow | null> {
  const [row] = await db
    .select(catalogueColumns)
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .innerJoin(uploads, eq(uploads.id, listings.currentUploadId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .where(where);
  return row ?? null;
}

/**
 * Which file to read. Without `uploadId`: the file on sale, only of an active listing. With it:
 * exactly that file, whatever its and the listing's state; the caller must be entitled to it.
 */
export type FileScope = { listingId: string; uploadId?: string };

export function isInScope({ listingId, uploadId }: FileScope): SQL | undefined {
  const isListing = eq(listings.id, listingId);
  return uploadId === undefined
    ? and(isListing, isActive, eq(uploads.id, listings.currentUploadId))
    : and(isListing, eq(uploads.id, uploadId));
}

/** Joins files to their listing; {@link isInScope} selects one of them. */
export const isFileOf = eq(uploads.listingId, listings.id);

export type DatasetFile = {
  listing: ListingRow;
  uploadId: string;
  /** The file's own format, which the listing may declare differently. */
  format: string | null;
  storagePath: string;
  objectEtag: string | null;
  samplePath: string | null;
  noSampleCode: string | null;
};

/** Where the file and its sample are stored. */
export async function findDatasetFile(db: Database, scope: FileScope): Promise<DatasetFile | null> {
  const [row] = await db
    .select({
      listing: listingColumns,
      uploadId: uploads.id,
      format: sql<string | null>`coalesce(${uploads.format}, ${listings.format})`,
      storagePath: uploads.storagePath,
      objectEtag: uploads.objectEtag,
      samplePath: uploads.samplePath,
      noSampleCode: uploads.errorCode,
    })
    .from(listings)
    .innerJoin(uploads, isFileOf)
    .where(isInScope(scope));
  return row ?? null;
}

export type DatasetStructure = {
  columns: { name: string; type: string }[];
  /** As stated by the seller. */
  described: ColumnDescriptions;
  /** Texts of the data dictionaries next to the data. */
  dictionaries: string[];
  tables: Stored["datasetTable"][];
  documents: Omit<Stored["datasetDocument"], "text">[];
};

/** Names and types of the columns in file order, the tables, and the documents. */
export async function findStructure(db: Database, uploadId: string): Promise<DatasetStructure> {
  const [row] = await db
    .select({
      columns: sql<DatasetStructure["columns"]>`(
        select coalesce(json_agg(json_build_object('name', c -> 'name', 'type', c -> 'type')
          order by position), '[]')
        from json_array_elements(${profiles.profile} -> 'columns')
          with ordinality as columns (c, position)
      )`,
      tables: sql<Stored["datasetTable"][] | null>`${profiles.profile} -> 'tables'`,
      documents: sql<Stored["datasetDocument"][] | null>`${profiles.profile} -> 'documents'`,
      described: listings.columnDescriptions,
    })
    .from(uploads)
    .innerJoin(listings, isFileOf)
    .leftJoin(profiles, eq(profiles.uploadId, uploads.id))
    .where(eq(uploads.id, uploadId));
  const { columns = [], tables = null, documents = null, described = null } = row ?? {};
  const untold = (documents ?? []).map(({ text: _, ...told }) => told);
  const dictionaries = (documents ?? []).flatMap(({ kind, text }) =>
    kind === "dictionary" ? [text] : [],
  );
  const told = { columns, tables: tables ?? [], documents: untold };
  return { ...told, described: described ?? {}, dictionaries };
}

export type DatasetTables = {
  /** Null for a dataset with one table, and without a profile. */
  tables: Stored["datasetTable"][] | null;
  samplePath: string | null;
};

/** The tables of the file, and where those other than the default one are stored. */
export async function findDatasetTables(
  db: Database,
  scope: FileScope,
): Promise<DatasetTables | null> {
  const [row] = await db
    .select({
      tables: sql<Stored["datasetTable"][] | null>`${profiles.profile} -> 'tables'`,
      samplePath: uploads.samplePath,
    })
    .from(listings)
    .innerJoin(uploads, isFileOf)
    .leftJoin(profiles, eq(profiles.uploadId, uploads.id))
    .where(isInScope(scope));
  return row ?? null;
}

type ProfileText = {
  profile: string | null;
  noSampleCode: string | null;
  samplePath: string | null;
  described: ColumnDescriptions | null;
};

/** The file's profile as JSON text, to be served unchanged; null without one. */
export async function findProfileText(db: Database, scope: FileScope): Promise<ProfileText | null> {
  const [row] = await db
    .select({
      profile: sql<string | null>`${profiles.profile}::text`,
      described: listings.columnDescriptions,
      noSampleCode: uploads.errorCode,
      samplePath: uploads.samplePath,
    })
    .from(listings)
    .innerJoin(uploads, isFileOf)
    .leftJoin(profiles, eq(profiles.uploadId, uploads.id))
    .where(isInScope(scope));
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
