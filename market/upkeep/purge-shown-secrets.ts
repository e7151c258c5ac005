import { deleteExpiredShownSecrets } from "../../db/queries/accounts/shown-secrets.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

/**
 * Deletes new secrets that were not collected in time; returns their number. Any number of
 * processes may run it.
 */
export async function purgeShownSecrets(ctx: Context): Promise<number> {
  const before = ctx.now();
  return purgeInBatches(purgeLimits, (rowsMax) =>
    deleteExpiredShownSecrets(ctx.db, { before, rowsMax }),
  );
}
