/** A child's warm-up until its job arrives: after the arrival it reads at most one more table. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { warmUp } from "../../../dataset/child/warm-up.ts";
import { createTestDir } from "../../support/stack.ts";

setDefaultTimeout(60_000);

/** The job arrives at this poll, not before. */
async function warmUntilAsked(timesMax: number, tables = 6) {
  const folder = createTestDir();
  const waits: number[] = [];
  await warmUp(folder, tables, async (ms) => {
    waits.push(ms);
    return waits.length >= timesMax;
  });
  return { waits, left: readdirSync(folder) };
}

test("a job that is there first is kept waiting by no table", async () => {
  expect(await warmUntilAsked(1)).toEqual({ waits: [10], left: [] });
});

test("before each further table the job is asked for, and nothing of them stays", async () => {
  expect(await warmUntilAsked(3)).toEqual({ waits: [10, 150, 20], left: [] });
});

test("tables come to an end while no job comes", async () => {
  const { waits, left } = await warmUntilAsked(Number.POSITIVE_INFINITY);
  expect([waits.length, left]).toEqual([6, []]);
});

test("there are as many as were asked for", async () => {
  for (const tables of [0, 1, 2]) {
    const { waits } = await warmUntilAsked(Number.POSITIVE_INFINITY, tables);
    expect(waits).toHaveLength(tables);
  }
});
