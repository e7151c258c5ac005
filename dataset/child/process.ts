/** Starts a child process, limits it, listens to it and ends it. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { SERVED_SOCKETS, type ServedFile } from "../base/served-files.ts";
import type { ChildMessage } from "./messages.ts";
import { decodeMessage } from "./protocol.ts";
import { type ByteSource, type Serving, serveBytes } from "./serve-bytes.ts";

export type ChildOptions = {
  /** Existing folder for the children's temporary files and caches. */
  tempDir: string;
  /** Most bytes of data that a child may allocate; null for no limit. */
  memoryBytesMax: number | null;
  /** Threads that Polars uses in a child. */
  threads: number;
  /** Additional environment variables; a child inherits nothing from its parent. */
  environment: Readonly<Record<string, string>>;
};

const childFile = fileURLToPath(new URL("./main.ts", import.meta.url));
const setpriv = "/usr/bin/setpriv";
const prlimit = "/usr/bin/prlimit";
/** The parent may have died before the death signal was set; the signal would then never arrive. */
const unlessOrphaned = '[ "$PPID" = "$0" ] || exit 1; exec "$@"';
const untilParentDies = [
  ...[setpriv, "--pdeathsig", "KILL", "--"],
  ...["sh", "-c", unlessOrphaned, String(process.pid)],
];
const stderrCharsMax = 4000;
/**
 * Most bytes that a child may write in total; the report of the widest table needs a tenth of it.
 */
export const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;
/** Most lines that a child may write; a one-hour job reports its progress in a fifth of it. */
const OUTPUT_LINES_MAX = 100_000;
/** How long to wait for the output of an ended child; another process may hold the pipe open. */
const outputWaitMs = 2000;
/** For work that nobody waits for; all other work has 0. */
const backgroundNiceness = 10;
const safePath = "/usr/local/bin:/usr/bin:/bin";

const mebibyte = 1024 * 1024;

export const allocatorEnvironment: Readonly<Record<string, string>> = {
  // Chunk columns are freed and allocated all the time. By default glibc returns such large blocks
  // to the kernel, which clears them again: a twentieth of a job's time.
  MALLOC_MMAP_THRESHOLD_: String(32 * mebibyte),
  MALLOC_TRIM_THRESHOLD_: String(512 * mebibyte),
  // Memory freed by one thread does not serve another: with values of 10 MB each thread's arena
  // kept some.
  MALLOC_ARENA_MAX: "1",
  // Bun's address space reservations count as data: one GiB each for compiled code, object shapes
  // and its allocator. Under a memory limit it would interpret all code or fail to start, so it
  // reserves less.
  BUN_JSC_jitMemoryReservationSize: String(64 * mebibyte),
  BUN_JSC_structureHeapSizeInKB: String(128 * 1024),
  MIMALLOC_ARENA_RESERVE: String(64 * 1024),
};

/** The environment of a child, which inherits nothing from its parent's. */
export function environmentOf({
  tempDir,
  threads,
  environment,
}: ChildOptions): Record<string, string> {
  return {
    PATH: safePath,
    HOME: tempDir,
    TMPDIR: tempDir,
    DENO_DIR: join(tempDir, "deno"),
    POLARS_TEMP_DIR: tempDir,
    POLARS_MAX_THREADS: String(threads),
    ...allocatorEnvironment,
    ...environment,
  };
}

/** Arguments that run a file in this same runtime, with `gc()` exposed. */
function runtimeArguments(file: string): string[] {
  if ("deno" in process.versions) return ["run", "-A", "--v8-flags=--expose-gc", file];
  return ["--expose-gc", file];
}

/**
 * The command that starts one of our files as a child which dies with this process and keeps its
 * memory limit.
 */
export function commandLine(
  file: string,
  args: readonly string[],
  { memoryBytesMax }: Pick<ChildOptions, "memoryBytesMax">,
): string[] {
  const dieWithParent = existsSync(setpriv) ? untilParentDies : [];
  const data = memoryBytesMax === null ? [] : [`--data=${memoryBytesMax}`];
  const limited = existsSync(prlimit) ? [prlimit, "--core=0", ...data, "--"] : [];
  return [...dieWithParent, ...limited, process.execPath, ...runtimeArguments(file), ...args];
}

export type ChildExit = {
  code: number | null;
  signal: string | null;
  stderr: string;
  /** True if it was killed for writing too much. */
  flooded: boolean;
};

/**
 * Lowers the priority; threads started later inherit it. Best effort: if it is not permitted or too
 * late, the child runs without it.
 */
function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, backgroundNiceness);
  } catch {}
}

/** A running child: its messages as lines, and the end of its error output. */
export class DatasetChild {
  /** Resolves once the process has ended and its output was read; never rejects. */
  readonly exited: Promise<ChildExit>;
  readonly #process: ChildProcess;
  #listener: ((message: ChildMessage) => void) | null = null;
  readonly #early: ChildMessage[] = [];
  #stderr = "";
  #outputBytes = 0;
  #outputLines = 0;
  #flooded = false;

  /** `warmUpTables`: the number of tables to profile while it waits for its job. */
  constructor(options: ChildOptions, { warmUpTables = 0, inBackground = false } = {}) {
    const [command = process.execPath, ...args] = commandLine(
      childFile,
      warmUpTables > 0 ? [options.tempDir, String(warmUpTables)] : [],
      options,
    );
    this.#process = spawn(command, args, {
      // After the standard streams come two sockets, over which the child requests file bytes.
      stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"],
      env: environmentOf(options),
    });
    if (inBackground) stepBack(this.#process.pid);
    this.#readLines();
    this.#process.stderr?.setEncoding("utf8").on("data", (part: string) => {
      if (this.#accepts(part)) this.#stderr = (this.#stderr + part).slice(-stderrCharsMax);
    });
    // If the child is gone before it reads its job, its exit is reported instead.
    this.#process.stdin?.on("error", () => {});
    this.exited = this.#watchExit();
  }

  get alive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Sends a line and passes every later message to `listener`. */
  start(line: string, listener: (message: ChildMessage) => void): void {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener(message);
    this.#process.stdin?.write(line);
  }

  /** Serves file bytes to the child; `onError` receives what prevents it. */
  serve(
    files: readonly ServedFile[],
    source: ByteSource,
    onError: (error: unknown) => void,
  ): Serving {
    const { stdio } = this.#process;
    const sockets = Object.values(SERVED_SOCKETS).map((fd) => stdio[fd] as unknown as Duplex);
    return serveBytes(sockets, { files, source, onError, ended: this.exited });
  }

  /** Ends the child at once. Safe to call at any time. */
  kill(): void {
    if (this.alive) this.#process.kill("SIGKILL");
  }

  /**
   * Kills the child once it has written too much, which protects the parent's memory. Returns false
   * then.
   */
  #accepts(part: string): boolean {
    this.#outputBytes += part.length;
    if (this.#outputBytes <= OUTPUT_BYTES_MAX && this.#outputLines <= OUTPUT_LINES_MAX) return true;
    this.#flooded = true;
    this.kill();
    return false;
  }

  #readLines(): void {
    const parts: string[] = [];
    this.#process.stdout?.setEncoding("utf8").on("data", (part: string) => {
      if (!this.#accepts(part)) return;
      const lines = part.split("\n");
      this.#outputLines += lines.length - 1;
      for (const [i, line] of lines.entries()) {
        parts.push(line);
        if (i === lines.length - 1) continue;
        const message = decodeMessage(parts.splice(0).join(""));
        if (!message) continue;
        if (this.#listener) this.#listener(message);
        else this.#early.push(message);
      }
    });
  }

  #watchExit(): Promise<ChildExit> {
    return new Promise((resolve) => {
      const end = (code: number | null, signal: string | null): void =>
        resolve({ code, signal, stderr: this.#stderr, flooded: this.#flooded });
      this.#process.on("error", (error) => {
        this.#stderr = error.message;
        end(null, null);
      });
      this.#process.on("close", end);
      this.#process.on("exit", (code, signal) => {
        setTimeout(() => end(code, signal), outputWaitMs).unref();
      });
    });
  }
}
