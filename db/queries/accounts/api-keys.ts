import { and, count, desc, eq, gte, inArray, isNull, lt, or, sql, sum } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, apiKeys, purchases } from "../../schema/index.ts";
import type { BudgetPeriod, SpendingWindows } from "../../vocabulary/account.ts";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

export async function insertApiKey(
  tx: Database,
  values: typeof apiKeys.$inferInsert,
): Promise<ApiKeyRow> {
  const [row] = await tx.insert(apiKeys).values(values).returning();
  if (row === undefined) throw new Error("the insert of a key returned no row");
  return row;
}

/** Number of the account's unrevoked keys, without the built-in one. */
export async function countUnrevokedApiKeys(db: Database, accountId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, accountId),
        eq(apiKeys.isBuiltIn, false),
        isNull(apiKeys.revokedAt),
      ),
    );
  return row?.total ?? 0;
}

export type KeyWithAccount = { key: ApiKeyRow; account: { id: string; suspendedAt: Date | null } };

/** The key with this SHA-256 (hexadecimal), with its account's permissions. */
export async function findApiKeyByHash(
  db: Database,
  secretHash: string,
): Promise<KeyWithAccount | null> {
  const [row] = await db
    .select({ key: apiKeys, account: { id: accounts.id, suspendedAt: accounts.suspendedAt } })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.secretHash, secretHash));
  return row ?? null;
}

/**
 * Locks the key until the transaction ends. Everything that spends by it or changes it must lock it
 * first.
 */
export async function lockApiKey(tx: Database, apiKeyId: string): Promise<KeyWithAccount | null> {
  const [row] = await tx
    .select({ key: apiKeys, account: { id: accounts.id, suspendedAt: accounts.suspendedAt } })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.id, apiKeyId))
    .for("update", { of: apiKeys });
  return row ?? null;
}

export async function findApiKey(db: Database, apiKeyId: string): Promise<ApiKeyRow | null> {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, apiKeyId));
  return row ?? null;
}

/** The key for the person's own actions on the website, unless it was revoked. */
export async function findBuiltInKey(db: Database, accountId: string): Promise<ApiKeyRow | null> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), apiKeys.isBuiltIn, isNull(apiKeys.revokedAt)));
  return row ?? null;
}

export async function updateApiKey(
  tx: Database,
  apiKeyId: string,
  change: Partial<typeof apiKeys.$inferInsert>,
): Promise<ApiKeyRow> {
  const [row] = await tx.update(apiKeys).set(change).where(eq(apiKeys.id, apiKeyId)).returning();
  if (row === undefined) throw new Error(`key ${apiKeyId} vanished under its lock`);
  return row;
}

/** Records a use unless one was recorded since `staleBefore`; never waits for a lock. */
export async function recordApiKeyUse(
  db: Database,
  apiKeyId: string,
  { now, staleBefore }: { now: Date; staleBefore: Date },
): Promise<void> {
  const stale = db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.id, apiKeyId),
        or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, staleBefore)),
      ),
    )
    .for("update", { skipLocked: true });
  await db.update(apiKeys).set({ lastUsedAt: now }).where(inArray(apiKeys.id, stale));
}

/** The account's keys: unrevoked ones first, and the newest first within each group. */
export async function listApiKeys(
  db: Database,
  accountId: string,
  rowsMax: number,
): Promise<ApiKeyRow[]> {
  return db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(desc(isNull(apiKeys.revokedAt)), desc(apiKeys.id))
    .limit(rowsMax);
}

/**
 * Cents that the key has spent in its budget's current window, or in total without a budget. Exact
 * under the key's lock, because every purchase is made under it.
 */
export async function spentInWindow(
  db: Database,
  key: Pick<ApiKeyRow, "id" | "budgetPeriod">,
  { starts, states }: SpendingWindows,
): Promise<number> {
  const [row] = await db
    .select({ spent: sum(purchases.priceCents).mapWith(Number) })
    .from(purchases)
    .where(
      and(
        eq(purchases.apiKeyId, key.id),
        gte(purchases.createdAt, starts[key.budgetPeriod ?? "total"]),
        inArray(purchases.state, [...states]),
      ),
    );
  return row?.spent ?? 0;
}

export type SpentByPeriod = Record<BudgetPeriod, number>;

/**
 * Cents that the keys have spent in the current window of each period; keys without spending are
 * absent.
 */
export async function spentByKey(
  db: Database,
  apiKeyIds: string[],
  { starts, states }: SpendingWindows,
): Promise<Map<string, SpentByPeriod>> {
  if (apiKeyIds.length === 0) return new Map();
  const since = (start: Date) =>
    sql<number>`coalesce(sum(${purchases.priceCents}) filter
      (where ${purchases.createdAt} >= ${start.toISOString()}::timestamptz), 0)`.mapWith(Number);
  const rows = await db
    .select({
      apiKeyId: purchases.apiKeyId,
      day: since(starts.day),
      week: since(starts.week),
      month: since(starts.month),
      total: since(starts.total),
    })
    .from(purchases)
    .where(and(inArray(purchases.apiKeyId, apiKeyIds), inArray(purchases.state, [...states])))
    .groupBy(purchases.apiKeyId);
  return new Map(rows.map(({ apiKeyId, ...spent }) => [apiKeyId, spent]));
}
