/** Saved searches of accounts and agents, and the terms under which they are found. */

import { and, asc, count, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, savedSearches, savedSearchMatches, savedSearchTerms } from "../../schema/index.ts";
import type { KeeperScope, Principal } from "../../vocabulary/event.ts";
import { behindId, type Slice } from "../slice.ts";

export type SavedSearchRow = typeof savedSearches.$inferSelect;
type NewSavedSearch = Omit<typeof savedSearches.$inferInsert, "id" | "savedSnapshot">;
export type SavedSearchChange = Partial<NewSavedSearch>;

function within(scope: KeeperScope) {
  if (scope.kind === "owner") return eq(savedSearches.accountId, scope.accountId);
  const { principalKind, principalId } = savedSearches;
  return and(eq(principalKind, scope.kind), eq(principalId, scope.id));
}

/** Held while a search is saved or its query changes; matching waits for earlier holders. */
const savingLock = sql`hashtextextended('saved_searches', 0)`;

/**
 * Until the transaction ends, nobody else saves a search and no matching begins. So everything
 * committed by now existed before the search, and anything published later finds it. Must be the
 * transaction's first lock.
 */
export async function lockSaving(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${savingLock})`);
}

/** Waits for searches that are being saved; subsequent reads see them. */
export async function awaitSaving(tx: Database): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_lock_shared(${savingLock}), pg_advisory_unlock_shared(${savingLock})`);
}

export async function countSavedSearches(tx: Database, principal: Principal): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(savedSearches).where(within(principal));
  return row?.total ?? 0;
}

/** The account that receives an agent's mails; null before its approval. */
export async function findAgentAccount(db: Database, agentId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: agents.accountId })
    .from(agents)
    .where(eq(agents.id, agentId));
  return row?.accountId ?? null;
}

/** Saves a search under its terms. Call it under {@link lockSaving}. */
export async function insertSavedSearch(
  tx: Database,
  values: NewSavedSearch,
  terms: string[],
): Promise<SavedSearchRow> {
  const savedSnapshot = sql`pg_current_snapshot()::text`;
  const [row] = await tx
    .insert(savedSearches)
    .values({ ...values, savedSnapshot })
    .returning();
  if (row === undefined) throw new Error("the insert of a saved search returned no row");
  await insertTerms(tx, row.id, terms);
  return row;
}

async function insertTerms(tx: Database, searchId: string, terms: string[]): Promise<void> {
  if (terms.length === 0) return;
  await tx.insert(savedSearchTerms).values(terms.map((term) => ({ term, searchId })));
}

/** Replaces the terms under which a locked search is found. */
export async function replaceTerms(tx: Database, searchId: string, terms: string[]): Promise<void> {
  await tx.delete(savedSearchTerms).where(eq(savedSearchTerms.searchId, searchId));
  await insertTerms(tx, searchId, terms);
}

/** A search within the scope; null for another owner's. */
export async function findSavedSearch(
  db: Database,
  scope: KeeperScope,
  searchId: string,
): Promise<SavedSearchRow | null> {
  const [row] = await db
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.id, searchId), within(scope)));
  return row ?? null;
}

/** Like {@link findSavedSearch}, and locks it until the transaction ends. */
export async function lockSavedSearch(
  tx: Database,
  scope: KeeperScope,
  searchId: string,
): Promise<SavedSearchRow | null> {
  const [row] = await tx
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.id, searchId), within(scope)))
    .for("update");
  return row ?? null;
}

/** One page of a scope's searches, newest first, and their total number. */
export async function pageSavedSearches(
  db: Database,
  scope: KeeperScope,
  page: Slice,
): Promise<{ rows: SavedSearchRow[]; total: number }> {
  const where = within(scope);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(savedSearches)
      .where(and(where, behindId(savedSearches.id, page)))
      .orderBy(desc(savedSearches.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(savedSearches).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** Changes a locked search and increments its revision. */
export async function updateSavedSearch(
  tx: Database,
  searchId: string,
  change: SavedSearchChange,
): Promise<SavedSearchRow> {
  const [row] = await tx
    .update(savedSearches)
    .set({ ...change, revision: sql`${savedSearches.revision} + 1` })
    .where(eq(savedSearches.id, searchId))
    .returning();
  if (row === undefined) throw new Error(`saved search ${searchId} vanished under its lock`);
  return row;
}

/** Including its terms and matches. */
export async function deleteSavedSearch(tx: Database, searchId: string): Promise<void> {
  await tx.delete(savedSearches).where(eq(savedSearches.id, searchId));
}

/** Prevents mails about matches found so far. */
export async function disownMails(tx: Database, searchIds: string[]): Promise<void> {
  if (searchIds.length === 0) return;
  const { searchId, mailOwed } = savedSearchMatches;
  await tx
    .update(savedSearchMatches)
    .set({ mailOwed: false })
    .where(and(inArray(searchId, searchIds), eq(mailOwed, true)));
}

/** Locks searches last compiled before the instant; skips locked rows. */
export async function lockOutdatedSearches(
  tx: Database,
  { before, rowsMax }: { before: Date; rowsMax: number },
): Promise<SavedSearchRow[]> {
  return tx
    .select()
    .from(savedSearches)
    .where(lt(savedSearches.compiledAt, before))
    .orderBy(asc(savedSearches.compiledAt))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}
