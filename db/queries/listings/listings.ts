/** Listings as their sellers use them. */

import { and, count, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { pipelined } from "../../pipelined.ts";
import { auctions, listings, uploads, versionChanges } from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import type { ColumnDescriptions } from "../../vocabulary/listing.ts";
import { behindId, type Slice } from "../slice.ts";
import { summaryColumns } from "./changes-summary.ts";

const {
  searchVector: _vector,
  columnFacts: _facts,
  columnDescriptions,
  contract,
  latitudes: _latitudes,
  longitudes: _longitudes,
  ...listingColumns
} = getTableColumns(listings);

export type ListingRow = Omit<
  typeof listings.$inferSelect,
  "searchVector" | "columnFacts" | "columnDescriptions" | "contract" | "latitudes" | "longitudes"
>;
export type UploadRow = typeof uploads.$inferSelect;
/** `upload` is the current file, `next` that of a version in preparation. */
export type ListingWithUpload = {
  listing: ListingRow;
  upload: UploadRow | null;
  next: UploadRow | null;
  /** Only for listings published as an auction. */
  auction: typeof auctions.$inferSelect | null;
  /** As stated by the seller; read for one listing, not for many. */
  columnDescriptions?: ColumnDescriptions | null;
  contract?: Stored["acceptanceTerms"] | null;
  /** Changes from the current file to the next one, if a job has compared them. */
  nextChanges?: { sentences: string[] | null; rows: Stored["rowChanges"] | null };
};

const nextUploads = alias(uploads, "next_uploads");
export type NewListing = Omit<typeof listings.$inferInsert, "id">;
export type ListingChange = Partial<NewListing>;

/** Without long columns and those that only search conditions read. */
export { listingColumns };

/** The change that ends any suspension; the new `status` is set with it. */
export const notSuspended = {
  suspendedAt: null,
  suspendedReason: null,
  suspendedBy: null,
} as const satisfies ListingChange;

/** A deleted draft is an empty row that nobody sees. */
export const isNotDeleted = isNull(listings.deletedAt);

export async function insertListing(tx: Database, values: NewListing): Promise<ListingRow> {
  const [row] = await tx.insert(listings).values(values).returning(listingColumns);
  if (row === undefined) throw new Error("the insert of a listing returned no row");
  return row;
}

/** The agent's own listing; null for another agent's and for a deleted one. */
export async function findOwnListing(
  db: Database,
  key: { listingId: string; agentId: string },
): Promise<ListingWithUpload | null> {
  const [row] = await ownListing(db, key);
  return row ?? null;
}

/**
 * Like {@link findOwnListing}, and locks it until the transaction ends. Two statements, lock then
 * read, because a single one would join the files as they were before the wait.
 */
export async function lockOwnListing(
  tx: Database,
  key: { listingId: string; agentId: string },
): Promise<ListingWithUpload | null> {
  const own = and(eq(listings.id, key.listingId), eq(listings.agentId, key.agentId));
  const [, row] = await pipelined([
    () => tx.select({ id: listings.id }).from(listings).where(own).for("update"),
    () => findOwnListing(tx, key),
  ]);
  return row;
}

function ownListing(db: Database, key: { listingId: string; agentId: string }) {
  return db
    .select({
      listing: listingColumns,
      upload: uploads,
      next: nextUploads,
      auction: auctions,
      nextChanges: summaryColumns,
      columnDescriptions,
      contract,
    })
    .from(listings)
    .leftJoin(uploads, eq(uploads.id, listings.currentUploadId))
    .leftJoin(nextUploads, eq(nextUploads.id, listings.nextUploadId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .leftJoin(
      versionChanges,
      and(
        eq(versionChanges.uploadId, listings.nextUploadId),
        eq(versionChanges.fromUploadId, listings.currentUploadId),
      ),
    )
    .where(and(eq(listings.id, key.listingId), eq(listings.agentId, key.agentId), isNotDeleted));
}

export async function updateListing(
  tx: Database,
  listingId: string,
  change: ListingChange,
): Promise<ListingRow> {
  const [row] = await tx
    .update(listings)
    .set(change)
    .where(eq(listings.id, listingId))
    .returning(listingColumns);
  if (row === undefined) throw new Error(`listing ${listingId} vanished under its lock`);
  return row;
}

type OwnListingsPage = Slice & { agentId: string; status: ListingRow["status"] | undefined };

/** The agent's listings, newest first, and their total number. */
export async function pageOwnListings(
  db: Database,
  page: OwnListingsPage,
): Promise<{ rows: ListingWithUpload[]; total: number }> {
  const mine = and(eq(listings.agentId, page.agentId), isNotDeleted);
  const where = page.status === undefined ? mine : and(mine, eq(listings.status, page.status));
  const [rows, totals] = await Promise.all([
    db
      .select({ listing: listingColumns, upload: uploads, next: nextUploads, auction: auctions })
      .from(listings)
      .leftJoin(uploads, eq(uploads.id, listings.currentUploadId))
      .leftJoin(nextUploads, eq(nextUploads.id, listings.nextUploadId))
      .leftJoin(auctions, eq(auctions.listingId, listings.id))
      .where(and(where, behindId(listings.id, page)))
      .orderBy(desc(listings.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(listings).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/**
 * Number of an agent's drafts; concurrent counts for opening another one wait until the transaction
 * ends.
 */
export async function countDraftsAlone(tx: Database, agentId: string): Promise<number> {
  const name = `drafts ${agentId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const [row] = await tx
    .select({ total: count() })
    .from(listings)
    .where(and(eq(listings.agentId, agentId), eq(listings.status, "draft")));
  return row?.total ?? 0;
}
