import {
  lockPayeesToRemind,
  noteReminders,
} from "../../../db/queries/accounts/payout-reminders.ts";
import { enqueueJob } from "../../../db/queries/journal/journal.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";

const reminderPauseDays = 7;
/** The mail about the release itself has already said it. */
const waitingDaysMin = 1;

/**
 * Enqueues a weekly mail to sellers whose released money has waited a day for a payout account;
 * returns how many. Any number of processes may run it.
 */
export async function remindMissingPayouts(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const remindedAfter = daysAgo(reminderPauseDays);
  const releasedBefore = daysAgo(waitingDaysMin);
  return ctx.db.transaction(async (tx) => {
    const locked = await lockPayeesToRemind(tx, { releasedBefore, remindedAfter, rowsMax });
    const reminded = await noteReminders(tx, locked, { now, remindedAfter });
    for (const accountId of reminded) {
      const payload = { template: "payout_missing", account_id: accountId } as const;
      await enqueueJob(tx, "jobs.mail", payload, now);
    }
    return reminded.length;
  });
}
