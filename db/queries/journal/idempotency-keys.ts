/** The stored answers of requests with an Idempotency-Key, as the clock sees them. */
import { asc, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { idempotencyKeys } from "../../schema/index.ts";

/** Deletes at most `rowsMax` stored answers whose time is over; returns how many. */
export async function deleteExpiredIdempotencyKeys(
  db: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<number> {
  const expired = db
    .select({ place: sql`ctid` })
    .from(idempotencyKeys)
    .where(lt(idempotencyKeys.expiresAt, now))
    .orderBy(asc(idempotencyKeys.expiresAt))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  // By its place a locked row is found without a look at the index of its long key.
  const deleted = await db
    .delete(idempotencyKeys)
    .where(sql`ctid = any(array(${expired}))`)
    .returning({ expiresAt: idempotencyKeys.expiresAt });
  return deleted.length;
}
