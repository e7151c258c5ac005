/** A metric for the use of a process's connection pools, read at each scrape. */
import { Gauge, type Registry } from "../platform/metrics.ts";
import type { DatabaseHandle } from "./client.ts";

export function registerPools(
  registry: Registry,
  pools: Readonly<Record<string, Pick<DatabaseHandle, "usage">>>,
): void {
  new Gauge({
    name: "market_database_pool_connections",
    help: "Of a pool's connections max and used, and the callers that are waiting for one; the API has the pools main, reads, waiting, health, counts, a worker main; the API's searches are not connections but the turns of searches.",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, handle] of Object.entries(pools)) {
        for (const [state, count] of Object.entries(handle.usage())) {
          this.set({ pool, state }, count);
        }
      }
    },
  });
}
