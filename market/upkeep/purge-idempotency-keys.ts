/** Forgets the answers that were kept for repeated requests. */
import { deleteExpiredIdempotencyKeys } from "../../db/queries/journal/idempotency-keys.ts";
import type { Context } from "../context.ts";
import { type PurgeLimits, purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

/**
 * Deletes the stored answers whose time is over; returns how many. Any number of processes may run
 * it.
 */
export async function purgeIdempotencyKeys(
  ctx: Context,
  limits: PurgeLimits = purgeLimits,
): Promise<number> {
  const before = ctx.now();
  return purgeInBatches(limits, (rowsMax) =>
    deleteExpiredIdempotencyKeys(ctx.db, { before, rowsMax }),
  );
}
