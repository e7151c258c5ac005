/** Items that arrive while a batch is written go into the next batch. */
import { expect, test } from "bun:test";
import { openBatches } from "../../workers/batches.ts";

test("what comes while one batch is written is the next, of so many at most, in its order", async () => {
  const written: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const keep = openBatches<number>(async (entries) => {
    written.push([...entries]);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
  }, 3);
  const kept = [1, 2, 3, 4, 5].map(keep);
  expect(written).toEqual([[1]]);
  gates[0]?.resolve();
  await kept[0];
  await Promise.resolve();
  expect(written).toEqual([[1], [2, 3, 4]]);
  gates[1]?.resolve();
  await Promise.all(kept.slice(1, 4));
  expect(written).toEqual([[1], [2, 3, 4], [5]]);
  gates[2]?.resolve();
  await kept[4];
  void keep(6);
  await Promise.resolve();
  expect(written.at(-1)).toEqual([6]);
  gates[3]?.resolve();
});

test("a batch that fails rejects its own entries alone; the next one is written", async () => {
  let calls = 0;
  const keep = openBatches<string>(async () => {
    calls += 1;
    await Promise.resolve();
    if (calls === 2) throw new Error("away");
  }, 2);
  const outcomes = await Promise.allSettled(["a", "b", "c", "d"].map(keep));
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
});
