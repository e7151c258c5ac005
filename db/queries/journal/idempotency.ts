/** Answers kept under their Idempotency-Key, and the lock that a running request holds. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { idempotencyKeys } from "../../schema/index.ts";

export type StoredAnswer = { requestHash: string; status: number; body: unknown };

/** False while another transaction holds the key: its request still runs. */
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

/** Waits for another transaction that holds the key; then its answer is there to be found. */
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

/** An expired answer under the same key gives way to the new one. */
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
