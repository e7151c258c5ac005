/**
 * A few seeds, the same in every run; `simulator.slow.ts` plays fresh ones. To replay a failure:
 * `SIMULATOR_SEED=12 SIMULATOR_STEPS=169 bun test test/simulator/simulator.test.ts`.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { simulate } from "./simulate.ts";

setDefaultTimeout(600_000);

const seed = Number(process.env.SIMULATOR_SEED ?? 12);
const steps = Number(process.env.SIMULATOR_STEPS ?? 80);

test(`seed ${seed} breaks no rule of money and auctions in ${steps} steps`, async () => {
  expect((await simulate({ seed, steps })).steps).toBe(steps);
});

test("a seed plays the same history again, to the last line", async () => {
  const first = await simulate({ seed: 1, steps: 20, rests: false });
  expect(await simulate({ seed: 1, steps: 20, rests: false })).toEqual(first);
});
