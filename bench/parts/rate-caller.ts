/**
 * One API process as the rate limits know it: waits for a line, makes as many calls of one key as it is told,
 * and prints how many passed and how long each was held up.
 */
import { loadConfig } from "../../platform/config.ts";
import { openLimits } from "./open-limits.ts";

const [authorization = "", calls = "0"] = process.argv.slice(2);
const limits = openLimits(loadConfig(process.env));
// Whose key it is, and the pool's connections, are known before anything is counted.
await limits.call("192.0.2.3", { authorization });
await Bun.write(Bun.stdout, "ready\n");
for await (const _ of process.stdin) break;
const took: number[] = [];
let passed = 0;
for (let call = 0; call < Number(calls); call += 1) {
  const told = await limits.call("192.0.2.3", { authorization });
  took.push(told.ms);
  if (told.passed) passed += 1;
}
await Bun.write(Bun.stdout, `${JSON.stringify({ passed, took })}\n`);
process.exit(0);
