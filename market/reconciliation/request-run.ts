/** An administrator requests the comparison of a day, again or ahead of schedule. */
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findRunOfDay, restartRun } from "../../db/queries/reconciliation/runs.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { comparableAt } from "./rules.ts";
import type { RequestRunBody } from "./schemas.ts";

/**
 * Makes a day due from its beginning; the clock compares it within seconds. A comparison that is
 * running continues. Returns the run. Errors: invalid_request (less than two hours since the day's
 * end).
 */
export async function requestRun(
  ctx: Context,
  admin: AdminActor,
  { day }: RequestRunBody,
): Promise<{ runId: string }> {
  const now = ctx.now();
  if (comparableAt(day) > now) {
    const detail = "The day can be compared two hours after its end, in UTC";
    const faults = [{ pointer: "/day", code: "day_not_over", detail }];
    throw new MarketError("invalid_request", detail, { faults });
  }
  return ctx.db.transaction(async (tx) => {
    const run = await restartRun(tx, day, now);
    if (run === null) return { runId: await runningId(tx, day) };
    const subject = { subjectKind: "reconciliation", subjectId: run.id } as const;
    const action = "reconciliation.requested";
    await writeAudit(tx, { actor: admin, action, ...subject, detail: { day } }, now);
    return { runId: run.id };
  });
}

async function runningId(tx: Context["db"], day: string): Promise<string> {
  const run = await findRunOfDay(tx, day);
  if (run === null) throw new Error(`the run of ${day} is gone`);
  return run.id;
}
