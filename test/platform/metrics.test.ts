/** The cost of metrics and of a scrape for the runtime. */
import { expect, spyOn, test } from "bun:test";
import v8 from "node:v8";
import { createRegistry } from "../../platform/metrics.ts";

test("a scrape tells the heap's size, and nothing walks it", async () => {
  const walk = spyOn(v8, "getHeapSpaceStatistics");
  const registry = createRegistry("test");
  const text = await registry.metrics();
  expect(text).toContain("nodejs_heap_size_used_bytes");
  expect(text).not.toContain("nodejs_heap_space");
  expect(walk).not.toHaveBeenCalled();
  walk.mockRestore();
});
