import { deleteEvents } from "../../db/queries/events/events.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { purgeInBatches, purgeLimits } from "../purge-in-batches.ts";
import { EVENTS_KEPT_DAYS } from "./limits.ts";

/**
 * Deletes events that have expired from the feed, with their deliveries; returns how many events.
 * Any number of processes may run it.
 */
export async function purgeEvents(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - EVENTS_KEPT_DAYS * dayMs);
  return purgeInBatches(purgeLimits, (rowsMax) => deleteEvents(ctx.db, { before, rowsMax }));
}
