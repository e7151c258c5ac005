/** Reminds administrators of open reports and appeals. */
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { isMailEnded } from "../../db/queries/journal/mail-endings.ts";
import { countWaitingReports } from "../../db/queries/reports/waiting-reports.ts";
import type { Context } from "../context.ts";
import { reportsMailOf } from "./notices.ts";

/**
 * Enqueues one mail a day while something is open; returns the number of mails. Any number of
 * processes may run it.
 */
export async function remindOfReports(ctx: Context): Promise<number> {
  const now = ctx.now();
  const { reported, appeals } = await countWaitingReports(ctx.db);
  if (reported + appeals === 0) return 0;
  const day = now.toISOString().slice(0, 10);
  if (await isMailEnded(ctx.db, reportsMailOf(day))) return 0;
  await enqueueJob(ctx.db, "jobs.mail", { template: "reports_waiting", day }, now);
  return 1;
}
