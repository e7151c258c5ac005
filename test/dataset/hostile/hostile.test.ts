/** Every job of the hostile corpus ends as it must, within its memory. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { noSampleAdvice } from "../../../dataset/base/refusal.ts";
import { makeFolder } from "../support/dataset-files.ts";
import type { HostileCase } from "./case.ts";
import { corpus } from "./corpus.ts";
import { MEMORY_BYTES_MAX, openRunner, outcomeOf } from "./run-case.ts";

/** Code and shared libraries of the child, which the limit on its data does not count. */
const MAPPED_FILES_BYTES = 256 * 1024 * 1024;
const CASE_SECONDS_MAX = 25;

const folder = makeFolder();
const runner = openRunner(folder.path);
afterAll(async () => {
  await runner.close();
  folder.remove();
});

describe("a job ends, and within its memory, for", () => {
  test.each(corpus.map((item): [string, HostileCase] => [item.name, item]))(
    "%s",
    async (_, item) => {
      const path = join(folder.path, "file");
      await item.write(path);
      const { report, peakBytes } = await runner.run(path, item.hint ?? null);
      rmSync(path);
      expect(outcomeOf(report, item.expect)).toEqual(item.expect);
      expect(peakBytes).toBeLessThan(item.peakBytesMax ?? MEMORY_BYTES_MAX + MAPPED_FILES_BYTES);
      expect(JSON.stringify(report)).not.toMatch(/(?<!\\)\\u(0000|d[89a-f])/);
      if (report.outcome === "generated") return;
      expect(report.error.detail).toEndWith(noSampleAdvice[report.error.code]);
    },
    CASE_SECONDS_MAX * 1000,
  );
});

test("the corpus names each file once and holds at least 60", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(60);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});
