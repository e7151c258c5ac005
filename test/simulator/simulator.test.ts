/**
 * Seeds whose histories hold, played the same way in every run. `SIMULATOR_SEED` and `SIMULATOR_STEPS` play another one;
 * `long-run.ts` plays fresh ones.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { simulate } from "./simulate.ts";

setDefaultTimeout(180_000);

const given = process.env.SIMULATOR_SEED;
const histories =
  given === undefined
    ? [
        { seed: 11, steps: 60 },
        { seed: 12, steps: 60 },
      ]
    : [{ seed: Number(given), steps: Number(process.env.SIMULATOR_STEPS ?? 60) }];

test("a seed plays the same history again, to the last line", async () => {
  const first = await simulate({ seed: 1, steps: 30 });
  expect(await simulate({ seed: 1, steps: 30 })).toEqual(first);
});

for (const { seed, steps } of histories) {
  test(`seed ${seed} breaks no rule of money and auctions in ${steps} steps`, async () => {
    expect((await simulate({ seed, steps })).steps).toBe(steps);
  });
}
