/** The metrics of a process, in Prometheus' format. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export { Counter, Gauge, Histogram, Registry };

/** Bun walks its whole heap for these at every scrape, and nothing else runs for a tenth of a second. */
const heapWalks = ["total", "used", "available"].map((of) => `nodejs_heap_space_size_${of}_bytes`);

export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  for (const name of heapWalks) registry.removeSingleMetric(name);
  return registry;
}
