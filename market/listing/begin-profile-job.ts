/** A worker takes the job whose turn it is. */
import { pipelined } from "../../db/pipelined.ts";
import {
  countAttempt,
  findJobInTurn,
  lockProfileJob,
  type ProfileJobRow,
  postponeUpload,
} from "../../db/queries/listings/profile-jobs.ts";
import { lockTurns } from "../../db/queries/operations/work-turns.ts";
import type { Context } from "../context.ts";
import { postponement } from "./rules.ts";

/** What the job needs to know of its upload and of the listing that it describes. */
export type ProfileJob = ProfileJobRow & { attempt: number };

/**
 * begun: the attempt is counted, go on. not_awaited: the upload is unknown, ended or superseded.
 * busy: another worker showed signs of life within `busySeconds`. postponed: an earlier try failed, and the
 * next one waits; `isLost` where its worker died without a word.
 * tries_used_up: the file was to blame for all of them.
 */
export type BeginResult =
  | { kind: "begun"; job: ProfileJob; isLost: boolean }
  | { kind: "not_awaited" }
  | { kind: "busy" }
  | { kind: "postponed"; waitSeconds: number; isLost: boolean }
  | { kind: "tries_used_up"; uploadId: string; attempts: number };

/**
 * Takes the job whose turn it is: a message of the queue says that there is work, and brings its own upload
 * only where no seller has waited longer for a turn. So there are as many messages as jobs, whichever message
 * starts which job. The attempt is counted before the work, so a death counts too.
 */
export async function beginProfileJob(
  ctx: Context,
  queuedId: string,
  { busySeconds }: { busySeconds: number },
): Promise<BeginResult> {
  return await ctx.db.transaction(async (tx): Promise<BeginResult> => {
    const now = ctx.now();
    const aliveSince = new Date(now.getTime() - busySeconds * 1000);
    const [, inTurn] = await pipelined([
      () => lockTurns(tx, "profile"),
      () => findJobInTurn(tx, { queuedId, aliveSince, now }),
    ]);
    const uploadId = inTurn ?? queuedId;
    const row = await lockProfileJob(tx, uploadId);
    if (row === null) return { kind: "not_awaited" };
    if (row.state !== "attached" || row.slot === null) return { kind: "not_awaited" };
    const lostAt = row.heartbeatAt;
    if (lostAt !== null && lostAt > aliveSince) return { kind: "busy" };
    // Nothing of a file runs in the worker itself: what ended it, or its database, is ours.
    const isLost = lostAt !== null;
    const lost = isLost ? postponement(row, lostAt) : null;
    if (lost !== null) await postponeUpload(tx, uploadId, lost);
    const retryAt = lost?.retryAt ?? row.retryAt;
    const waitSeconds = ((retryAt ?? now).getTime() - now.getTime()) / 1000;
    if (waitSeconds > 0) return { kind: "postponed", waitSeconds, isLost };
    const attempts = isLost ? Math.max(row.attempts - 1, 0) : row.attempts;
    if (attempts >= ctx.config.PROFILE_TRIES_MAX) {
      return { kind: "tries_used_up", uploadId, attempts };
    }
    await countAttempt(tx, row, now);
    return { kind: "begun", job: { ...row, attempt: attempts + 1 }, isLost };
  });
}
