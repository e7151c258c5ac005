/** The clock queues the mails about answers that are due. */
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { lockDueAnswerMails, updateDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { Context } from "../context.ts";

/**
 * Queues the mails about answers whose hour is over; returns how many. A mail tells of all answers
 * that have come since the one before. Any number of processes may run it.
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
