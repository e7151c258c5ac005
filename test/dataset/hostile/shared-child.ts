/**
 * Runs hostile files one after the other in a child that starts once, with the limits of any child.
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ProfileInput } from "../../../dataset/base/input.ts";
import { limitsForAttempt } from "../../../dataset/base/limits.ts";
import type { DatasetReport } from "../../../dataset/base/report.ts";
import { encodeJob } from "../../../dataset/child/messages.ts";
import {
  type ChildOptions,
  commandLine,
  environmentOf,
  OUTPUT_BYTES_MAX,
} from "../../../dataset/child/process.ts";
import { decodeMessage } from "../../../dataset/child/protocol.ts";
import { profileJob } from "../../../dataset/child/run-job.ts";

/**
 * Leftovers of earlier jobs may not make a later one fail: a child above this size takes no more
 * jobs.
 */
const HELD_BYTES_MAX = 400 * 1024 * 1024;

export type JobResult = { report: DatasetReport; peakBytes: number };

type Started = { pid: number; ask(input: ProfileInput): Promise<DatasetReport>; end(): void };

export function createSharedChild(options: ChildOptions) {
  let child: Started | null = null;
  const end = (): void => {
    child?.end();
    child = null;
  };
  return {
    /** Rejects if the child ended or failed at the job; the next job then gets another child. */
    async run(input: ProfileInput): Promise<JobResult> {
      const used = child ?? start(options);
      // An abandoned job's child is abandoned too.
      child = null;
      forgetPeak(used.pid);
      try {
        const limits = limitsForAttempt(input.limits, 1);
        const report = await used.ask({ ...input, limits });
        const peakBytes = memoryOf(used.pid, "VmHWM");
        if (memoryOf(used.pid, "VmRSS") < HELD_BYTES_MAX) child = used;
        return { report, peakBytes };
      } finally {
        if (child === null) used.end();
      }
    },
    end,
  };
}

function start(options: ChildOptions): Started {
  const file = join(import.meta.dirname, "many-jobs.ts");
  const [command = process.execPath, ...args] = commandLine(file, [], options);
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "ignore"],
    env: environmentOf(options),
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // The end of its output shows that a child is gone.
  child.stdin.on("error", () => {});
  return {
    pid: child.pid ?? 0,
    async ask(input) {
      const job = profileJob(input);
      child.stdin.write(encodeJob(input, null));
      for (let bytes = 0; bytes <= OUTPUT_BYTES_MAX; ) {
        const { value, done } = await lines.next();
        if (done) throw new Error("The shared child ended.");
        bytes += value.length;
        const message = decodeMessage(value);
        if (message?.child === "failed") throw new Error(message.detail);
        const report = message ? job.take(message) : null;
        if (report) return report;
      }
      throw new Error("The shared child wrote more than it may.");
    },
    end: () => void child.kill("SIGKILL"),
  };
}

/** Resets the kernel's record of the largest resident size. */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

function memoryOf(pid: number, name: "VmHWM" | "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}
