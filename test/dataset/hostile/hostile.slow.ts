/** Every job of the hostile corpus gives its expected result within its memory limit. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { noSampleAdvice } from "../../../dataset/base/refusal.ts";
import { makeFolder } from "../support/dataset-files.ts";
import type { HostileCase } from "./case.ts";
import { corpus } from "./corpus.ts";
import { MEMORY_BYTES_MAX, openRunner, outcomeOf } from "./run-case.ts";
import type { JobResult } from "./shared-child.ts";

/** The child's code and shared libraries, which its data limit does not count. */
const MAPPED_FILES_BYTES = 256 * 1024 * 1024;
/** The job's own limit, plus making the file. */
const CASE_SECONDS_MAX = 90;

const folder = makeFolder();
const runner = openRunner(folder.path);
afterAll(async () => {
  await runner.close();
  folder.remove();
});

/** Fails unless a job gave its expected result within its memory limit. */
function expectSound(item: HostileCase, { report, peakBytes }: JobResult): void {
  expect(outcomeOf(report, item.expect)).toEqual(item.expect);
  expect(peakBytes).toBeLessThan(item.peakBytesMax ?? MEMORY_BYTES_MAX + MAPPED_FILES_BYTES);
  expect(JSON.stringify(report)).not.toMatch(/(?<!\\)\\u(0000|d[89a-f])/);
  if (report.outcome === "generated") return;
  const { code, detail } = report.error;
  // Advice for one format follows a semicolon.
  if (code !== "unsupported_format" || !detail.includes("; ")) {
    expect(detail).toEndWith(noSampleAdvice[code]);
  }
}

/**
 * Starting a child takes longer than most files do, so one child takes file after file, which
 * leaves each less memory. If a file fails there, it is run again in a child of its own.
 */
async function isSoundBesideOthers(item: HostileCase, path: string): Promise<boolean> {
  try {
    expectSound(item, await runner.run(path, item.hint ?? null));
    return true;
  } catch {
    return false;
  }
}

let aloneCount = 0;

describe("a job ends, and within its memory, for", () => {
  test.each(corpus.map((item): [string, HostileCase] => [item.name, item]))(
    "%s",
    async (_, item) => {
      const path = join(folder.path, "file");
      await item.write(path);
      if (item.peakBytesMax !== undefined || !(await isSoundBesideOthers(item, path))) {
        aloneCount += 1;
        expectSound(item, await runner.runAlone(path, item.hint ?? null));
      }
      rmSync(path);
    },
    CASE_SECONDS_MAX * 1000,
  );

  test("few of these jobs need a child of their own", () => {
    expect(aloneCount).toBeLessThan(corpus.length / 4);
  });
});

test("the corpus names each file once and holds at least 60", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(60);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});
