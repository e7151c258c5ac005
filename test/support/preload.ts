/**
 * Runs once per `bun test`: ends what the tests started. A run of all tests starts the stack before
 * the first one, whose time limit then does not pay for it; a run of named files starts only what
 * they ask for, so that the tests of pure rules need not wait. A worker of `--parallel` keeps its
 * stack for all its files and ends with it, since `afterAll` comes after each of them there.
 */
import { afterAll, setDefaultTimeout } from "bun:test";
import { readFileSync } from "node:fs";
import { getStack, stopStack } from "./stack.ts";

const given = givenArguments();
// Bun applies this to the first file only; the scripts of package.json pass `--timeout` for all.
if (!given.some((argument) => argument.startsWith("--timeout"))) setDefaultTimeout(30_000);
if (!given.includes("--test-worker")) afterAll(stopStack);
if (!namesFiles()) await getStack();

/** `process.argv` is the test file's own under `bun test`, so the kernel is asked. */
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
