/** What the mail job leaves behind, so that a mail which the bus loses can be told. */
import { noteTry, settleMailJob } from "../../db/queries/journal/mail-jobs.ts";
import { isSettled } from "../../db/queries/operations/outbox.ts";
import type { Context } from "../context.ts";

/** Notes in the outbox that a mail's job has ended for good, or that the bus will try it again. */
export async function noteMailTry(
  ctx: Context,
  jobId: string,
  { isEnded }: { isEnded: boolean },
): Promise<void> {
  const note = isEnded ? settleMailJob : noteTry;
  await note(ctx.db, jobId, ctx.now());
}

/** Whether the job's tries have ended: the mail was sent, or an administrator gave it up. */
export function isMailJobOver(ctx: Context, jobId: string): Promise<boolean> {
  return isSettled(ctx.db, jobId);
}
