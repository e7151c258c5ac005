import { beginFollowDigest } from "../../db/queries/follows/digests.ts";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { lockAccountsToMail } from "../../db/queries/mail-digests.ts";
import type { Context } from "../context.ts";
import { mailDayOf } from "./rules.ts";

/**
 * Enqueues one mail for each account with news that are due; returns how many. An account gets at most
 * one in a UTC day. Any number of processes may run it.
 */
export async function queueFollowDigests(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    let queued = 0;
    const due = { now, mailedSince: mailDayOf(now), rowsMax };
    for (const accountId of await lockAccountsToMail(tx, "follow", due)) {
      const digestId = await beginFollowDigest(tx, { accountId, now });
      if (digestId === null) continue;
      const payload = { template: "follow_digest", digest_id: digestId } as const;
      await enqueueJob(tx, "jobs.mail", payload, now);
      queued += 1;
    }
    return queued;
  });
}
