/**
 * Measures how long a single request can block the event loop, in processor time of the loop's
 * thread. Sends the hostile bodies, addresses, headers and forms of the tests, and a folder of ten
 * thousand files, to real processes. Exits with 1 if a request exceeds the limit. `bun
 * bench/edge/event-loop.ts`
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The limit in docs/decisions.md, the event loop. */
const loopMsMax = 20;
const shownMax = 20;
const nameCharsMax = 100;
const tests = [
  "test/api/hostile/hostile.slow.ts",
  "test/api/hostile/deals.slow.ts",
  "test/api/hostile/site-forms.slow.ts",
  "test/api/folders/ten-thousand-files.slow.ts",
  "test/mcp/hostile.test.ts",
];

const folder = mkdtempSync(join(tmpdir(), "event-loop-"));
const figuresFile = join(folder, "figures");
try {
  for (const path of tests) {
    const { exitCode } = Bun.spawnSync(
      [process.execPath, "test", "--timeout", "3600000", `./${path}`],
      {
        env: { ...process.env, LOOP_FIGURES: figuresFile },
        stdio: ["ignore", "ignore", "ignore"],
      },
    );
    if (exitCode !== 0) throw new Error(`${path} fails: run it by itself first`);
  }
  const figures = readFileSync(figuresFile, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { name: string; ms: number })
    .toSorted((one, other) => other.ms - one.ms);
  const over = figures.filter(({ ms }) => ms > loopMsMax);
  process.stdout.write(`${figures.length} requests, ${over.length} above ${loopMsMax} ms\n`);
  for (const { name, ms } of figures.slice(0, Math.max(shownMax, over.length))) {
    process.stdout.write(`${ms.toFixed(1).padStart(7)} ms  ${name.slice(0, nameCharsMax)}\n`);
  }
  if (over.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
