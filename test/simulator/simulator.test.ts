/** Fresh seeds for some seconds, and those that once failed. `SIMULATOR_SEED` and `SIMULATOR_STEPS` play one again. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { simulate } from "./simulate.ts";

setDefaultTimeout(180_000);

const stepsMax = 120;
const runMs = 5_000;
const given = process.env.SIMULATOR_SEED;
const stepsGiven = Number(process.env.SIMULATOR_STEPS ?? stepsMax);
/** Each found something that has been mended since. */
const onceFailed: { seed: number; steps: number }[] = [];

const freshSeed = () => Math.floor(Math.random() * 2 ** 31);

test("a seed plays the same history again, to the last line", async () => {
  const seed = given === undefined ? freshSeed() : Number(given);
  const steps = given === undefined ? 20 : stepsGiven;
  const first = await simulate({ seed, steps });
  expect(await simulate({ seed, steps })).toEqual(first);
});

for (const { seed, steps } of onceFailed) {
  test(`seed ${seed} holds for ${steps} steps`, async () => {
    expect((await simulate({ seed, steps })).steps).toBe(steps);
  });
}

test("whatever seeds make happen: money and auctions are as they must be", async () => {
  const untilMs = performance.now() + runMs;
  while (performance.now() < untilMs) {
    await simulate({ seed: freshSeed(), steps: stepsMax, untilMs });
  }
});
