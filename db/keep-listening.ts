/** LISTEN on a connection of its own that is made again whenever it is lost. */
import { pause } from "../platform/bell.ts";
import type { Logger } from "../platform/log.ts";
import { Outage } from "../platform/outage.ts";
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
  const outage = new Outage(log, {
    begins: `the database does not take LISTEN ${channel}; it is tried again`,
    ends: `the database takes LISTEN ${channel} again`,
  });
  while (!signal.aborted) {
    try {
      const unlisten = await unlessAborted(
        listen(channel, onNotice, () => onNotice(null)),
        signal,
      );
      if (unlisten === null) return;
      outage.end();
      await aborted(signal);
      // Awaited, because the driver throws when it is closed with a command on its way.
      return await unlisten().catch(() => {});
    } catch (error) {
      outage.meet("it does not answer", { err: error });
      await pause(listenRetrySeconds, signal);
    }
  }
}

/** Null once the signal fired: a LISTEN to a database that is away may never be answered. */
async function unlessAborted<Result>(
  asked: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  const ended = aborted(signal).then(() => null);
  // The client is closed next, which ends what is still asked.
  asked.catch(() => {});
  return await Promise.race([asked, ended]);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
