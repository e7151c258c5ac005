/**
 * The entry to the data engine: jobs run in child processes, and code outside imports only this
 * file. It re-exports the types that callers need.
 */
import type { ProfileInput } from "../base/input.ts";
import type { DatasetReport } from "../base/report.ts";
import type { DrawOrder, DrawOutcome, TwinOrder, TwinOutcome } from "../twin/order.ts";
import type { KeptChild } from "./kept-child.ts";
import { type ChildOptions, DatasetChild } from "./process.ts";
import {
  ChildFailure,
  type ChildWork,
  drawJob,
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
  type DrawOrder,
  type DrawOutcome,
  drawnCsv,
  drawnParquet,
  type TwinOrder,
  type TwinOutcome,
  twinFile,
  type WantedTable,
  wantedTable,
} from "../twin/order.ts";
export { KeptChild } from "./kept-child.ts";
export { ChildFailure, type ChildFailureKind } from "./run-job.ts";
export type { ByteSource } from "./serve-bytes.ts";

type PoolRunOptions = Omit<RunOptions, "keep">;

export type ChildPool = {
  /**
   * Runs one job in its own child, which `kept` takes after it. Rejects with `ChildFailure`, or with the
   * error of its byte source.
   */
  run(
    input: ProfileInput,
    options: PoolRunOptions & { kept?: KeptChild | undefined },
  ): Promise<DatasetReport>;
  /**
   * Makes the Parquet twins of a file's tables: in the `kept` child of its profile, else in a new one.
   * Without `kept` nobody waits, so that one has a low priority. Rejects as `run` does.
   */
  makeTwins(
    input: ProfileInput,
    order: TwinOrder,
    options: PoolRunOptions & { kept?: KeptChild | undefined },
  ): Promise<TwinOutcome[]>;
  /** Draws a trial's rows from a Parquet file, at a low priority. Rejects as `run` does. */
  draw(input: ProfileInput, order: DrawOrder, options: PoolRunOptions): Promise<DrawOutcome>;
  /** Kills all children, including running jobs; later calls of `run` are refused. */
  close(): Promise<void>;
};

export type ChildPoolOptions = ChildOptions & {
  /**
   * Number of warm children that wait for the next job. Each serves one job and is then replaced.
   */
  standbys: number;
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

  const refill = (): void => {
    while (!closing.signal.aborted && standbys.length < options.standbys) {
      standbys.push(new DatasetChild(options, { warmUpTables }));
    }
  };
  const runOnce = async <T>(
    child: DatasetChild,
    job: ChildWork<T>,
    { kept, ...runOptions }: PoolRunOptions & { kept?: KeptChild | undefined },
  ): Promise<T> => {
    running.add(child);
    let isKept = false;
    const keep = (waiting: DatasetChild) => {
      isKept = true;
      kept?.keep(waiting, () => running.delete(waiting));
    };
    try {
      const signal = runOptions.signal
        ? AbortSignal.any([runOptions.signal, closing.signal])
        : closing.signal;
      const keeping = kept === undefined ? {} : { keep };
      return await runJob(
        child,
        job,
        { ...runOptions, ...keeping, signal },
        options.memoryBytesMax,
      );
    } finally {
      if (!isKept) running.delete(child);
    }
  };
  const runWarm = async <T>(
    makeJob: () => ChildWork<T>,
    runOptions: PoolRunOptions & { kept?: KeptChild | undefined },
  ): Promise<T> => {
    try {
      for (let standby = standbys.shift(); standby; standby = standbys.shift()) {
        try {
          return await runOnce(standby, makeJob(), runOptions);
        } catch (error) {
          if (!diedWaiting(error)) throw error;
        }
      }
      return await runOnce(new DatasetChild(options), makeJob(), runOptions);
    } finally {
      setTimeout(refill, REFILL_PAUSE_MS);
    }
  };
  refill();

  return {
    run: (input, runOptions) => runWarm(() => profileJob(input), runOptions),
    makeTwins: async (input, order, { kept, ...runOptions }) => {
      const waiting = kept?.take() ?? null;
      try {
        if (waiting !== null) return await runOnce(waiting, twinsJob(input, order), runOptions);
      } catch (error) {
        if (!diedWaiting(error)) throw error;
      }
      const child = new DatasetChild(options, { inBackground: kept === undefined });
      return await runOnce(child, twinsJob(input, order), runOptions);
    },
    draw: (input, order, runOptions) =>
      runOnce(new DatasetChild(options, { inBackground: true }), drawJob(input, order), runOptions),
    async close() {
      closing.abort();
      const children = [...standbys.splice(0), ...running];
      for (const child of children) child.kill();
      await Promise.all(children.map((child) => child.exited));
    },
  };
}

const diedKinds = new Set(["crashed", "out_of_memory", "killed", "not_started"]);

/** Whether a waiting child died before it took the job, in which case the job is not to blame. */
function diedWaiting(error: unknown): boolean {
  if (!(error instanceof ChildFailure) || error.begun) return false;
  return diedKinds.has(error.kind);
}
