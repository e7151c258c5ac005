/** Runs one job in one child, and classifies the end of a child that left no report. */
import type { ProfileInput } from "../base/input.ts";
import { limitsForAttempt } from "../base/limits.ts";
import type { DatasetProgress, DatasetReport } from "../base/report.ts";
import { TablesCollector } from "../tables/collect-tables.ts";
import type { DrawOrder, DrawOutcome, TwinOrder, TwinOutcome } from "../twin/order.ts";
import { JobClock } from "./job-clock.ts";
import { type ChildMessage, type ChildOrder, encodeJob } from "./messages.ts";
import { type ChildExit, type ChildOptions, DatasetChild } from "./process.ts";
import { type ByteSource, MisshapenRequestError } from "./serve-bytes.ts";

/**
 * `killed` and `not_started` come from the host, `machine_fault` from its disk. These three, like
 * `aborted`, say nothing about the file.
 */
export type ChildFailureKind =
  | "crashed"
  | "out_of_memory"
  | "timeout"
  | "aborted"
  | "killed"
  | "not_started"
  | "machine_fault";

/** A child ended without a report. The caller may retry with a higher `attempt`. */
export class ChildFailure extends Error {
  readonly kind: ChildFailureKind;
  readonly detail: string;
  /** Whether the child had started the job when it ended. */
  readonly begun: boolean;

  constructor(kind: ChildFailureKind, detail: string, begun: boolean) {
    super(`${kind}: ${detail}`);
    this.name = "ChildFailure";
    this.kind = kind;
    this.detail = detail;
    this.begun = begun;
  }
}

export type RunOptions = {
  /** Wall-clock limit of the job. */
  timeoutSeconds: number;
  /** Seconds of silence after which a child counts as hung; `SILENCE_SECONDS_MAX` if absent. */
  silenceSecondsMax?: number;
  /** Counts from 1; each further attempt reads in smaller chunks. */
  attempt: number;
  /** Source of the bytes of `input.served`. */
  bytes?: ByteSource;
  signal?: AbortSignal;
  onProgress?: (progress: DatasetProgress) => void;
  /** Receives the child's peak memory so far; the whole limit if it ran out of memory. */
  onPeakRss?: (bytes: number) => void;
  /** A child that ends its job well waits here for another one, instead of being ended. */
  keep?: (child: DatasetChild) => void;
};

/** Longer than the longest step of a healthy job that cannot report progress. */
const SILENCE_SECONDS_MAX = 900;

const outOfMemory =
  /out of memory|memory allocation|cannot allocate memory|bad_alloc|allocation failed/i;
/** Signals by which the runtimes die when an allocation fails under a memory limit. */
const abortSignals: ReadonlySet<string> = new Set(["SIGABRT", "SIGTRAP", "SIGSEGV", "SIGILL"]);
/**
 * Signals that this code never sends: they come from the kernel, out of memory, or from an
 * operator.
 */
const foreignSignals: ReadonlySet<string> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

/** Starts a child and runs one job in it. Rejects with `ChildFailure` only. */
export async function runInChild(
  input: ProfileInput,
  options: RunOptions & ChildOptions,
): Promise<DatasetReport> {
  const child = new DatasetChild(options);
  const job = profileJob(input);
  return await runJob(child, job, options, options.memoryBytesMax);
}

/** A child's task, and how its messages become the result. */
export type ChildWork<T> = {
  input: ProfileInput;
  order: ChildOrder | null;
  /** Processes a message; returns the result once it is complete. */
  take(message: ChildMessage): T | null;
  /** The result without the part that made the child fail; null if there was nothing before it. */
  salvage(kind: ChildFailureKind): T | null;
};

export function profileJob(input: ProfileInput): ChildWork<DatasetReport> {
  const tables = new TablesCollector();
  return {
    input,
    order: null,
    take(message) {
      if (message.child === "step") tables.take(message.step);
      if (message.child === "finished") return tables.finish();
      return message.child === "report" ? message.report : null;
    },
    salvage: (kind) => tables.salvage(kind),
  };
}

/** The twins of the requested tables; a table that made the child fail gets none. */
export function twinsJob(input: ProfileInput, twins: TwinOrder): ChildWork<TwinOutcome[]> {
  const told = new Map<number, TwinOutcome>();
  const wanted = new Set(twins.tables.map(({ position }) => position));
  const all = (detail: string): TwinOutcome[] =>
    [...wanted].map((position) => {
      const none = { position, outcome: "none", code: "twin_failed", detail } as const;
      return told.get(position) ?? none;
    });
  return {
    input,
    order: { twins },
    take(message) {
      if (message.child === "twin" && wanted.has(message.twin.position)) {
        told.set(message.twin.position, message.twin);
      }
      return message.child === "finished" ? all("Its Parquet file was not made.") : null;
    },
    salvage: () => (told.size === 0 ? null : all("A table of the file could not be written.")),
  };
}

/** The rows of a trial, drawn from the Parquet file `input.filePath`. */
export function drawJob(input: ProfileInput, draw: DrawOrder): ChildWork<DrawOutcome> {
  let drawn: DrawOutcome | null = null;
  return {
    input,
    order: { draw },
    take(message) {
      if (message.child === "drawn") drawn = message.drawn;
      return message.child === "finished" ? drawn : null;
    },
    salvage: () => null,
  };
}

/**
 * Runs one job in a child without one. Rejects with `ChildFailure`, or with the error of the byte
 * source.
 */
export async function runJob<T>(
  child: DatasetChild,
  job: ChildWork<T>,
  options: RunOptions,
  memoryBytesMax: number | null,
): Promise<T> {
  const memoryLimited = memoryBytesMax !== null;
  let answer: T | null = null;
  let failed: FailedMessage | null = null;
  let isReady = false;
  let killedFor: ChildFailureKind | null = null;
  let begun = false;
  let isKept = false;
  let unserved: { error: unknown } | null = null;
  const killFor = (kind: ChildFailureKind): void => {
    killedFor ??= kind;
    child.kill();
  };
  const onAbort = (): void => killFor("aborted");
  const { timeoutSeconds, silenceSecondsMax = SILENCE_SECONDS_MAX } = options;
  const clock = new JobClock({ timeoutSeconds, silenceSecondsMax }, () => killFor("timeout"));
  const onUnserved = (error: unknown): void => {
    if (error instanceof MisshapenRequestError) killFor("crashed");
    else unserved ??= { error };
    child.kill();
  };
  options.signal?.addEventListener("abort", onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  const arrived = new Promise<void>((resolve) => {
    const listener = (message: ChildMessage): void => {
      clock.hear();
      isReady = true;
      if (message.child === "usage") options.onPeakRss?.(message.peakRssBytes);
      else if (message.child !== "ready") begun = true;
      if (message.child === "progress") options.onProgress?.(message.progress);
      if (message.child === "failed") {
        failed = message;
        child.kill();
      }
      answer = job.take(message) ?? answer;
      if (answer) resolve();
    };
    const limits = limitsForAttempt(job.input.limits, options.attempt);
    const { served } = job.input;
    if (served && options.bytes) clock.serving = child.serve(served, options.bytes, onUnserved);
    child.start(encodeJob({ ...job.input, limits }, job.order), listener);
  });
  try {
    // If the result is complete, the child waits for another job.
    const exit = await Promise.race([arrived, child.exited]);
    if (unserved) throw (unserved as { error: unknown }).error;
    if (answer) {
      isKept = options.keep !== undefined && exit === undefined;
      return answer;
    }
    const failure = killedFor
      ? new ChildFailure(
          killedFor,
          clock.isSilent ? silentDetail : describeKill(killedFor, options),
          begun,
        )
      : failureOf(exit ?? (await child.exited), { failed, isReady, begun, memoryLimited });
    if (failure.kind === "out_of_memory" && memoryLimited) options.onPeakRss?.(memoryBytesMax);
    // A table that makes the child fail must not cost the tables that were read before it.
    const salvaged = faultsOfFile.has(failure.kind) ? job.salvage(failure.kind) : null;
    if (salvaged) return salvaged;
    throw failure;
  } finally {
    clock.stop();
    options.signal?.removeEventListener("abort", onAbort);
    if (isKept) options.keep?.(child);
    else child.kill();
  }
}

const faultsOfFile: ReadonlySet<ChildFailureKind> = new Set([
  "crashed",
  "out_of_memory",
  "timeout",
]);

const silentDetail = "The job made no progress for too long.";

function describeKill(kind: ChildFailureKind, options: RunOptions): string {
  if (kind === "crashed") return "The child asked for bytes that are not there.";
  if (kind === "timeout") return `The job took longer than ${options.timeoutSeconds} seconds.`;
  return "The job was cancelled.";
}

type FailedMessage = Extract<ChildMessage, { child: "failed" }>;

function describeExit(exit: ChildExit): string {
  const lastLine = exit.stderr.trim().split("\n").at(-1) ?? "";
  const how = exit.signal ? `signal ${exit.signal}` : `exit code ${exit.code}`;
  return `The child ended by ${how}. ${lastLine}`.trim();
}

function failureOf(
  exit: ChildExit,
  seen: {
    failed: FailedMessage | null;
    isReady: boolean;
    begun: boolean;
    memoryLimited: boolean;
  },
): ChildFailure {
  // It has not received the job yet.
  if (!seen.isReady) return new ChildFailure("not_started", describeExit(exit), seen.begun);
  const { kind, detail } = judgeExit(exit, seen.failed, seen.memoryLimited);
  return new ChildFailure(kind, detail, seen.begun);
}

function judgeExit(
  exit: ChildExit,
  failed: FailedMessage | null,
  memoryLimited: boolean,
): { kind: ChildFailureKind; detail: string } {
  if (exit.flooded) return { kind: "crashed", detail: "The child wrote more than it may." };
  if (failed?.isMachineFault) return { kind: "machine_fault", detail: failed.detail };
  const detail = failed?.detail ?? describeExit(exit);
  const { signal } = exit;
  if (outOfMemory.test(failed?.detail ?? exit.stderr)) return { kind: "out_of_memory", detail };
  if (failed !== null || signal === null) return { kind: "crashed", detail };
  if (foreignSignals.has(signal)) return { kind: "killed", detail };
  const aborted = memoryLimited && abortSignals.has(signal);
  return { kind: aborted ? "out_of_memory" : "crashed", detail };
}
