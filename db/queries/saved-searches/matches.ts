/** Matches of saved searches. */

import { and, count, desc, eq } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { savedSearchMatches } from "../../schema/index.ts";
import { type CatalogueRow, findDatasets } from "../catalogue/catalogue.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";
import { behindId, type Slice } from "../slice.ts";

const matches = savedSearchMatches;
type MatchRow = typeof matches.$inferSelect;

/** A match with its dataset as currently on sale; null if it is not on sale any more. */
export type MatchWithDataset = { match: MatchRow; dataset: CatalogueRow | null };

/** One page of a search's matches, latest first, and their total number. */
export async function pageMatches(
  db: Database,
  searchId: string,
  page: Slice,
): Promise<{ rows: MatchWithDataset[]; total: number }> {
  const ofSearch = eq(matches.searchId, searchId);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(matches)
      .where(and(ofSearch, behindId(matches.id, page)))
      .orderBy(desc(matches.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(matches).where(ofSearch),
  ]);
  const datasets = await findDatasets(db, [...new Set(rows.map(({ listingId }) => listingId))]);
  return {
    rows: rows.map((match) => ({ match, dataset: datasets.get(match.listingId) ?? null })),
    total: totals[0]?.total ?? 0,
  };
}

/** Deletes at most `rowsMax` matches from before the instant; returns how many. */
export function deleteOldMatches(db: Database, oldest: Oldest): Promise<number> {
  return deleteOldest(db, matches.matchedAt, oldest);
}
