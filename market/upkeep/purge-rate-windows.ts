import { deleteRateWindows } from "../../db/queries/edge/rate-windows.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

/** Deletes expired rate limit windows; returns their number. Any number of processes may run it. */
export async function purgeRateWindows(ctx: Context): Promise<number> {
  const before = ctx.now();
  return purgeInBatches(purgeLimits, (rowsMax) => deleteRateWindows(ctx.db, { before, rowsMax }));
}
