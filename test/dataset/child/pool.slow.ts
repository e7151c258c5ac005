/** Jobs in child processes, and the pool that keeps children warm. */
import { afterAll, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProfileInput } from "../../../dataset/base/input.ts";
import type { DatasetProgress } from "../../../dataset/base/report.ts";
import {
  ChildFailure,
  type ChildPoolOptions,
  createChildPool,
  KeptChild,
  wantedTable,
} from "../../../dataset/child/pool.ts";
import { type RunOptions, runInChild } from "../../../dataset/child/run-job.ts";
import { makeFolder, makeInput, profileFile, VEGA } from "../support/dataset-files.ts";

const folder = makeFolder();
afterAll(() => folder.remove());

const birdstrikes = join(VEGA, "birdstrikes.csv");
const children: ChildPoolOptions = {
  tempDir: folder.path,
  memoryBytesMax: null,
  threads: 2,
  environment: {},
  standbys: 0,
};
const once: RunOptions = { timeoutSeconds: 60, attempt: 1 };
const TEST_MS = 60_000;
const POLL_MS = 20;

async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The descendants of `parent` that run the child's file. */
function childPids(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return (
          Number(fields[1]) === parent && fields[0] !== "Z" && command.includes("child/main.ts")
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function failureOf(run: Promise<unknown>): Promise<ChildFailure> {
  try {
    await run;
  } catch (error) {
    if (error instanceof ChildFailure) return error;
    throw error;
  }
  throw new Error("the job did not fail");
}

/** Wide text rows, enough for a job to take seconds. */
function writeLargeFile(name: string, megabytes: number): ProfileInput {
  const filePath = join(folder.path, name);
  const line = Array.from({ length: 40 }, (_, i) => `value ${i}`).join(",");
  const block = `${line}\n`.repeat(3000);
  const blocks = Math.ceil((megabytes * 1_000_000) / block.length);
  writeFileSync(filePath, `${line.replaceAll("value", "name")}\n${block.repeat(blocks)}`);
  return makeInput(filePath, folder.path, { hint: "csv", sha256: "ab".repeat(32) });
}

describe("a job in a child process", () => {
  test(
    "gives the same report as in this process, with progress to the end",
    async () => {
      const progress: DatasetProgress[] = [];
      const input = makeInput(birdstrikes, folder.path, {});
      const report = await runInChild(input, {
        ...children,
        ...once,
        onProgress: (step) => progress.push(step),
      });
      expect(report).toEqual(await profileFile(folder.path, birdstrikes));
      const size = input.byteSize;
      expect(progress[0]).toEqual({ phase: "detect", bytes_done: 0, bytes_total: size });
      expect(progress.at(-1)).toEqual({ phase: "finish", bytes_done: size, bytes_total: size });
    },
    TEST_MS,
  );

  test(
    "a file without a sample is a report, not a failure",
    async () => {
      const input = makeInput(join(VEGA, "7zip.png"), folder.path, {});
      const report = await runInChild(input, { ...children, ...once });
      expect(report).toMatchObject({ outcome: "no_sample", error: { code: "single_image" } });
    },
    TEST_MS,
  );

  test(
    "a child that is killed is a ChildFailure, and the next job runs",
    async () => {
      const pool = createChildPool(children);
      const input = writeLargeFile("killed.csv", 60);
      let isReading = false;
      const onProgress = () => {
        isReading = true;
      };
      const running = failureOf(pool.run(input, { ...once, onProgress }));
      await until(() => isReading, "the child reads");
      for (const pid of childPids(process.pid)) process.kill(pid, "SIGKILL");
      expect(await running).toMatchObject({ kind: "killed" });
      const next = await pool.run(makeInput(birdstrikes, folder.path, {}), once);
      expect(next.outcome).toBe("generated");
      await pool.close();
    },
    TEST_MS,
  );

  test(
    "a child that aborts is reported as crashed",
    async () => {
      const input = writeLargeFile("aborted.csv", 60);
      let isReading = false;
      const onProgress = () => {
        isReading = true;
      };
      const running = failureOf(runInChild(input, { ...children, ...once, onProgress }));
      // A runtime that is still starting may hang in its own signal handler.
      await until(() => isReading, "the child reads");
      for (const pid of childPids(process.pid)) process.kill(pid, "SIGABRT");
      expect(await running).toMatchObject({ kind: "crashed" });
    },
    TEST_MS,
  );

  test(
    "an unreadable file is a crash with its reason",
    async () => {
      const input = { ...makeInput(birdstrikes, folder.path, {}), filePath: "/nonexistent/file" };
      const failure = await failureOf(runInChild(input, { ...children, ...once }));
      expect(failure).toMatchObject({ kind: "crashed" });
      expect(failure.detail).toContain("ENOENT");
    },
    TEST_MS,
  );

  test(
    "a deadline ends the child",
    async () => {
      const input = writeLargeFile("slow.csv", 100);
      const options = { ...children, ...once, timeoutSeconds: 0.4 };
      expect(await failureOf(runInChild(input, options))).toMatchObject({ kind: "timeout" });
      await until(() => childPids(process.pid).length === 0, "the child is gone");
    },
    TEST_MS,
  );

  test(
    "an abort signal ends the child, before or while it runs",
    async () => {
      const input = writeLargeFile("called-off.csv", 100);
      const early = AbortSignal.abort();
      const refused = failureOf(runInChild(input, { ...children, ...once, signal: early }));
      expect(await refused).toMatchObject({ kind: "aborted" });
      const controller = new AbortController();
      const running = failureOf(
        runInChild(input, {
          ...children,
          ...once,
          signal: controller.signal,
          onProgress: ({ phase }) => {
            if (phase === "read") controller.abort();
          },
        }),
      );
      expect(await running).toMatchObject({ kind: "aborted" });
      await until(() => childPids(process.pid).length === 0, "the child is gone");
    },
    TEST_MS,
  );
});

describe("a pool", () => {
  test(
    "keeps a warm child for each job and leaves none behind",
    async () => {
      const pool = createChildPool({ ...children, standbys: 1, warmUpTables: 6 });
      for (let job = 0; job < 3; job++) {
        const report = await pool.run(makeInput(birdstrikes, folder.path, {}), once);
        expect(report.outcome).toBe("generated");
      }
      await until(() => childPids(process.pid).length === 1, "one standby waits");
      await pool.close();
      expect(childPids(process.pid)).toEqual([]);
      const late = failureOf(pool.run(makeInput(birdstrikes, folder.path, {}), once));
      expect(await late).toMatchObject({ kind: "aborted" });
    },
    TEST_MS,
  );

  test(
    "runs jobs side by side, and close ends those that run",
    async () => {
      const pool = createChildPool({ ...children, standbys: 1 });
      const small = makeInput(birdstrikes, folder.path, {});
      const reports = await Promise.all([pool.run(small, once), pool.run(small, once)]);
      expect(reports.map((report) => report.outcome)).toEqual(["generated", "generated"]);
      const large = failureOf(pool.run(writeLargeFile("closed.csv", 100), once));
      await pool.close();
      expect((await large).kind).toBe("aborted");
      expect(childPids(process.pid)).toEqual([]);
    },
    TEST_MS,
  );

  test.each([
    ["in the child that profiled, if it lives", false],
    ["in a new one, if it was killed", true],
  ])(
    "writes Parquet %s",
    async (_, isKilled) => {
      const pool = createChildPool(children);
      const kept = new KeptChild();
      const work = makeFolder();
      const report = await pool.run(makeInput(birdstrikes, folder.path, {}), { ...once, kept });
      if (report.outcome !== "generated") throw new Error("it was not profiled");
      const profiling = childPids(process.pid);
      expect(profiling).toHaveLength(1);
      if (isKilled) {
        for (const pid of profiling) process.kill(pid, "SIGKILL");
        await until(() => childPids(process.pid).length === 0, "the child is gone");
      }
      const tables = [wantedTable(report.profile, { position: 0, name: null })];
      const input = makeInput(birdstrikes, work.path, {});
      const seen = new Set<number>();
      const onProgress = () => {
        for (const pid of childPids(process.pid)) seen.add(pid);
      };
      const options = { ...once, kept, onProgress };
      const outcomes = await pool.makeTwins(input, { bytesMax: 1e9, tables }, options);
      expect(outcomes).toEqual([{ position: 0, outcome: "made" }]);
      expect([...seen].every((pid) => profiling.includes(pid))).toBe(!isKilled);
      kept.end();
      await until(() => childPids(process.pid).length === 0, "no child is left");
      await pool.close();
      work.remove();
    },
    TEST_MS,
  );

  test(
    "ends a child that is kept when it closes",
    async () => {
      const pool = createChildPool(children);
      const kept = new KeptChild();
      await pool.run(makeInput(birdstrikes, folder.path, {}), { ...once, kept });
      expect(childPids(process.pid)).toHaveLength(1);
      await pool.close();
      expect(childPids(process.pid)).toEqual([]);
    },
    TEST_MS,
  );

  test(
    "the next standby starts after the answer, not while it is processed",
    async () => {
      const pool = createChildPool({ ...children, standbys: 1 });
      const first = childPids(process.pid);
      const others = () => childPids(process.pid).filter((pid) => !first.includes(pid));
      await pool.run(makeInput(birdstrikes, folder.path, {}), once);
      expect(others()).toEqual([]);
      await until(() => others().length === 1, "the next standby runs");
      await pool.close();
    },
    TEST_MS,
  );

  test(
    "a standby that died while it waited is replaced",
    async () => {
      const pool = createChildPool({ ...children, standbys: 1 });
      await until(() => childPids(process.pid).length === 1, "the standby runs");
      for (const pid of childPids(process.pid)) process.kill(pid, "SIGKILL");
      await until(() => childPids(process.pid).length === 0, "the standby is gone");
      const report = await pool.run(makeInput(birdstrikes, folder.path, {}), once);
      expect(report.outcome).toBe("generated");
      await pool.close();
    },
    TEST_MS,
  );

  test(
    "dies with a parent that is killed",
    async () => {
      const file = join(import.meta.dirname, "parent.ts");
      const parent = spawn(process.execPath, [file, folder.path], { stdio: "ignore" });
      const pid = parent.pid ?? 0;
      await until(() => childPids(pid).length === 1, "the parent's standby runs");
      const [child] = childPids(pid);
      parent.kill("SIGKILL");
      await until(() => !alive(child ?? 0), "the standby is gone");
    },
    TEST_MS,
  );
});

function alive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
