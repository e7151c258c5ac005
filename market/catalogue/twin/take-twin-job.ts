/** A worker takes, holds and releases the job that writes a file's Parquet files. */
import {
  claimTwinJob,
  enqueueOlderTwins,
  moveTwinJob,
  type TwinJob,
} from "../../../db/queries/catalogue/twins.ts";
import { lockTurns } from "../../../db/queries/operations/work-turns.ts";
import type { Context } from "../../context.ts";

export type { TwinJob };

/** A worker that is silent for so long is considered dead. */
const LEASE_SECONDS = 120;
/** The pause after a failure of the service: the store, the disk or this worker. */
const PAUSE_SECONDS = 30;
/** How many files profiled before Parquet files existed get a job at a time. */
const BACKFILL_ROWS_MAX = 20;

const later = (ctx: Context, seconds: number) => new Date(ctx.now().getTime() + seconds * 1000);

/** A due job of the seller whose turn it is, or null. Counts the attempt. */
export async function takeTwinJob(ctx: Context): Promise<TwinJob | null> {
  const times = { now: ctx.now(), until: later(ctx, LEASE_SECONDS) };
  return await ctx.db.transaction(async (tx) => {
    await lockTurns(tx, "twins");
    return await claimTwinJob(tx, times);
  });
}

/** Identifies a worker's claim. */
export type HeldTwinJob = Pick<TwinJob, "uploadId" | "listingId" | "storagePath" | "attempt">;

/** When a claim made now ends. */
export const twinLeaseEnd = (ctx: Context): Date => later(ctx, LEASE_SECONDS);

/** Extends the lease; false if another worker has the job, or the file no longer exists. */
export async function holdTwinJob(
  ctx: Context,
  job: HeldTwinJob,
  options: { positions?: number } = {},
): Promise<boolean> {
  return await moveTwinJob(ctx.db, job, { dueAt: twinLeaseEnd(ctx), ...options });
}

/**
 * Returns the job: immediately after a fault of the file, which counts as an attempt; otherwise after a
 * pause, if any, without counting the attempt.
 */
export async function releaseTwinJob(
  ctx: Context,
  job: HeldTwinJob,
  { isFileAtFault, pauses }: { isFileAtFault: boolean; pauses: boolean },
): Promise<void> {
  const dueAt = pauses ? later(ctx, PAUSE_SECONDS) : ctx.now();
  const ours = { dueAt, attempts: job.attempt - 1 };
  await moveTwinJob(ctx.db, job, isFileAtFault ? { dueAt: ctx.now() } : ours);
}

/** Creates jobs for some older files while no others are due; returns how many. */
export async function backfillTwins(ctx: Context): Promise<number> {
  if (ctx.config.TWIN_BYTES_MAX === 0) return 0;
  const options = { rowsMax: BACKFILL_ROWS_MAX, now: ctx.now() };
  return await ctx.db.transaction((tx) => enqueueOlderTwins(tx, options));
}
