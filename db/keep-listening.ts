/** LISTEN on a connection of its own that is made again whenever it is lost. */
import { pause } from "../platform/bell.ts";
import type { Logger } from "../platform/log.ts";
import type { DatabaseHandle } from "./client.ts";

const listenRetrySeconds = 5;

/**
 * Listens to a Postgres channel; resolves when the signal fired. Tries again while the database is
 * away. `onNotice` is called with each payload, and with null at each (re)connection, since notices
 * may have been missed before it.
 */
export async function keepListening(
  listen: DatabaseHandle["listen"],
  options: {
    channel: string;
    onNotice: (payload: string | null) => void;
    signal: AbortSignal;
    log: Logger;
  },
): Promise<void> {
  const { channel, onNotice, signal, log } = options;
  while (!signal.aborted) {
    try {
      const unlisten = await listen(channel, onNotice, () => onNotice(null));
      await aborted(signal);
      // Awaited, because the driver throws when it is closed with a command on its way.
      return await unlisten().catch(() => {});
    } catch (error) {
      log.warn({ err: error, channel }, "cannot listen to the database; trying again");
      await pause(listenRetrySeconds, signal);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
