/** The clock tells administrators of reports and appeals that wait. */
import { enqueueJob } from "../../db/queries/journal/journal.ts";
import { isMailEnded } from "../../db/queries/journal/mail-endings.ts";
import { countWaitingReports } from "../../db/queries/reports/waiting-reports.ts";
import type { Context } from "../context.ts";
import { reportsMailOf } from "./notices.ts";

/** Owes one mail a day as long as something waits; returns how many. Any number of processes may run it. */
export async function remindOfReports(ctx: Context): Promise<number> {
  const now = ctx.now();
  const { datasets, appeals } = await countWaitingReports(ctx.db);
  if (datasets + appeals === 0) return 0;
  const day = now.toISOString().slice(0, 10);
  if (await isMailEnded(ctx.db, reportsMailOf(day))) return 0;
  await enqueueJob(ctx.db, "jobs.mail", { template: "reports_waiting", day }, now);
  return 1;
}
