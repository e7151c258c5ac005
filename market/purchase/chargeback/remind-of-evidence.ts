import { enqueueJob } from "../../../db/queries/journal/journal.ts";
import { claimEvidenceReminders } from "../../../db/queries/purchases/chargeback-lists.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { EVIDENCE_REMINDER_DAYS } from "../../limits.ts";

/**
 * Enqueues one reminder mail a day for each unanswered open chargeback whose deadline is within
 * `EVIDENCE_REMINDER_DAYS`; returns how many. Any number of processes may run it at once.
 */
export async function remindOfEvidence(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  const day = now.toISOString().slice(0, 10);
  return ctx.db.transaction(async (tx) => {
    const ids = await claimEvidenceReminders(tx, {
      now,
      dueBefore: new Date(now.getTime() + EVIDENCE_REMINDER_DAYS * dayMs),
      remindedBefore: new Date(now.getTime() - dayMs),
      rowsMax,
    });
    for (const id of ids) {
      const payload = { template: "evidence_due", chargeback_id: id, day } as const;
      await enqueueJob(tx, "jobs.mail", payload, now);
    }
    return ids.length;
  });
}
