/** When a child of the data engine counts as short of memory. */
import { expect, test } from "bun:test";
import { createRegistry } from "../../platform/metrics.ts";
import { createWorkerMetrics, noteChildMemory } from "../../workers/metrics.ts";

test("a child that took more than four fifths of what it may is short, of whatever limit", async () => {
  const registry = createRegistry("test");
  const metrics = createWorkerMetrics(registry);
  const told = async (work: string) => {
    const { values } = await metrics.childrenShort.get();
    return values.find(({ labels }) => labels.work === work)?.value;
  };
  // Without an initial 0 the first event would not be an increase.
  expect([await told("profile"), await told("twin")]).toEqual([0, 0]);
  noteChildMemory(metrics, "twin", { bytes: 100, bytesMax: 3000 });
  for (const bytesMax of [1000, 3000]) {
    for (const share of [0.1, 0.8, 0.81, 1]) {
      noteChildMemory(metrics, "profile", { bytes: share * bytesMax, bytesMax });
    }
  }
  expect(await told("profile")).toBe(4);
  expect(await told("twin")).toBe(0);
});
