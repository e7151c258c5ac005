/**
 * Child processes of the embedded stack: each writes to a log file, dies with its parent (even if
 * the parent is killed with -9), and is stopped within a deadline.
 */
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

export type ProcessOptions = {
  /** The name in messages and log files, such as `postgres`. */
  name: string;
  command: string[];
  logFile: string;
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Runs before the death signal is set, because a change of user would clear that signal. */
  launcher?: string[];
  /** The signal that the kernel sends when the parent dies. */
  deathSignal?: "TERM" | "INT" | "KILL";
  stopSignal?: NodeJS.Signals;
  /** How long `stop` waits before it kills. */
  stopTimeoutMs?: number;
};

export type RunningProcess = {
  name: string;
  pid: number;
  logFile: string;
  /** Resolves with the exit code, or `128 + n` after signal n, and never rejects. */
  exited: Promise<number>;
  hasExited(): boolean;
  /** Whether `stop` was called, so that its end is expected. */
  isStopping(): boolean;
  lastLines(count: number): string[];
  stop(): Promise<void>;
};

/** The result of every part's `start…` function, in addition to its own address. */
export type StartedPart = { process: RunningProcess; stop(): Promise<void> };

/** Where a part answers: known before it is started. */
export const loopbackUrl = (port: number): string => `http://127.0.0.1:${port}`;

/** Generous, for a shared machine or a recovering database. */
const READY_MS_MAX = 60_000;

const setprivPath = Bun.which("setpriv");

/** The parent may have died before the death signal was set; the signal would then never arrive. */
const unlessOrphaned = '[ "$PPID" = "$0" ] || exit 1; exec "$@"';

/** Starts a child in its own process group, so that Ctrl-C reaches only the supervisor. */
export function startProcess(options: ProcessOptions): RunningProcess {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, "a");
  const logStart = readFileSync(options.logFile).byteLength;
  const child = Bun.spawn(guarded(options), {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdin: "ignore",
    stdout: log,
    stderr: log,
    detached: true,
  });
  closeSync(log);
  const exited = child.exited.catch(() => 1);
  let isStopping = false;

  return {
    name: options.name,
    pid: child.pid,
    logFile: options.logFile,
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    isStopping: () => isStopping,
    lastLines: (count) => lastLines(options.logFile, logStart, count),
    stop: async () => {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(options.stopSignal ?? "SIGTERM");
      const killer = setTimeout(() => killGroup(child.pid), options.stopTimeoutMs ?? 10_000);
      await exited;
      clearTimeout(killer);
    },
  };
}

function guarded(options: ProcessOptions): string[] {
  const { launcher = [], command, deathSignal = "TERM" } = options;
  if (setprivPath === null) return [...launcher, ...command];
  const withSignal = [setprivPath, "--pdeathsig", deathSignal];
  return [...launcher, ...withSignal, "sh", "-c", unlessOrphaned, String(process.pid), ...command];
}

/**
 * Polls `isReady` until it returns true. If the process ends first or `timeoutMs` has passed, stops
 * the process and throws with the last lines of the log.
 */
export async function untilReady(
  child: RunningProcess,
  isReady: () => Promise<boolean>,
  timeoutMs = READY_MS_MAX,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (child.hasExited()) throw new Error(describeExit(child, await child.exited));
    // A probe may hang on another program's server on the port, while the child has already ended.
    if (await Promise.race([isReady(), child.exited.then(() => false)])) return;
    await Bun.sleep(25);
  }
  await child.stop();
  throw new Error(
    `${child.name} was not ready after ${timeoutMs / 1000} s; its last lines:\n${indented(child)}`,
  );
}

/** Describes a child's end, with its last log lines. */
export function describeExit(child: RunningProcess, exitCode: number): string {
  const head = `${child.name} ended with exit code ${exitCode}; the last lines of ${child.logFile}:`;
  return `${head}\n${indented(child)}`;
}

function indented(child: RunningProcess): string {
  const lines = child.lastLines(15);
  return lines.length === 0 ? "  (it logged nothing)" : lines.map((line) => `  ${line}`).join("\n");
}

/** Only lines since this start, because older ones would be misleading. */
function lastLines(logFile: string, logStart: number, count: number): string[] {
  const text = readFileSync(logFile).subarray(logStart).toString("utf8").trimEnd();
  return text === "" ? [] : text.split("\n").slice(-count);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group ended between the deadline and this call.
  }
}
