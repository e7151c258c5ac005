import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { findQueuedSince } from "../../db/queries/journal/outbox.ts";
import { lockStalledUploads } from "../../db/queries/listings/profile-jobs.ts";
import type { Bus } from "../../platform/bus/port.ts";
import type { Context } from "../context.ts";
import { findLostSince } from "../find-lost-since.ts";

/**
 * Requeues uploads whose job is in no queue, for example because the bus lost its data.
 * Returns how many; any number of processes may run it.
 */
export async function requeueStalledUploads(
  ctx: Context,
  bus: Pick<Bus, "inspect">,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  const silentSince = new Date(now.getTime() - 3 * ctx.config.JOB_ACK_WAIT_SECONDS * 1000);
  const lostSince = await findLostSince(bus, "profile", silentSince);
  return await ctx.db.transaction(async (tx) => {
    const stalled = await lockStalledUploads(tx, { silentSince, lostSince, rowsMax });
    if (stalled.length === 0) return 0;
    // Another clock may have queued them before this one got the locks.
    const queued = await findQueuedSince(tx, "jobs.profile", "upload_id", stalled, lostSince);
    const unqueued = stalled.filter((uploadId) => !queued.has(uploadId));
    for (const uploadId of unqueued) {
      await enqueueJob(tx, "jobs.profile", { upload_id: uploadId }, now);
    }
    return unqueued.length;
  });
}
