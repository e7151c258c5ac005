/**
 * Plays fresh seeds for `SIMULATOR_SECONDS`. A failure prints the command that replays its seed: the same acts, faults
 * and answers, to the last line.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { simulate } from "./simulate.ts";

const seconds = Number(process.env.SIMULATOR_SECONDS ?? 120);
const stepsMin = 40;
const stepsMax = 200;
setDefaultTimeout((seconds + 300) * 1000);

test("whatever many seeds make happen: money and auctions are as they must be", async () => {
  const endMs = performance.now() + seconds * 1000;
  const acts: Record<string, number> = {};
  let [seeds, steps] = [0, 0];
  while (performance.now() < endMs) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const wanted = stepsMin + (seed % (stepsMax - stepsMin));
    const played = await simulate({ seed, steps: wanted, untilMs: endMs });
    seeds += 1;
    steps += played.steps;
    for (const [name, times] of Object.entries(played.acts)) acts[name] = (acts[name] ?? 0) + times;
  }
  console.info(`${seeds} seeds, ${steps} steps:`, JSON.stringify(acts));
  expect(steps).toBeGreaterThan(0);
});
