/** The saved searches of an account and of its agents, with how much they have found. */
import { and, count, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, savedSearches, savedSearchMatches } from "../../schema/index.ts";
import type { SavedSearchRow } from "./saved-searches.ts";

export type OwnerSearchRow = {
  search: SavedSearchRow;
  /** Null: the account itself keeps it. */
  agentName: string | null;
  /** At most {@link matchesCountedMax}. */
  matchCount: number;
};

/** A list counts no further. */
const matchesCountedMax = 1_000;

const matchCount = sql<number>`(
  select count(*)::int from (
    select from ${savedSearchMatches} where ${savedSearchMatches.searchId} = ${savedSearches.id}
    limit ${matchesCountedMax}
  ) as counted)`;

function selectOwned(db: Database) {
  return db
    .select({ search: savedSearches, agentName: agents.agentName, matchCount })
    .from(savedSearches)
    .leftJoin(
      agents,
      and(eq(savedSearches.principalKind, "agent"), eq(agents.id, savedSearches.principalId)),
    );
}

/** One page, the newest first, and how many there are in all. */
export async function pageOwnerSearches(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OwnerSearchRow[]; total: number }> {
  const owned = eq(savedSearches.accountId, accountId);
  const [rows, totals] = await Promise.all([
    selectOwned(db).where(owned).orderBy(desc(savedSearches.id)).limit(limit).offset(offset),
    db.select({ total: count() }).from(savedSearches).where(owned),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** Null: neither the account nor an agent of it has such a search. */
export async function findOwnerSearch(
  db: Database,
  accountId: string,
  searchId: string,
): Promise<OwnerSearchRow | null> {
  const owned = and(eq(savedSearches.id, searchId), eq(savedSearches.accountId, accountId));
  const [row] = await selectOwned(db).where(owned);
  return row ?? null;
}

/** Searches that the marketplace has paused, and that nobody has mended yet. */
export async function countStoppedSearches(db: Database, accountId: string): Promise<number> {
  const { pausedReason } = savedSearches;
  const stopped = and(isNotNull(pausedReason), ne(pausedReason, "by_request"));
  const [row] = await db
    .select({ total: count() })
    .from(savedSearches)
    .where(and(eq(savedSearches.accountId, accountId), stopped));
  return row?.total ?? 0;
}
