/** Looks at the copies of a query process again and again, whether it is asked anything or not. */
import type { Logger } from "../../platform/log.ts";
import type { ObjectCache } from "./object-cache.ts";

/** One look at a time. `stop` ends it, after the look that is under way. */
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
      log.warn({ err: error }, "the copies of tables could not be looked at");
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
