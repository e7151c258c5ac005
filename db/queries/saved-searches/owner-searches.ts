/** The saved searches of an account and its agents, with their numbers of matches. */
import { and, count, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, savedSearches, savedSearchMatches } from "../../schema/index.ts";
import type { SavedSearchRow } from "./saved-searches.ts";

export type OwnerSearchRow = {
  search: SavedSearchRow;
  /** Null if the account itself owns it. */
  agentName: string | null;
  /** At most {@link matchesCountedMax}. */
  matchCount: number;
};

/** Largest count in a list. */
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

/** One page, newest first, and their total number. */
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

/** Null if neither the account nor one of its agents has such a search. */
export async function findOwnerSearch(
  db: Database,
  accountId: string,
  searchId: string,
): Promise<OwnerSearchRow | null> {
  const owned = and(eq(savedSearches.id, searchId), eq(savedSearches.accountId, accountId));
  const [row] = await selectOwned(db).where(owned);
  return row ?? null;
}

/** Number of searches that the marketplace has paused and nobody has repaired. */
export async function countStoppedSearches(db: Database, accountId: string): Promise<number> {
  const { pausedReason } = savedSearches;
  const stopped = and(isNotNull(pausedReason), ne(pausedReason, "by_request"));
  const [row] = await db
    .select({ total: count() })
    .from(savedSearches)
    .where(and(eq(savedSearches.accountId, accountId), stopped));
  return row?.total ?? 0;
}
