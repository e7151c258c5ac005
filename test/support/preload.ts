/**
 * Loaded once per `bun test`: stops what the tests started. A run of all tests starts the stack
 * before the first test, so that its start does not count against that test's time limit. A run of
 * named files starts only what these files need, so that tests of pure rules do not wait. A worker
 * of `--parallel` keeps its stack until it exits, because there `afterAll` runs after each file.
 */
import { afterAll, setDefaultTimeout } from "bun:test";
import { readFileSync } from "node:fs";
import { getStack, stopStack } from "./stack.ts";

const given = givenArguments();
// Bun applies this to the first file only; the scripts of package.json pass `--timeout` for all.
if (!given.some((argument) => argument.startsWith("--timeout"))) setDefaultTimeout(30_000);
if (!given.includes("--test-worker")) afterAll(stopStack);
if (!namesFiles()) await getStack();

/**
 * Under `bun test`, `process.argv` is the test file's own, so the arguments come from the kernel.
 */
function givenArguments(): string[] {
  try {
    return readFileSync("/proc/self/cmdline", "utf8").split("\0").slice(2);
  } catch {
    return ["unknown.test"];
  }
}

function namesFiles(): boolean {
  return given.some(
    (argument) => /\/|\.(?:test|slow)\b/.test(argument) && !argument.startsWith("-"),
  );
}
