/**
 * Parquet files at which Polars panics or ends its process: the report explains it, and other files
 * are still read.
 */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import {
  ChildFailure,
  type ChildPoolOptions,
  createChildPool,
} from "../../../dataset/child/pool.ts";
import { makeFolder, makeInput, VEGA } from "../support/dataset-files.ts";

/** Fuzzed files of Apache's arrow-testing (Apache-2.0). */
const BROKEN = join(import.meta.dirname, "../fixtures/refused");
const folder = makeFolder();
const options: ChildPoolOptions = {
  ...{ tempDir: folder.path, memoryBytesMax: null, threads: 1, environment: {}, standbys: 1 },
};
const pool = createChildPool(options);
afterAll(async () => {
  await pool.close();
  folder.remove();
});

const profile = (filePath: string) =>
  pool.run(makeInput(filePath, folder.path, {}), { timeoutSeconds: 60, attempt: 3 });

test("pages beyond the file, at which Polars panics, are reported in our words", async () => {
  const report = await profile(join(BROKEN, "page-beyond-file.parquet"));
  expect(report).toMatchObject({ outcome: "no_sample", error: { code: "malformed_file" } });
  const told = report.outcome === "no_sample" ? JSON.stringify(report.error) : "";
  expect(told).not.toMatch(/panic|range end|unwrap|polars|thread|\.rs/i);
  expect(await profile(join(VEGA, "birdstrikes.csv"))).toMatchObject({ outcome: "generated" });
});

test("a page with a negative count, which aborts Polars, costs only its child", async () => {
  const ended = profile(join(BROKEN, "negative-page.parquet"));
  await expect(ended).rejects.toBeInstanceOf(ChildFailure);
  expect(await profile(join(VEGA, "birdstrikes.csv"))).toMatchObject({ outcome: "generated" });
});
