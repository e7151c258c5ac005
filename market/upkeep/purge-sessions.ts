/** Forgets the sessions whose time is over. */
import { deleteExpiredSessions } from "../../db/queries/accounts/sessions.ts";
import type { Context } from "../context.ts";
import { type PurgeLimits, purgeInBatches, purgeLimits } from "./purge-in-batches.ts";

/** Deletes expired sessions; returns how many. Any number of processes may run it. */
export async function purgeSessions(
  ctx: Context,
  limits: PurgeLimits = purgeLimits,
): Promise<number> {
  const before = ctx.now();
  return purgeInBatches(limits, (rowsMax) => deleteExpiredSessions(ctx.db, { before, rowsMax }));
}
