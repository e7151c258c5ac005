import { deleteExpiredSessions } from "../../db/queries/accounts/sessions.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

/** Deletes expired sessions; returns their number. Any number of processes may run it. */
export async function purgeSessions(ctx: Context): Promise<number> {
  const before = ctx.now();
  return purgeInBatches(purgeLimits, (rowsMax) =>
    deleteExpiredSessions(ctx.db, { before, rowsMax }),
  );
}
