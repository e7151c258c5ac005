/**
 * Runs every random property of the engine repeatedly: `bun test/dataset/repeat-properties.ts 50`.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const files = [
  "random-tables.slow.ts",
  "measure/merge.test.ts",
  "measure/moments.test.ts",
  "measure/formats-random.slow.ts",
  "read/json-flat.test.ts",
].map((name) => join(import.meta.dirname, name));
const properties =
  "random|size of a chunk|keeps its limits|whatever their values|small blocks|any floats";

const runs = Number(process.argv[2] ?? 50);
let failed = 0;
for (let run = 1; run <= runs; run++) {
  const args = ["test", "--timeout", "120000", ...files, "-t", properties];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status === 0) continue;
  failed++;
  process.stdout.write(`run ${run} failed:\n${stderr}\n`);
}
process.stdout.write(`${runs} runs, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
