/** A worker takes on the Parquet twins of a file, holds on to them, and gives them back. */
import {
  claimTwinJob,
  moveTwinJob,
  oweOlderTwins,
  type TwinJob,
} from "../../../db/queries/catalogue/twins.ts";
import { lockTurns } from "../../../db/queries/operations/work-turns.ts";
import type { Context } from "../../context.ts";

export type { TwinJob };

/** A worker that says nothing for so long is taken for dead. */
const LEASE_SECONDS = 120;
/** After a cause on our side: the store, the disk or this worker. */
const PAUSE_SECONDS = 30;
/** Of files that were profiled before there were twins, owed at a time. */
const BACKFILL_ROWS_MAX = 20;

const later = (ctx: Context, seconds: number) => new Date(ctx.now().getTime() + seconds * 1000);

/** A job that is due, of the seller whose turn it is; null where there is none. The try is counted. */
export async function takeTwinJob(ctx: Context): Promise<TwinJob | null> {
  const times = { now: ctx.now(), until: later(ctx, LEASE_SECONDS) };
  return await ctx.db.transaction(async (tx) => {
    await lockTurns(tx, "twins");
    return await claimTwinJob(tx, times);
  });
}

/** Shows that the job is alive; false where it is another worker's, or the file is gone. */
export async function holdTwinJob(
  ctx: Context,
  job: TwinJob,
  options: { positions?: number } = {},
): Promise<boolean> {
  return await moveTwinJob(ctx.db, job, { dueAt: later(ctx, LEASE_SECONDS), ...options });
}

/**
 * Gives the job back: at once after a fault of the file, which counts as a try; else after a pause, and
 * the try counts no more.
 */
export async function releaseTwinJob(
  ctx: Context,
  job: TwinJob,
  { isFileAtFault }: { isFileAtFault: boolean },
): Promise<void> {
  const ours = { dueAt: later(ctx, PAUSE_SECONDS), attempts: job.attempt - 1 };
  await moveTwinJob(ctx.db, job, isFileAtFault ? { dueAt: ctx.now() } : ours);
}

/** Owes the twins of some older files while no others are due; returns how many. */
export async function backfillTwins(ctx: Context): Promise<number> {
  if (ctx.config.TWIN_BYTES_MAX === 0) return 0;
  const options = { rowsMax: BACKFILL_ROWS_MAX, now: ctx.now() };
  return await ctx.db.transaction((tx) => oweOlderTwins(tx, options));
}
