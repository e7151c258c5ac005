import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { lockAccountsToMail } from "../../db/queries/mail-digests.ts";
import { beginSearchDigest } from "../../db/queries/saved-searches/digests.ts";
import { minuteSeconds } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { SEARCH_DIGEST_PAUSE_MINUTES } from "./limits.ts";

/**
 * Enqueues one mail for each account whose searches are due; returns how many. However often something
 * matches, an account gets a mail only at intervals. Any number of processes may run it.
 */
export async function queueSearchDigests(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  const pauseMs = SEARCH_DIGEST_PAUSE_MINUTES * minuteSeconds * 1000;
  const due = { now, mailedSince: new Date(now.getTime() - pauseMs), rowsMax };
  return ctx.db.transaction(async (tx) => {
    let queued = 0;
    for (const accountId of await lockAccountsToMail(tx, "search", due)) {
      const digestId = await beginSearchDigest(tx, { accountId, now });
      if (digestId === null) continue;
      const payload = { template: "search_digest", digest_id: digestId } as const;
      await enqueueJob(tx, "jobs.mail", payload, now);
      queued += 1;
    }
    return queued;
  });
}
