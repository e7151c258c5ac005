/** A child's code is compiled, whatever its memory limit. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, environmentOf } from "../../../dataset/child/process.ts";

/** JavaScriptCore's count for a function when it has no compiler. */
const WITHOUT_COMPILER = 1_000_000;

/**
 * From the trial overlay's limit for a query child to the default of a profile child, and just over
 * one gibibyte.
 */
test.each([512, 1024, 1088, 1152, 2048, 3072])("in a child that may have %p MiB", (mebibytes) => {
  const options = {
    tempDir: tmpdir(),
    memoryBytesMax: mebibytes * 1024 * 1024,
    threads: 1,
    environment: {},
  };
  const file = join(import.meta.dirname, "count-compilations.ts");
  const [command = "", ...args] = commandLine(file, [], options);
  const { stdout, stderr } = spawnSync(command, args, {
    env: environmentOf(options),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(WITHOUT_COMPILER);
});
