/** Counts hits and misses of the cache of public answers. */
import { Counter, type Registry } from "../../../platform/metrics.ts";
import type { PublicCache } from "../public-cache.ts";

export function registerCache(
  registry: Registry,
  caches: readonly Pick<PublicCache, "lookups">[],
): void {
  const told = { hit: 0, miss: 0 };
  new Counter({
    name: "market_cache_lookups_total",
    help: "Public answers that an API process held (hit) or had to make (miss).",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      for (const outcome of ["hit", "miss"] as const) {
        const now = caches.reduce((sum, cache) => sum + cache.lookups()[outcome], 0);
        this.inc({ outcome }, now - told[outcome]);
        told[outcome] = now;
      }
    },
  });
}
