/** A worker takes the job of an upload. */
import {
  countAttempt,
  lockProfileJob,
  type ProfileJobRow,
  postponeUpload,
} from "../../db/queries/listings/profile-jobs.ts";
import type { Context } from "../context.ts";
import { postponement } from "./rules.ts";

/** What the job needs to know of its upload and of the listing that it describes. */
export type ProfileJob = ProfileJobRow & { attempt: number };

/**
 * begun: the attempt is counted, go on. not_awaited: the upload is unknown, ended or superseded.
 * busy: another worker showed signs of life within `busySeconds`. postponed: an earlier try ended for
 * a cause on our side, and the next one waits; `isLost` where its worker died without a word.
 * tries_used_up: the file was to blame for all of them.
 */
export type BeginResult =
  | { kind: "begun"; job: ProfileJob; isLost: boolean }
  | { kind: "not_awaited" }
  | { kind: "busy" }
  | { kind: "postponed"; waitSeconds: number; isLost: boolean }
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
    // Nothing of a file runs in the worker itself: what ended it, or its database, is ours.
    const lostAt = row.heartbeatAt;
    const isLost = lostAt !== null;
    const lost = isLost ? postponement(row, lostAt) : null;
    if (lost !== null) await postponeUpload(tx, uploadId, lost);
    const retryAt = lost?.retryAt ?? row.retryAt;
    const waitSeconds = ((retryAt ?? now).getTime() - now.getTime()) / 1000;
    if (waitSeconds > 0) return { kind: "postponed", waitSeconds, isLost };
    const attempts = isLost ? Math.max(row.attempts - 1, 0) : row.attempts;
    if (attempts >= ctx.config.PROFILE_TRIES_MAX) {
      return { kind: "tries_used_up", attempts };
    }
    await countAttempt(tx, uploadId, now);
    return { kind: "begun", job: { ...row, attempt: attempts + 1 }, isLost };
  });
}

function isBusy(heartbeatAt: Date | null, now: Date, busySeconds: number): boolean {
  if (heartbeatAt === null) return false;
  return now.getTime() - heartbeatAt.getTime() < busySeconds * 1000;
}
