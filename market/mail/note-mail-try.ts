/** Notes on mail jobs, by which `requeue-lost-mails.ts` finds mails that the bus has lost. */
import { noteTry, settleMailJob } from "../../db/queries/journal/mail-jobs.ts";
import { isSettled } from "../../db/queries/operations/outbox.ts";
import type { Context } from "../context.ts";

/** Records in the outbox that a mail's job has ended for good, or that the bus will retry it. */
export async function noteMailTry(
  ctx: Context,
  jobId: string,
  { isEnded }: { isEnded: boolean },
): Promise<void> {
  const note = isEnded ? settleMailJob : noteTry;
  await note(ctx.db, jobId, ctx.now());
}

/** Whether the job has ended: the mail was sent, or an administrator gave it up. */
export function isMailJobOver(ctx: Context, jobId: string): Promise<boolean> {
  return isSettled(ctx.db, jobId);
}
