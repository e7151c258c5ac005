import { deleteExpiredOauthRecords } from "../../db/queries/oauth/records.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

/** In this time, an expired token is reported as expired instead of unknown. */
const keptMs = dayMs;

/** Deletes expired records and unused clients; returns their number. Any number may run it. */
export async function purgeOauthRecords(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - keptMs);
  return purgeInBatches(purgeLimits, (rowsMax) =>
    deleteExpiredOauthRecords(ctx.db, { before, rowsMax }),
  );
}
