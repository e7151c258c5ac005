/** Forgets new secrets that nobody came to copy. */
import { deleteExpiredShownSecrets } from "../../db/queries/accounts/shown-secrets.ts";
import type { Context } from "../context.ts";
import { type PurgeLimits, purgeInBatches, purgeLimits } from "./purge-in-batches.ts";

/** Deletes the sealed secrets whose time is over; returns how many. Any number of processes may run it. */
export async function purgeShownSecrets(
  ctx: Context,
  limits: PurgeLimits = purgeLimits,
): Promise<number> {
  const before = ctx.now();
  return purgeInBatches(limits, (rowsMax) =>
    deleteExpiredShownSecrets(ctx.db, { before, rowsMax }),
  );
}
