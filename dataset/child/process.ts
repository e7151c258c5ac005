/** How a child process is started, limited, listened to and ended. */
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

/** How children are started. */
export type ChildOptions = {
  /** Folder for temporary files and caches of the children; it must exist. */
  tempDir: string;
  /** Most bytes of data that a child may allocate; null for no limit. */
  memoryBytesMax: number | null;
  /** Threads that Polars uses in a child. */
  threads: number;
  /** Further environment; a child gets nothing of its parent's. */
  environment: Readonly<Record<string, string>>;
};

const childFile = fileURLToPath(new URL("./main.ts", import.meta.url));
const setpriv = "/usr/bin/setpriv";
const prlimit = "/usr/bin/prlimit";
/** The parent may have died before the death signal was set: then nothing would ever send it. */
const unlessOrphaned = '[ "$PPID" = "$0" ] || exit 1; exec "$@"';
const untilParentDies = [
  ...[setpriv, "--pdeathsig", "KILL", "--"],
  ...["sh", "-c", unlessOrphaned, String(process.pid)],
];
const stderrCharsMax = 4000;
/** What a child may write in all; the report of the widest table needs a tenth of it. */
export const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;
/** Lines that a child may write; a job of an hour reports its progress in a fifth of it. */
const OUTPUT_LINES_MAX = 100_000;
/** How long the output of a child that is gone is waited for; another process may hold it open. */
const outputWaitMs = 2000;
/** Of work that nobody waits for, beside 0 of all other. */
const backgroundNiceness = 10;
const safePath = "/usr/local/bin:/usr/bin:/bin";

const mebibyte = 1024 * 1024;

export const allocatorEnvironment: Readonly<Record<string, string>> = {
  // Columns of a chunk are freed and asked for again all the time. By default glibc hands such large
  // blocks back to the kernel each time, which then clears them anew: a twentieth of a job's time.
  MALLOC_MMAP_THRESHOLD_: String(32 * mebibyte),
  MALLOC_TRIM_THRESHOLD_: String(512 * mebibyte),
  // What one thread has freed is no use to another: of values of 10 MB each thread's arena kept some.
  MALLOC_ARENA_MAX: "1",
  // What Bun reserves at once counts as data: a gibibyte each for compiled code, for the shapes of objects
  // and for its allocator. Under a limit it interprets all code or does not start: so it reserves less.
  BUN_JSC_jitMemoryReservationSize: String(64 * mebibyte),
  BUN_JSC_structureHeapSizeInKB: String(128 * 1024),
  MIMALLOC_ARENA_RESERVE: String(64 * 1024),
};

/** A child gets nothing of its parent's environment. */
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

/** The arguments by which this very runtime runs a file, with the collector callable. */
function runtimeArguments(file: string): string[] {
  if ("deno" in process.versions) return ["run", "-A", "--v8-flags=--expose-gc", file];
  return ["--expose-gc", file];
}

/** What starts a file of ours as a child that dies with this process and keeps its memory limit. */
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
  /** True when it was killed for writing more than it may. */
  flooded: boolean;
};

/** The threads that the process starts later inherit it. Who may not do it, or is late, does without. */
function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, backgroundNiceness);
  } catch {}
}

/** A running child with its messages as lines and the end of its error output. */
export class DatasetChild {
  /** Resolves once the process is gone and its output read; never rejects. */
  readonly exited: Promise<ChildExit>;
  readonly #process: ChildProcess;
  #listener: ((message: ChildMessage) => void) | null = null;
  readonly #early: ChildMessage[] = [];
  #stderr = "";
  #outputBytes = 0;
  #outputLines = 0;
  #flooded = false;

  /** `warmUpTables`: that it profiles while it waits for its job. */
  constructor(options: ChildOptions, { warmUpTables = 0, inBackground = false } = {}) {
    const [command = process.execPath, ...args] = commandLine(
      childFile,
      warmUpTables > 0 ? [options.tempDir, String(warmUpTables)] : [],
      options,
    );
    this.#process = spawn(command, args, {
      // Behind its own streams two sockets, over which it asks for bytes of files.
      stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"],
      env: environmentOf(options),
    });
    if (inBackground) stepBack(this.#process.pid);
    this.#readLines();
    this.#process.stderr?.setEncoding("utf8").on("data", (part: string) => {
      if (this.#accepts(part)) this.#stderr = (this.#stderr + part).slice(-stderrCharsMax);
    });
    // A child that is gone before it reads its job is reported by its exit.
    this.#process.stdin?.on("error", () => {});
    this.exited = this.#watchExit();
  }

  get alive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Sends a line and from now on hands every message to `listener`. */
  start(line: string, listener: (message: ChildMessage) => void): void {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener(message);
    this.#process.stdin?.write(line);
  }

  /** Serves it the bytes of files; `onError` hears what keeps them from it. */
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

  /** False once the child wrote too much, which ends it: its parent's memory is not its own. */
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
