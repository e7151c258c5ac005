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

/** A job with its upload and the listing that it profiles. */
export type ProfileJob = ProfileJobRow & { attempt: number };

/**
 * begun: the attempt is counted; continue. not_awaited: the upload is unknown, ended or superseded.
 * busy: another worker was active within `busySeconds`. postponed: an earlier attempt failed, and the
 * next one waits; `isLost` if its worker died silently.
 * tries_used_up: the file caused every failure.
 */
export type BeginResult =
  | { kind: "begun"; job: ProfileJob; isLost: boolean }
  | { kind: "not_awaited" }
  | { kind: "busy" }
  | { kind: "postponed"; waitSeconds: number; isLost: boolean }
  | { kind: "tries_used_up"; uploadId: string; attempts: number };

/**
 * Takes the job whose turn it is. A queue message only says that there is work: it brings its own upload
 * unless another seller has waited longer. There are as many messages as jobs, whichever message starts
 * which job. The attempt is counted before the work, so a crash counts too.
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
    // The worker itself runs nothing from the file, so if it died, the service is at fault.
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
