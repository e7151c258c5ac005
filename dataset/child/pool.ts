/**
 * The entry to the data engine: jobs run in child processes, and code outside imports only this
 * file. It re-exports the types that callers need.
 */
import type { ProfileInput } from "../base/input.ts";
import type { DatasetReport } from "../base/report.ts";
import type { TwinOrder, TwinOutcome } from "../twin/order.ts";
import { type ChildOptions, DatasetChild } from "./process.ts";
import {
  ChildFailure,
  type ChildWork,
  profileJob,
  type RunOptions,
  runJob,
  twinsJob,
} from "./run-job.ts";

export { DEFAULT_LIMITS } from "../base/limits.ts";
export {
  contactSheetFile,
  type DatasetProgress,
  type DatasetReport,
  joinColumnsFile,
  rowSketchFile,
} from "../base/report.ts";
export type { ServedFile } from "../base/served-files.ts";
export {
  type TwinOrder,
  type TwinOutcome,
  twinFile,
  type WantedTable,
  wantedTable,
} from "../twin/order.ts";
export { ChildFailure, type ChildFailureKind } from "./run-job.ts";
export type { ByteSource } from "./serve-bytes.ts";

export type ChildPool = {
  /**
   * Runs one job in its own child. Rejects with `ChildFailure`, or with the error of its byte
   * source.
   */
  run(input: ProfileInput, options: RunOptions): Promise<DatasetReport>;
  /**
   * Makes the Parquet twins of a file's tables: in a warm child where one waits, else in a new one
   * of low priority, because somebody waits for profiles. Rejects as `run` does.
   */
  makeTwins(input: ProfileInput, order: TwinOrder, options: RunOptions): Promise<TwinOutcome[]>;
  /** Kills all children, including running jobs; later calls of `run` are refused. */
  close(): Promise<void>;
};

export type ChildPoolOptions = ChildOptions & {
  /**
   * Number of warm children that wait for the next job. Each serves one job and is then replaced.
   */
  standbys: number;
  /** As many start with the pool, so that the others do not compete with the start of the stack. */
  standbysAtStart?: number;
  /** How many generated tables a standby profiles while it waits, at most 6; none if absent. */
  warmUpTables?: number;
};

/**
 * Delay before a replacement child starts. The caller first stores the result that a seller waits
 * for, and a child that starts and warms up would compete for the processor. A queued job usually
 * arrives within the pause, too.
 */
const REFILL_PAUSE_MS = 100;

/** Starts standbys at once; the first jobs may arrive before they are warm. */
export function createChildPool(options: ChildPoolOptions): ChildPool {
  const { warmUpTables = 0 } = options;
  const standbys: DatasetChild[] = [];
  const running = new Set<DatasetChild>();
  const closing = new AbortController();

  const refill = (count = options.standbys): void => {
    while (!closing.signal.aborted && standbys.length < count) {
      standbys.push(new DatasetChild(options, { warmUpTables }));
    }
  };
  const runOnce = async <T>(
    child: DatasetChild,
    job: ChildWork<T>,
    runOptions: RunOptions,
  ): Promise<T> => {
    running.add(child);
    try {
      const signal = runOptions.signal
        ? AbortSignal.any([runOptions.signal, closing.signal])
        : closing.signal;
      return await runJob(child, job, { ...runOptions, signal }, options.memoryBytesMax);
    } finally {
      running.delete(child);
    }
  };
  const runWarm = async <T>(
    makeJob: () => ChildWork<T>,
    runOptions: RunOptions,
    cold: { inBackground?: boolean } = {},
  ): Promise<T> => {
    try {
      for (let standby = standbys.shift(); standby; standby = standbys.shift()) {
        try {
          return await runOnce(standby, makeJob(), runOptions);
        } catch (error) {
          if (!diedWaiting(error)) throw error;
        }
      }
      return await runOnce(new DatasetChild(options, cold), makeJob(), runOptions);
    } finally {
      setTimeout(refill, REFILL_PAUSE_MS);
    }
  };
  refill(options.standbysAtStart);

  return {
    run: (input, runOptions) => runWarm(() => profileJob(input), runOptions),
    makeTwins: (input, order, runOptions) =>
      runWarm(() => twinsJob(input, order), runOptions, { inBackground: true }),
    async close() {
      closing.abort();
      const children = [...standbys.splice(0), ...running];
      for (const child of children) child.kill();
      await Promise.all(children.map((child) => child.exited));
    },
  };
}

const diedKinds = new Set(["crashed", "out_of_memory", "killed", "not_started"]);

/** Whether a standby died before it took the job, in which case the job is not to blame. */
function diedWaiting(error: unknown): boolean {
  if (!(error instanceof ChildFailure) || error.begun) return false;
  return diedKinds.has(error.kind);
}
