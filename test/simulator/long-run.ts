/**
 * Long histories of fresh seeds: `SIMULATOR_SECONDS=600 bun test ./test/simulator/long-run.ts`. In no suite yet: seed 12
 * with 200 steps ends with a purchase that stays due; it is not known yet whether the market or the simulator is wrong.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { simulate } from "./simulate.ts";

const seconds = Number(process.env.SIMULATOR_SECONDS ?? 120);
const stepsMax = 600;
setDefaultTimeout((seconds + 300) * 1000);

test("whatever many seeds make happen: money and auctions are as they must be", async () => {
  const endMs = performance.now() + seconds * 1000;
  const acts: Record<string, number> = {};
  let steps = 0;
  while (performance.now() < endMs) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const played = await simulate({ seed, steps: stepsMax, untilMs: endMs });
    steps += played.steps;
    for (const [name, times] of Object.entries(played.acts)) acts[name] = (acts[name] ?? 0) + times;
  }
  console.info(`${steps} steps, ${(steps / seconds).toFixed(1)} a second:`, JSON.stringify(acts));
  expect(steps).toBeGreaterThan(0);
});
