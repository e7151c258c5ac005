import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { lockDueAnswerMails, updateDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { Context } from "../context.ts";

/**
 * Queues due mails about answers; returns how many. A mail covers all answers since the previous
 * one. Any number of processes may run it.
 */
export async function queueAnswerMails(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const due = await lockDueAnswerMails(tx, { now, rowsMax });
    for (const { id, answersReceived: position } of due) {
      await updateDataRequest(tx, id, { mailPosition: position, mailQueuedAt: now });
      const payload = { template: "request_answers", data_request_id: id, position } as const;
      await enqueueJob(tx, "jobs.mail", payload, now);
    }
    return due.length;
  });
}
