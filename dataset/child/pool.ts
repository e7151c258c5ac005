/**
 * The door of the data engine: jobs run in child processes, and nothing else of it is imported from
 * outside. What a caller needs to name comes along.
 */
import type { ProfileInput } from "../base/input.ts";
import type { DatasetReport } from "../base/report.ts";
import { type ChildOptions, DatasetChild } from "./process.ts";
import { ChildFailure, type RunOptions, runJob } from "./run-job.ts";

export { DEFAULT_LIMITS } from "../base/limits.ts";
export { contactSheetFile, type DatasetProgress, type DatasetReport } from "../base/report.ts";
export { ChildFailure, type ChildFailureKind } from "./run-job.ts";

export type ChildPool = {
  /** Runs one job in a child of its own. Rejects with `ChildFailure` only. */
  run(input: ProfileInput, options: RunOptions): Promise<DatasetReport>;
  /** Kills all children, running jobs included; later calls of `run` are refused. */
  close(): Promise<void>;
};

export type ChildPoolOptions = ChildOptions & {
  /** Children that wait, warm, for the next job. Each serves one job and is replaced after it. */
  standbys: number;
};

/** Starts standbys at once; the first jobs may still come before they are warm. */
export function createChildPool(options: ChildPoolOptions): ChildPool {
  const standbys: DatasetChild[] = [];
  const running = new Set<DatasetChild>();
  const closing = new AbortController();

  const refill = (): void => {
    while (!closing.signal.aborted && standbys.length < options.standbys) {
      standbys.push(new DatasetChild(options, true));
    }
  };
  const runOnce = async (
    child: DatasetChild,
    input: ProfileInput,
    runOptions: RunOptions,
  ): Promise<DatasetReport> => {
    running.add(child);
    try {
      const signal = runOptions.signal
        ? AbortSignal.any([runOptions.signal, closing.signal])
        : closing.signal;
      const memoryLimited = options.memoryBytesMax !== null;
      return await runJob(child, input, { ...runOptions, signal }, memoryLimited);
    } finally {
      running.delete(child);
    }
  };
  refill();

  return {
    async run(input, runOptions) {
      try {
        for (let standby = standbys.shift(); standby; standby = standbys.shift()) {
          try {
            return await runOnce(standby, input, runOptions);
          } catch (error) {
            if (!diedWaiting(error)) throw error;
          }
        }
        return await runOnce(new DatasetChild(options, false), input, runOptions);
      } finally {
        // Only now, so that warming up does not compete with the job.
        refill();
      }
    },
    async close() {
      closing.abort();
      const children = [...standbys.splice(0), ...running];
      for (const child of children) child.kill();
      await Promise.all(children.map((child) => child.exited));
    },
  };
}

const diedKinds = new Set(["crashed", "out_of_memory", "killed", "not_started"]);

/** A standby that died before it took the job; the job itself is not to blame. */
function diedWaiting(error: unknown): boolean {
  if (!(error instanceof ChildFailure) || error.begun) return false;
  return diedKinds.has(error.kind);
}
