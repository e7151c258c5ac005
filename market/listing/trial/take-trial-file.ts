/** A worker takes, holds and releases the job that draws a trial's rows. */
import {
  claimTrialFile,
  moveTrialFile,
  openTrialUpload,
  type TrialJob,
} from "../../../db/queries/listings/trial-files.ts";
import type { Context } from "../../context.ts";
import { trialPath } from "./trial-paths.ts";

export type { TrialJob };

/** A worker that is silent for so long is considered dead. */
const LEASE_SECONDS = 120;
/** The pause after a failure of the service: the store, the disk or this worker. */
const PAUSE_SECONDS = 30;

const later = (ctx: Context, seconds: number) => new Date(ctx.now().getTime() + seconds * 1000);

/** A due job, or null. Counts the attempt. */
export async function takeTrialFile(ctx: Context): Promise<TrialJob | null> {
  const now = ctx.now();
  return await ctx.db.transaction(async (tx) => {
    const job = await claimTrialFile(tx, { now, until: later(ctx, LEASE_SECONDS) });
    if (job === null) return null;
    const { id, listingId } = job;
    await openTrialUpload(tx, { id, listingId, storagePath: trialPath(id), now });
    return job;
  });
}

/** Extends the lease; false if another worker has the job, or nobody needs it any more. */
export async function holdTrialFile(ctx: Context, job: TrialJob): Promise<boolean> {
  return await moveTrialFile(ctx.db, job, { dueAt: later(ctx, LEASE_SECONDS) });
}

/** Returns the job: at once after a fault of the file, otherwise after a pause, uncounted. */
export async function releaseTrialFile(
  ctx: Context,
  job: TrialJob,
  { isFileAtFault }: { isFileAtFault: boolean },
): Promise<void> {
  const ours = { dueAt: later(ctx, PAUSE_SECONDS), attempts: job.attempts - 1 };
  await moveTrialFile(ctx.db, job, isFileAtFault ? { dueAt: ctx.now() } : ours);
}
