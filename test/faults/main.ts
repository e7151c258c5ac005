/**
 * `bun test/faults/main.ts [--group money] [--slow]`: plants each fault of the list in a worktree of its own and runs
 * the tests that should find it, the fast ones, then with `--slow` the slow ones of what is left. Prints one line a
 * fault, and ends with 1 if one was not found. An hour for all of it on two cores.
 */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Fault, faults } from "./list.ts";

const { values: options } = parseArgs({
  options: { group: { type: "string" }, slow: { type: "boolean" }, only: { type: "string" } },
});
const repositoryDir = join(import.meta.dir, "../..");
const testSecondsMax = 600;

const copy = mkdtempSync(join(tmpdir(), "market-faults-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const name of readdirSync(repositoryDir)) {
  if (name === "node_modules" || name === ".data")
    symlinkSync(join(repositoryDir, name), join(copy, name));
  else if (name !== ".git")
    cpSync(join(repositoryDir, name), join(copy, name), { recursive: true });
}

let missed = 0;
for (const fault of faults) {
  if (options.group !== undefined && fault.group !== options.group) continue;
  if (options.only !== undefined && !fault.breaks.includes(options.only)) continue;
  const found = await findFault(fault);
  if (found === null) missed += 1;
  console.log(`${found ?? "NOT FOUND"}\t${fault.group}\t${fault.breaks}`);
}
process.exitCode = missed === 0 ? 0 : 1;

/** The suite that finds it and the first test that fails; null: neither. */
async function findFault({ file, find, replace, tests }: Fault): Promise<string | null> {
  const path = join(copy, file);
  const original = readFileSync(path, "utf8");
  if (original.split(find).length !== 2)
    return `not planted: the text is not in ${file} exactly once`;
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  try {
    const fast = await failure(filesOf(tests, ".test.ts"));
    if (fast !== null) return `fast: ${fast}`;
    if (options.slow !== true) return null;
    const slow = await failure(filesOf(tests, ".slow.ts"));
    return slow === null ? null : `slow: ${slow}`;
  } finally {
    writeFileSync(path, original);
  }
}

function filesOf(places: readonly string[], suffix: string): string[] {
  return places.flatMap((place) => {
    if (statSync(join(copy, place)).isFile()) return place.endsWith(suffix) ? [`./${place}`] : [];
    const names = readdirSync(join(copy, place), { recursive: true, encoding: "utf8" });
    return names.filter((name) => name.endsWith(suffix)).map((name) => `./${join(place, name)}`);
  });
}

/** The first test of these files that fails. */
async function failure(files: string[]): Promise<string | null> {
  if (files.length === 0) return null;
  const command = [
    process.execPath,
    "test",
    "--timeout",
    "60000",
    "--bail",
    "--parallel=2",
    "--no-isolate",
  ];
  const child = Bun.spawn([...command, ...files], {
    cwd: copy,
    stdout: "ignore",
    stderr: "pipe",
    timeout: testSecondsMax * 1000,
  });
  const output = await new Response(child.stderr).text();
  if ((await child.exited) === 0) return null;
  return /\(fail\) (.*)/.exec(output)?.[1] ?? "no test failed, but the run did";
}
