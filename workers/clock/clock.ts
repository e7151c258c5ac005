/**
 * The clock: does what is due according to the database, in any number of processes. Rows are taken
 * with SKIP LOCKED, and each task may safely run twice.
 */
import type { TimeCheck } from "../../db/time-check.ts";
import { pause } from "../../platform/bell.ts";
import { tracedIfBegun } from "../../platform/telemetry/tracing.ts";
import type { WorkerMetrics } from "../metrics.ts";
import type { Role } from "../role.ts";
import { accountClockTasks } from "./accounts.ts";
import { auctionClockTasks } from "./auctions.ts";
import { embeddingClockTasks } from "./embeddings.ts";
import { eventClockTasks } from "./events.ts";
import { noticeClockTasks } from "./notices.ts";
import { purchaseClockTasks } from "./purchases.ts";
import { reconciliationClockTasks } from "./reconciliation.ts";
import { savedSearchClockTasks } from "./saved-searches.ts";
import { subscriptionClockTasks } from "./subscriptions.ts";
import type { ClockTask, TaskDeps } from "./task.ts";
import { upkeepClockTasks } from "./upkeep.ts";
import { uploadClockTasks } from "./uploads.ts";

const clockTasks: ClockTask[] = [
  ...purchaseClockTasks,
  ...reconciliationClockTasks,
  ...auctionClockTasks,
  ...subscriptionClockTasks,
  ...accountClockTasks,
  ...uploadClockTasks,
  ...eventClockTasks,
  ...embeddingClockTasks,
  ...noticeClockTasks,
  ...savedSearchClockTasks,
  ...upkeepClockTasks,
];

export type ClockDeps = TaskDeps & { metrics: WorkerMetrics };
/**
 * With a wrong clock, auctions would close early, and other processes' leases would look expired.
 */
type TimedDeps = ClockDeps & { time: TimeCheck };

/** Each task has its own loop, so that a slow one does not delay the others. */
export function startClock(deps: TimedDeps): Role {
  const stopping = new AbortController();
  // Created at the start, so that a task that hangs or fails in its first run is visible, too.
  for (const { name: task } of clockTasks) {
    for (const outcome of ["ok", "failed"]) deps.metrics.clockRuns.inc({ task, outcome }, 0);
  }
  const running = clockTasks.map((task) => repeat(deps, task, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function repeat(deps: TimedDeps, task: ClockTask, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await deps.time.untilRight(signal);
    if (signal.aborted) return;
    await runTask(deps, task);
    await pause(task.everySeconds, signal);
  }
}

/** Runs a task once; a failure is logged and counted, and the next run tries again. */
export async function runTask(deps: ClockDeps, task: ClockTask): Promise<void> {
  try {
    const count = await runTraced(deps, task);
    if (count > 0) deps.log.info({ task: task.name, count }, "the clock did what was due");
    deps.metrics.clockRuns.inc({ task: task.name, outcome: "ok" });
  } catch (error) {
    deps.log.warn(
      { err: error, task: task.name },
      "a task of the clock failed; it will be retried",
    );
    deps.metrics.clockRuns.inc({ task: task.name, outcome: "failed" });
  }
}

/** A run that does something is a trace, which its messages continue; an empty run is not. */
function runTraced(deps: ClockDeps, task: ClockTask): Promise<number> {
  return tracedIfBegun(`clock ${task.name}`, async (span) => {
    const count = await task.run(deps);
    if (count > 0) span?.set({ "market.task.count": count });
    return count;
  });
}
