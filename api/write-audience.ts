/** Writes a process's counts for sellers at an interval, outside of any request. */
import type { AudienceCounts } from "../market/analytics/counts.ts";
import { COUNTS_WRITTEN_SECONDS } from "../market/analytics/limits.ts";
import { writeCounts } from "../market/analytics/write-counts.ts";
import type { Context } from "../market/context.ts";
import { pause } from "../platform/bell.ts";
import type { Logger } from "../platform/log.ts";

/** `stop` writes the rest. A failed write is logged and repeated with the next one. */
export function openAudienceWriter(
  ctx: Pick<Context, "db" | "now">,
  counts: AudienceCounts,
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const write = async () => {
    try {
      await writeCounts(ctx, counts);
    } catch (error) {
      log.warn({ err: error }, "counts for sellers were not written");
    }
  };
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      await pause(COUNTS_WRITTEN_SECONDS, stopping.signal);
      await write();
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await writing;
    },
  };
}
