import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { jobNotFound } from "./job-not-found.ts";
import { kindsOfJobs } from "./kinds/all.ts";
import { actObstacle, type JobAct, type JobKind } from "./rules.ts";
import type { JobActBody } from "./schemas.ts";

/**
 * Restarts or gives up a stuck job once: a second request finds it no longer stuck. The effect, its
 * bus messages and the audit row are one transaction, and no action moves money. Errors:
 * job_not_found, job_not_stuck.
 */
export async function actOnJob(
  ctx: Context,
  admin: AdminActor,
  { kind, id, act }: { kind: JobKind; id: string; act: JobAct },
  { reason }: JobActBody,
): Promise<void> {
  const now = ctx.now();
  const { lock, retry, giveUp } = kindsOfJobs[kind];
  await ctx.db.transaction(async (tx) => {
    const job = await lock.call(kindsOfJobs[kind], tx, id, { config: ctx.config, now });
    if (job === null) throw jobNotFound();
    const obstacle = actObstacle(job, act);
    if (obstacle !== null) throw new MarketError("job_not_stuck", obstacle);
    await (act === "retry" ? retry : giveUp)?.(tx, job, { admin, now });
    const action = `operations.${kind}_${act === "retry" ? "retried" : "given_up"}`;
    const detail = { reason, id, tries: job.tries };
    await writeAudit(tx, { actor: admin, action, ...job.subject, detail }, now);
  });
}
