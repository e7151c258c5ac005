/** Forgets what the authorisation server gave out and whose time is over, unused clients too. */
import { deleteExpiredOauthRecords } from "../../db/queries/oauth/records.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

/** Meanwhile who sends an expired token is told so, instead of that nobody knows it. */
const keptMs = dayMs;

/** Deletes expired records; returns how many. Any number of processes may run it. */
export async function purgeOauthRecords(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - keptMs);
  return purgeInBatches(purgeLimits, (rowsMax) =>
    deleteExpiredOauthRecords(ctx.db, { before, rowsMax }),
  );
}
