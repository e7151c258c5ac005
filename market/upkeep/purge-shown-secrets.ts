/** Forgets new secrets that nobody came to copy. */
import { deleteExpiredShownSecrets } from "../../db/queries/accounts/shown-secrets.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

/** Deletes the sealed secrets whose time is over; returns how many. Any number of processes may run it. */
export async function purgeShownSecrets(ctx: Context): Promise<number> {
  const before = ctx.now();
  return purgeInBatches(purgeLimits, (rowsMax) =>
    deleteExpiredShownSecrets(ctx.db, { before, rowsMax }),
  );
}
