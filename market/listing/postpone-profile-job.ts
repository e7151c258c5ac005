/** A worker could not do the job of an upload for a cause that has nothing to do with the file. */
import { lockProfileJob, postponeUpload } from "../../db/queries/listings/profile-jobs.ts";
import type { Context } from "../context.ts";
import { postponement } from "./rules.ts";

/**
 * Takes back the attempt, counts the failure as ours and lets the next try wait, longer each time.
 * Returns how many seconds; null when nobody waits for the upload any more.
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
