/**
 * A query child as its parent sees it: one task at a time, with a time limit, and killed when in
 * doubt.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type ChildOptions, commandLine, environmentOf } from "../child/process.ts";
import type { ChildLine, QueryTask, TaskAnswer } from "./protocol.ts";

const childFile = fileURLToPath(new URL("./main.ts", import.meta.url));
/** Most characters of one answer: its rows, and room for its head. */
const answerCharsMax = 64 * 1024 * 1024;
const stderrCharsMax = 4000;

/**
 * `rejected`: the query cannot run on this file. `exhausted`: too much memory. `late`: too much
 * time. `lost`: the child ended for another reason. `aborted`: the caller went away.
 */
export type TaskFailureKind = "rejected" | "exhausted" | "late" | "lost" | "aborted";

export class TaskFailure extends Error {
  readonly kind: TaskFailureKind;

  constructor(kind: TaskFailureKind, reason: string) {
    super(reason);
    this.name = "TaskFailure";
    this.kind = kind;
  }
}

const outOfMemory = /out of memory|memory allocation|cannot allocate|bad_alloc|allocation failed/i;
/** Signals by which the runtime dies when an allocation fails under a memory limit. */
const abortSignals: ReadonlySet<string> = new Set(["SIGABRT", "SIGTRAP", "SIGSEGV", "SIGILL"]);

type Waiting = { resolve(answer: TaskAnswer): void; reject(failure: TaskFailure): void };

/**
 * Polars prefetches 128 row groups by default. If storage is faster than the processor, a scan of 1
 * GB then needs more memory than a query may have.
 */
function prefetchLimit({ threads }: ChildOptions): Record<string, string> {
  return { POLARS_ROW_GROUP_PREFETCH_SIZE: String(threads * 2) };
}

export class QueryChild {
  /** Resolves once everything is loaded, or the child has ended. */
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  /** Number of tasks run so far. */
  tasks = 0;
  readonly #process: ChildProcess;
  #isReady: () => void = () => {};
  #waiting: Waiting | null = null;
  #killedFor: TaskFailureKind | null = null;
  #text: string[] = [];
  #chars = 0;
  #done: Extract<ChildLine, { child: "done" }> | null = null;
  #stderr = "";

  constructor(options: ChildOptions) {
    const [command = process.execPath, ...args] = commandLine(
      childFile,
      [options.tempDir],
      options,
    );
    this.#process = spawn(command, args, {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...environmentOf(options), ...prefetchLimit(options) },
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#isReady = resolve;
    this.#process.stdin?.on("error", () => {});
    this.#process.stdout?.setEncoding("utf8").on("data", (part: string) => this.#take(part));
    this.#process.stderr?.setEncoding("utf8").on("data", (part: string) => {
      this.#stderr = (this.#stderr + part).slice(-stderrCharsMax);
    });
    this.exited = new Promise((ended) => {
      const end = (signal: string | null) => {
        this.#isReady();
        this.#fail(signal);
        ended();
      };
      this.#process.on("error", () => end(null));
      this.#process.on("exit", (_, signal) => end(signal));
    });
  }

  get alive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Rejects only with {@link TaskFailure}; after any kind except `rejected` the child is gone. */
  async run(task: QueryTask, limits: { msMax: number; signal: AbortSignal }): Promise<TaskAnswer> {
    if (!this.alive) throw new TaskFailure("lost", "the child had ended");
    if (limits.signal.aborted) throw new TaskFailure("aborted", "the caller went away");
    const onAbort = (): void => this.#killFor("aborted");
    const timer = setTimeout(() => this.#killFor("late"), Math.max(1, limits.msMax));
    limits.signal.addEventListener("abort", onAbort, { once: true });
    this.tasks += 1;
    try {
      return await new Promise<TaskAnswer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#process.stdin?.write(`${JSON.stringify(task)}\n`);
      });
    } finally {
      clearTimeout(timer);
      limits.signal.removeEventListener("abort", onAbort);
      this.#waiting = null;
    }
  }

  kill(): void {
    if (this.alive) this.#process.kill("SIGKILL");
  }

  #killFor(kind: TaskFailureKind): void {
    this.#killedFor ??= kind;
    this.kill();
  }

  #take(part: string): void {
    const lines = part.split("\n");
    for (const [at, line] of lines.entries()) {
      this.#text.push(line);
      this.#chars += line.length;
      if (this.#chars > answerCharsMax) this.#killFor("exhausted");
      if (at === lines.length - 1) break;
      this.#chars = 0;
      this.#takeLine(this.#text.splice(0).join(""));
    }
  }

  /** The rows follow their head on the next line; other lines are noise from libraries. */
  #takeLine(line: string): void {
    if (this.#done !== null) {
      const answer = { ...this.#done.result, rowsText: line };
      this.#done = null;
      this.#waiting?.resolve(answer);
      return;
    }
    const message = decodeLine(line);
    if (message?.child === "ready") this.#isReady();
    if (message?.child === "done") this.#done = message;
    if (message?.child === "failed") {
      const kind = outOfMemory.test(message.reason) ? "exhausted" : "rejected";
      if (kind === "exhausted") this.kill();
      this.#waiting?.reject(new TaskFailure(kind, message.reason));
    }
  }

  #fail(signal: string | null): void {
    const isExhausted =
      outOfMemory.test(this.#stderr) || (signal !== null && abortSignals.has(signal));
    const kind = this.#killedFor ?? (isExhausted ? "exhausted" : "lost");
    const last = this.#stderr.trim().split("\n").at(-1) ?? "";
    this.#waiting?.reject(
      new TaskFailure(kind, `the child ended (${signal ?? "by itself"}) ${last}`),
    );
  }
}

function decodeLine(line: string): ChildLine | null {
  if (!line.startsWith('{"child":')) return null;
  try {
    return JSON.parse(line) as ChildLine;
  } catch {
    return null;
  }
}
