/** Runs one job in one child, and tells what became of a child that ends without a report. */
import type { ProfileInput } from "../base/input.ts";
import { limitsForAttempt } from "../base/limits.ts";
import type { DatasetProgress, DatasetReport } from "../base/report.ts";
import { type ChildExit, type ChildOptions, DatasetChild } from "./process.ts";
import { type ChildMessage, encodeJob } from "./protocol.ts";

/**
 * `killed` and `not_started` are of the host, `machine_fault` is of its disk: all three, like
 * `aborted`, say nothing of the file.
 */
export type ChildFailureKind =
  | "crashed"
  | "out_of_memory"
  | "timeout"
  | "aborted"
  | "killed"
  | "not_started"
  | "machine_fault";

/** A child that ended without a report. The caller may try again with a higher `attempt`. */
export class ChildFailure extends Error {
  readonly kind: ChildFailureKind;
  readonly detail: string;
  /** Whether the child had begun with the job when it ended. */
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
  /** How long a child may say nothing before it counts as hung; `SILENCE_SECONDS_MAX` if absent. */
  silenceSecondsMax?: number;
  /** From 1; each further attempt reads in smaller chunks. */
  attempt: number;
  signal?: AbortSignal;
  onProgress?: (progress: DatasetProgress) => void;
};

/** Longer than the longest step of a sound job that cannot report progress. */
const SILENCE_SECONDS_MAX = 900;

const outOfMemory =
  /out of memory|memory allocation|cannot allocate memory|bad_alloc|allocation failed/i;
/** How the runtimes die when an allocation fails under a memory limit. */
const abortSignals: ReadonlySet<string> = new Set(["SIGABRT", "SIGTRAP", "SIGSEGV", "SIGILL"]);
/** None of them is sent here: they are the kernel's, which lacks memory, or an operator's. */
const foreignSignals: ReadonlySet<string> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

/** Runs one job in a child that is started for it. Rejects with `ChildFailure` only. */
export async function runInChild(
  input: ProfileInput,
  options: RunOptions & ChildOptions,
): Promise<DatasetReport> {
  const child = new DatasetChild(options, false);
  return await runJob(child, input, options, options.memoryBytesMax !== null);
}

/** Runs one job in a child that was not used yet. Rejects with `ChildFailure` only. */
export async function runJob(
  child: DatasetChild,
  input: ProfileInput,
  options: RunOptions,
  memoryLimited: boolean,
): Promise<DatasetReport> {
  let report: DatasetReport | null = null;
  let failed: FailedMessage | null = null;
  let isReady = false;
  let killedFor: ChildFailureKind | null = null;
  let begun = false;
  let silent = false;
  const killFor = (kind: ChildFailureKind): void => {
    killedFor ??= kind;
    child.kill();
  };
  const onAbort = (): void => killFor("aborted");
  const timer = setTimeout(() => killFor("timeout"), options.timeoutSeconds * 1000);
  const silenceMs = (options.silenceSecondsMax ?? SILENCE_SECONDS_MAX) * 1000;
  const silence = setTimeout(() => {
    silent = true;
    killFor("timeout");
  }, silenceMs);
  options.signal?.addEventListener("abort", onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  const arrived = new Promise<void>((resolve) => {
    const listener = (message: ChildMessage): void => {
      silence.refresh();
      isReady = true;
      if (message.child !== "ready") begun = true;
      if (message.child === "progress") options.onProgress?.(message.progress);
      if (message.child === "failed") {
        failed = message;
        child.kill();
      }
      if (message.child !== "report") return;
      report = message.report;
      resolve();
    };
    const limits = limitsForAttempt(input.limits, options.attempt);
    child.start(encodeJob({ ...input, limits }), listener);
  });
  try {
    // The report is enough; the child ends by itself, or is killed if it does not.
    const exit = await Promise.race([arrived, child.exited]);
    if (report) return report;
    if (killedFor) {
      const detail = silent ? silentDetail : describeKill(killedFor, options);
      throw new ChildFailure(killedFor, detail, begun);
    }
    const ended = exit ?? (await child.exited);
    // It has not seen the job yet.
    if (!isReady) throw new ChildFailure("not_started", describeExit(ended), begun);
    const { kind, detail } = judgeExit(ended, failed, memoryLimited);
    throw new ChildFailure(kind, detail, begun);
  } finally {
    clearTimeout(timer);
    clearTimeout(silence);
    options.signal?.removeEventListener("abort", onAbort);
    child.kill();
  }
}

const silentDetail = "The job made no progress for too long.";

function describeKill(kind: ChildFailureKind, options: RunOptions): string {
  if (kind === "timeout") return `The job took longer than ${options.timeoutSeconds} seconds.`;
  return "The job was called off.";
}

type FailedMessage = Extract<ChildMessage, { child: "failed" }>;

function describeExit(exit: ChildExit): string {
  const lastLine = exit.stderr.trim().split("\n").at(-1) ?? "";
  const how = exit.signal ? `signal ${exit.signal}` : `exit code ${exit.code}`;
  return `The child ended by ${how}. ${lastLine}`.trim();
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
