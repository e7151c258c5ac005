/** A worker takes the job of an upload. */
import {
  countAttempt,
  lockProfileJob,
  type ProfileJobRow,
} from "../../db/queries/listings/profile-jobs.ts";
import type { Context } from "../context.ts";

/** What the job needs to know of its upload and of the listing that it describes. */
export type ProfileJob = ProfileJobRow & { attempt: number };

/**
 * begun: the attempt is counted, go on. not_awaited: the upload is unknown, ended or superseded.
 * busy: another worker showed signs of life within `busySeconds`. tries_used_up: every worker that
 * began it died or gave up.
 */
export type BeginResult =
  | { kind: "begun"; job: ProfileJob }
  | { kind: "not_awaited" }
  | { kind: "busy" }
  | { kind: "tries_used_up"; attempts: number };

/** Takes the job of an upload. The attempt is counted before the work, so a death counts too. */
export async function beginProfileJob(
  ctx: Context,
  uploadId: string,
  options: { busySeconds: number },
): Promise<BeginResult> {
  return await ctx.db.transaction(async (tx): Promise<BeginResult> => {
    const now = ctx.now();
    const row = await lockProfileJob(tx, uploadId);
    if (row === null) return { kind: "not_awaited" };
    if (row.state !== "attached" || row.slot === null) return { kind: "not_awaited" };
    if (isBusy(row.heartbeatAt, now, options.busySeconds)) return { kind: "busy" };
    if (row.attempts >= ctx.config.PROFILE_TRIES_MAX) {
      return { kind: "tries_used_up", attempts: row.attempts };
    }
    await countAttempt(tx, uploadId, now);
    return { kind: "begun", job: { ...row, attempt: row.attempts + 1 } };
  });
}

function isBusy(heartbeatAt: Date | null, now: Date, busySeconds: number): boolean {
  if (heartbeatAt === null) return false;
  return now.getTime() - heartbeatAt.getTime() < busySeconds * 1000;
}
