/** Lets a process work on a run only while it holds the run's lease. */
import type { Database } from "../../db/client.ts";
import { changeRun, type HeldRun, type RunChange } from "../../db/queries/reconciliation/runs.ts";

/** Another process has taken the run over and continues it. */
export class RunLostError extends Error {}

const leaseSeconds = 120;

/** The end of the process's lease on a run, unless renewed. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseSeconds * 1000);
}

/** Stores the run's progress in its work's transaction. Throws if another process took it over. */
export async function advance(
  tx: Database,
  run: HeldRun,
  { now, ...change }: RunChange & { now: Date },
): Promise<void> {
  const isHeld = await changeRun(tx, run, { ...change, leaseUntil: leaseEnd(now) });
  if (!isHeld) throw new RunLostError(`the reconciliation ${run.id} goes on in another process`);
}
