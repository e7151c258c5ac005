/**
 * Deletes a listing that was never published: its row is emptied and stays, its files are given up.
 */
import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listings, uploads } from "../../schema/index.ts";
import { type ListingChange, type ListingRow, listingColumns } from "./listings.ts";

/** Locks the agent's own listing, even a deleted one; null if it has none with this id. */
export async function lockListingToDelete(
  tx: Database,
  key: { listingId: string; agentId: string },
): Promise<ListingRow | null> {
  const [row] = await tx
    .select(listingColumns)
    .from(listings)
    .where(and(eq(listings.id, key.listingId), eq(listings.agentId, key.agentId)))
    .for("update");
  return row ?? null;
}

/**
 * Gives up all uploads of a locked listing: their jobs end, later uploads to their URLs are
 * ignored, and the purge deletes their objects.
 */
export async function giveUpUploads(tx: Database, listingId: string, at: Date): Promise<void> {
  await tx
    .update(uploads)
    .set({ state: "superseded", finishedAt: at })
    .where(and(eq(uploads.listingId, listingId), ne(uploads.state, "superseded")));
}

/**
 * Empties all drafts of an agent, including expired ones, and gives up their files as {@link
 * giveUpUploads} does. The caller holds the agent's lock. Returns their ids.
 */
export async function deleteDrafts(
  tx: Database,
  { agentId, emptied, at }: { agentId: string; emptied: ListingChange; at: Date },
): Promise<string[]> {
  const { id } = listings;
  const unpublished = and(
    eq(listings.agentId, agentId),
    isNull(listings.publishedAt),
    isNull(listings.deletedAt),
  );
  const rows = await tx
    .select({ id })
    .from(listings)
    .where(unpublished)
    .orderBy(asc(id))
    .for("update");
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return ids;
  await tx
    .update(uploads)
    .set({ state: "superseded", finishedAt: at })
    .where(and(inArray(uploads.listingId, ids), ne(uploads.state, "superseded")));
  await tx
    .update(listings)
    .set({ ...emptied, status: "withdrawn", withdrawnAt: at, deletedAt: at, updatedAt: at })
    .where(inArray(id, ids));
  return ids;
}
