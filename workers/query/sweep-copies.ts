/** Sweeps a query process's copies at intervals, even if it receives no queries. */
import type { Logger } from "../../platform/log.ts";
import type { ObjectCache } from "./object-cache.ts";

/** One sweep at a time. `stop` ends it after the current sweep. */
export function sweepCopies(
  cache: Pick<ObjectCache, "sweep">,
  { everyMs, log }: { everyMs: number; log: Logger },
): { stop(): void } {
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const look = async () => {
    try {
      await cache.sweep();
    } catch (error) {
      log.warn({ err: error }, "the copies of tables could not be swept");
    }
    if (!isStopped) timer = setTimeout(look, everyMs);
  };
  timer = setTimeout(look, everyMs);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
