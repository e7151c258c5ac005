import type { Database } from "../../db/client.ts";
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import {
  findNextPosition,
  lockDueMails,
  type ThreadSideRow,
  updateSide,
} from "../../db/queries/messages/message-mails.ts";
import type { Context } from "../context.ts";

const noMail = { mailPosition: null, mailDueAt: null, mailQueuedAt: null };

/**
 * Queues due mails about messages; returns how many. A person who has read everything by then gets no
 * mail. Any number of processes may run it.
 */
export async function queueMessageMails(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    let queued = 0;
    for (const row of await lockDueMails(tx, { now, rowsMax })) {
      const position = await positionOf(tx, row);
      if (position === null) {
        await updateSide(tx, row, noMail);
        continue;
      }
      await updateSide(tx, row, { mailPosition: position, mailQueuedAt: now });
      const { threadId, side } = row;
      const payload = { template: "message", thread_id: threadId, side, position } as const;
      await enqueueJob(tx, "jobs.mail", payload, now);
      queued += 1;
    }
    return queued;
  });
}

/** Null if everything was read meanwhile. */
async function positionOf(tx: Database, row: ThreadSideRow): Promise<number | null> {
  if (row.mailPosition === null) return null;
  return findNextPosition(tx, row, Math.max(row.readPosition, row.mailPosition - 1));
}
