/** Answers stored under their Idempotency-Key, and the lock of a running request. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { idempotencyKeys } from "../../schema/index.ts";

export type StoredAnswer = { requestHash: string; status: number; body: unknown };

/** False while another transaction holds the key, which means that its request still runs. */
export async function tryLockIdempotencyKey(
  tx: Database,
  scope: string,
  key: string,
): Promise<boolean> {
  const [row] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0)) as locked`,
  );
  return row?.locked === true;
}

/** Waits for another transaction that holds the key; its answer is available afterwards. */
export async function lockIdempotencyKey(tx: Database, scope: string, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0))`);
}

export async function findAnswer(
  tx: Database,
  scope: string,
  key: string,
  now: Date,
): Promise<StoredAnswer | null> {
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.scope, scope),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.expiresAt, now),
      ),
    );
  return row ?? null;
}

/** Replaces an expired answer under the same key. */
export async function storeAnswer(
  tx: Database,
  answer: typeof idempotencyKeys.$inferInsert,
): Promise<void> {
  const { scope: _scope, key: _key, ...values } = answer;
  await tx
    .insert(idempotencyKeys)
    .values(answer)
    .onConflictDoUpdate({ target: [idempotencyKeys.scope, idempotencyKeys.key], set: values });
}
