import { deleteExpiredIdempotencyKeys } from "../../db/queries/journal/idempotency-keys.ts";
import type { Context } from "../context.ts";
import { type PurgeLimits, purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

/** Deletes expired stored answers; returns their number. Any number of processes may run it. */
export async function purgeIdempotencyKeys(
  ctx: Context,
  limits: PurgeLimits = purgeLimits,
): Promise<number> {
  const before = ctx.now();
  return purgeInBatches(limits, (rowsMax) =>
    deleteExpiredIdempotencyKeys(ctx.db, { before, rowsMax }),
  );
}
