/** A run that this process holds: what is done for it is done only while it does. */
import type { Database } from "../../db/client.ts";
import { changeRun, type HeldRun, type RunChange } from "../../db/queries/reconciliation/runs.ts";

/** Another process has taken the run over: it goes on where this one was. */
export class RunLostError extends Error {}

const leaseSeconds = 120;

/** Until when a run is this process's own if it says nothing meanwhile. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseSeconds * 1000);
}

/** Writes down how far a run has come, in the transaction of that. Throws when it was taken over. */
export async function advance(
  tx: Database,
  run: HeldRun,
  { now, ...change }: RunChange & { now: Date },
): Promise<void> {
  const isHeld = await changeRun(tx, run, { ...change, leaseUntil: leaseEnd(now) });
  if (!isHeld) throw new RunLostError(`the reconciliation ${run.id} goes on in another process`);
}
