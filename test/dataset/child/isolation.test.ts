/** The parent's handling of children that hang, die, flood it or use too much memory. */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProfileInput } from "../../../dataset/base/input.ts";
import {
  type ByteSource,
  ChildFailure,
  type ChildPoolOptions,
} from "../../../dataset/child/pool.ts";
import { type RunOptions, runInChild } from "../../../dataset/child/run-job.ts";
import { mountTinyDisk } from "../../support/programs/tiny-disk.ts";
import { makeFolder, makeInput, VEGA } from "../support/dataset-files.ts";

const folder = makeFolder();
const tinyDisk = await mountTinyDisk(64);
afterAll(() => {
  folder.remove();
  tinyDisk.remove();
});

const MEBI = 1024 * 1024;
/** The default of PROFILE_TRIES_MAX. */
const LAST_ATTEMPT = 3;
const input: ProfileInput = makeInput(join(VEGA, "birdstrikes.csv"), folder.path, {});
const children: ChildPoolOptions = {
  tempDir: folder.path,
  memoryBytesMax: null,
  threads: 1,
  environment: {},
  standbys: 0,
};
const once: RunOptions = { timeoutSeconds: 60, attempt: 1 };

/** Runs a job in a misbehaving child; returns the result. */
async function runMisbehaving(
  misbehaviour: string,
  options: Partial<RunOptions> = {},
  job = input,
): Promise<Record<string, string>> {
  const preload = join(import.meta.dirname, "misbehave.ts");
  const environment = { BUN_OPTIONS: `--preload=${preload}`, MISBEHAVIOUR: misbehaviour };
  try {
    const report = await runInChild(job, { ...children, ...once, ...options, environment });
    return { outcome: report.outcome };
  } catch (error) {
    if (!(error instanceof ChildFailure)) throw error;
    return { failure: error.kind, detail: error.detail };
  }
}

const flooded = { failure: "crashed", detail: "The child wrote more than it may." };

test("a child is given no secret of its parent's environment", async () => {
  const secret = "s".repeat(40);
  process.env.SESSION_SECRET = secret;
  await runMisbehaving("keeps_its_environment").finally(() => delete process.env.SESSION_SECRET);
  const kept = readFileSync(join(folder.path, "environment"), "utf8").split("\0");
  expect(kept).toContain("MISBEHAVIOUR=keeps_its_environment");
  expect(kept.filter((line) => line.includes(secret))).toEqual([]);
});

describe("a parent survives a child that", () => {
  test("hangs and ignores every signal that can be ignored: the deadline ends it", async () => {
    const end = await runMisbehaving("hangs_and_ignores_signals", { timeoutSeconds: 1 });
    expect(end).toEqual({ failure: "timeout", detail: "The job took longer than 1 seconds." });
  });

  test("says nothing for too long: it counts as hung before its deadline", async () => {
    const end = await runMisbehaving("hangs_and_ignores_signals", { silenceSecondsMax: 0.5 });
    expect(end).toEqual({ failure: "timeout", detail: "The job made no progress for too long." });
  });

  test.each(["floods_stdout", "floods_stdout_with_lines", "floods_stderr"])(
    "%s: it is ended, and the parent holds no more than its cap",
    async (misbehaviour) => {
      const before = process.memoryUsage().rss;
      expect(await runMisbehaving(misbehaviour)).toEqual(flooded);
      expect(process.memoryUsage().rss - before).toBeLessThan(1024 * MEBI);
    },
  );

  test("asks for bytes that are not its file's: it gets none and is ended", async () => {
    let reads = 0;
    const bytes: ByteSource = {
      async *read() {
        yield new Uint8Array(++reads);
      },
    };
    const served = [{ filePath: input.filePath, byteSize: input.byteSize }];
    const end = await runMisbehaving("asks_for_foreign_bytes", { bytes }, { ...input, served });
    expect(end).toMatchObject({ failure: "crashed", detail: expect.stringContaining("not there") });
    expect(reads).toBe(0);
  });

  test("ends well without a result", async () => {
    expect(await runMisbehaving("exits_without_a_result")).toMatchObject({
      failure: "crashed",
      detail: "The child ended by exit code 0.",
    });
  });

  test("ends before it has seen its job: the file is not to blame", async () => {
    expect(await runMisbehaving("exits_before_it_is_ready")).toMatchObject({
      failure: "not_started",
      detail: "The child ended by exit code 1.",
    });
  });

  test("has no room on its disk: the file is not to blame", async () => {
    const filePath = join(folder.path, "large.csv.gz");
    writeFileSync(filePath, Bun.gzipSync(Buffer.from(`day,mm\n${"1,2.5\n".repeat(50_000)}`)));
    const packed = makeInput(filePath, tinyDisk.path, {});
    const running = runInChild(packed, { ...children, ...once });
    await expect(running).rejects.toMatchObject({ kind: "machine_fault" });
  });

  test("ends in the middle of its report", async () => {
    expect(await runMisbehaving("cuts_its_report")).toMatchObject({ failure: "crashed" });
  });

  test("reports an invalid report: it is ignored and ended", async () => {
    expect(await runMisbehaving("forges_its_report")).toMatchObject({
      failure: "crashed",
      detail: expect.stringContaining("malformed at report."),
    });
  });

  test("writes noise between its messages: the report arrives all the same", async () => {
    expect(await runMisbehaving("talks_beside_the_point")).toEqual({ outcome: "generated" });
  });
});

describe("a job that runs out of memory", () => {
  test("fits at its last attempt under the same limit, as its chunks are smaller", async () => {
    const filePath = join(folder.path, "hungry.csv");
    const row = Array.from({ length: 40 }, (_, i) => `value ${i}`).join(",");
    writeFileSync(filePath, `${row.replaceAll("value", "name")}\n${`${row}\n`.repeat(150_000)}`);
    const hungry = makeInput(filePath, folder.path, { sha256: "ab".repeat(32) });
    const limits = { ...hungry.limits, chunkBytes: statSync(filePath).size + 1024 };
    // The first needs more than 800 MiB; the last 500, and more if garbage is collected late.
    const memoryBytesMax = 700 * MEBI;
    const peaks = new Map<number, number>();
    const attempt = async (number: number): Promise<string> => {
      const onPeakRss = (bytes: number) => peaks.set(number, bytes);
      const options = { ...children, ...once, memoryBytesMax, attempt: number, onPeakRss };
      try {
        return (await runInChild({ ...hungry, limits }, options)).outcome;
      } catch (error) {
        if (error instanceof ChildFailure) return error.kind;
        throw error;
      }
    };
    expect(await attempt(1)).toBe("out_of_memory");
    expect(await attempt(LAST_ATTEMPT)).toBe("generated");
    // It dies before it can report its usage, so the whole limit is assumed.
    expect(peaks.get(1)).toBe(memoryBytesMax);
    expect(peaks.get(LAST_ATTEMPT)).toBeLessThan(memoryBytesMax);
  }, 90_000);
});
