/** A profile job failed for a reason that has nothing to do with its file. */
import { lockProfileJob, postponeUpload } from "../../db/queries/listings/profile-jobs.ts";
import type { Context } from "../context.ts";
import { postponement } from "./rules.ts";

/**
 * Takes back the attempt, counts a service failure and postpones the next attempt, longer each time.
 * Returns the delay in seconds; null if nobody waits for the upload any more.
 */
export async function postponeProfileJob(ctx: Context, uploadId: string): Promise<number | null> {
  return await ctx.db.transaction(async (tx) => {
    const job = await lockProfileJob(tx, uploadId);
    if (job === null || job.state !== "attached" || job.slot === null) return null;
    const now = ctx.now();
    const postponed = postponement(job, now);
    await postponeUpload(tx, uploadId, postponed);
    return (postponed.retryAt.getTime() - now.getTime()) / 1000;
  });
}
