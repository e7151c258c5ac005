/**
 * `bun test/faults/main.ts [--group money] [--only words] [--slow]`: plants each fault in a copy of the checkout and runs
 * the fast tests that should find it; with `--slow` also the slow ones if no fast test failed. Prints a line for each
 * fault and exits with 1 if one was not planted or not found.
 *
 * | Group         | Found by the fast suite | Only by the slow one |
 * |---------------|-------------------------|----------------------|
 * | auctions      | 12                      | 0                    |
 * | authorisation | 12                      | 0                    |
 * | money         | 16                      | 0                    |
 * | profiles      | 11                      | 1                    |
 * | search        | 11                      | 0                    |
 * | uploads       | 13                      | 0                    |
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
  if (!found.startsWith("found")) missed += 1;
  console.log(`${found}\t${fault.group}\t${fault.breaks}`);
}
process.exitCode = missed === 0 ? 0 : 1;

/** `found` with the suite and the first test that fails, or why not. */
async function findFault({ file, find, replace, tests }: Fault): Promise<string> {
  const path = join(copy, file);
  const original = readFileSync(path, "utf8");
  if (original.split(find).length !== 2) {
    return `NOT PLANTED: the text is not in ${file} exactly once`;
  }
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  try {
    const fast = await failure(filesOf(tests, ".test.ts"));
    if (fast !== null) return `found, fast: ${fast}`;
    const slow = options.slow === true ? await failure(filesOf(tests, ".slow.ts")) : null;
    return slow === null ? "NOT FOUND" : `found, slow: ${slow}`;
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
    "300000",
    "--bail",
    "--parallel=2",
    "--no-isolate",
  ];
  const output = join(copy, "output.txt");
  // A file, because a pipe stays open as long as a program that a test has left behind.
  const child = Bun.spawn([...command, ...files], {
    cwd: copy,
    stdout: "ignore",
    stderr: Bun.file(output),
    timeout: testSecondsMax * 1000,
  });
  await child.exited;
  return /\(fail\) (.*)/.exec(readFileSync(output, "utf8"))?.[1] ?? null;
}
