/**
 * An account's purchases from a listing that is no longer on sale, with the details to show.
 */
import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, auctions, listings, profiles, purchases, uploads } from "../../schema/index.ts";
import type { ProfileFacts } from "../../vocabulary/facts.ts";
import { type CatalogueRow, catalogueColumns } from "../catalogue/catalogue.ts";
import type { UploadRow } from "../listings/listings.ts";
import type { PurchaseRow } from "./purchases.ts";

export type BoughtFile = CatalogueRow & {
  purchase: PurchaseRow;
  /** The purchased file itself. */
  file: UploadRow;
  /** Figures of its profile; all null without one. */
  rowCount: number | null;
  columnCount: number | null;
  qualityScore: number | null;
  facts: ProfileFacts | null;
};

/** The account's purchases of a listing that is not on sale, latest first, in any state; no trials. */
export async function readBoughtFiles(
  db: Database,
  { accountId, listingId, rowsMax }: { accountId: string; listingId: string; rowsMax: number },
): Promise<BoughtFile[]> {
  return db
    .select({
      ...catalogueColumns,
      profileReady: sql<boolean>`${profiles.uploadId} is not null`,
      purchase: purchases,
      file: uploads,
      rowCount: sql<number | null>`(${profiles.profile} ->> 'row_count')::float8`,
      columnCount: sql<number | null>`(${profiles.profile} ->> 'column_count')::int`,
      qualityScore: sql<number | null>`(${profiles.profile} -> 'quality' ->> 'score')::float8`,
      facts: profiles.facts,
    })
    .from(purchases)
    .innerJoin(listings, eq(listings.id, purchases.listingId))
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId))
    .leftJoin(profiles, eq(profiles.uploadId, uploads.id))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .where(
      and(
        eq(purchases.accountId, accountId),
        eq(purchases.listingId, listingId),
        ne(listings.status, "active"),
        isNull(purchases.trialRows),
      ),
    )
    .orderBy(desc(purchases.id))
    .limit(rowsMax);
}
