/** Runs hostile files one by one in children with a memory limit. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ProfileInput } from "../../../dataset/base/input.ts";
import { DEFAULT_LIMITS } from "../../../dataset/base/limits.ts";
import type { DatasetReport } from "../../../dataset/base/report.ts";
import { createChildPool } from "../../../dataset/child/pool.ts";
import { alertCodes, typesOf } from "../support/dataset-files.ts";
import type { Outcome } from "./case.ts";
import { createSharedChild, type JobResult } from "./shared-child.ts";

export const MEMORY_BYTES_MAX = 1024 ** 3;
/**
 * Most cases end within a second; a busy machine with two cores takes some twenty for the widest
 * tables.
 */
const TIMEOUT_SECONDS = 60;
const SAMPLE_MS = 50;

/** The result for a file, as detailed as `expected`. */
export function outcomeOf(report: DatasetReport, expected: Outcome): Outcome {
  if (report.outcome === "no_sample") return { outcome: "no_sample", code: report.error.code };
  const { format, profile } = report;
  const found: Outcome = { outcome: "generated", format, rows: profile.row_count };
  if (expected.outcome === "no_sample") return found;
  const codes = alertCodes(profile);
  return {
    ...found,
    ...(expected.columns === undefined ? {} : { columns: profile.column_count }),
    ...(expected.types === undefined ? {} : { types: typesOf(profile) }),
    ...(expected.alerts === undefined
      ? {}
      : { alerts: expected.alerts.filter((code) => codes.includes(code)) }),
  };
}

export type Runner = {
  /** Runs it in a child that has run others before; on an unexpected result use `runAlone`. */
  run(filePath: string, hint: string | null): Promise<JobResult>;
  /** Runs it in a new child, as the worker does. */
  runAlone(filePath: string, hint: string | null): Promise<JobResult>;
  close(): Promise<void>;
};

/** Runs files with a limit of 1 GiB of data. */
export function openRunner(folder: string): Runner {
  const options = {
    tempDir: folder,
    memoryBytesMax: MEMORY_BYTES_MAX,
    threads: 2,
    environment: {},
  };
  const pool = createChildPool({ ...options, standbys: 0 });
  const shared = createSharedChild(options);
  const inFolder = async <T>(
    filePath: string,
    hint: string | null,
    work: (input: ProfileInput) => Promise<T>,
  ): Promise<T> => {
    const workDir = mkdtempSync(join(folder, "job-"));
    try {
      return await work({
        filePath,
        workDir,
        formatHint: hint,
        fileSha256: "5eed".repeat(16),
        byteSize: statSync(filePath).size,
        datasetVersion: "hostile",
        paid: false,
        documentation: { titleLength: 20, descriptionLength: 90, tagCount: 1, hasLicense: true },
        computedAt: new Date("2026-11-21T08:00:00.000Z"),
        limits: DEFAULT_LIMITS,
      });
    } finally {
      rmSync(workDir, { recursive: true, force: true });
    }
  };
  return {
    run: (filePath, hint) => inFolder(filePath, hint, shared.run),
    runAlone: (filePath, hint) =>
      inFolder(filePath, hint, async (input) => {
        const peak = watchPeak();
        try {
          const report = await pool.run(input, { timeoutSeconds: TIMEOUT_SECONDS, attempt: 1 });
          return { report, peakBytes: peak.stop() };
        } finally {
          peak.stop();
        }
      }),
    async close() {
      shared.end();
      await pool.close();
    },
  };
}

/** The largest resident size of the job's child, polled many times a second. */
function watchPeak(): { stop(): number } {
  let peakBytes = 0;
  let child: string | undefined;
  const timer = setInterval(() => {
    // Finding the child reads every process of the machine, so afterwards only the child is polled.
    child ??= findChild();
    if (child !== undefined) peakBytes = Math.max(peakBytes, peakOf(child));
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return peakBytes;
    },
  };
}

function findChild(): string | undefined {
  return readdirSync("/proc").find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
      if (parent !== String(process.pid)) return false;
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes("child/main.ts");
    } catch {
      return false;
    }
  });
}

function peakOf(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
