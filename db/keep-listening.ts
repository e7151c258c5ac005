/** A LISTEN on its own connection, which is reopened whenever it is lost. */
import { pause } from "../platform/bell.ts";
import type { Logger } from "../platform/log.ts";
import { Outage } from "../platform/outage.ts";
import type { DatabaseHandle } from "./client.ts";

const listenRetrySeconds = 5;

/**
 * Listens to a Postgres channel until the signal fires, and retries while the database is away.
 * `onNotice` receives each payload, and null at each (re)connection, because notifications may have
 * been missed.
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
    begins: `the database does not accept LISTEN ${channel}; retrying`,
    ends: `the database accepts LISTEN ${channel} again`,
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
      // Awaited, because the driver throws if it is closed while a command is under way.
      return await unlisten().catch(() => {});
    } catch (error) {
      outage.meet("it does not answer", { err: error });
      await pause(listenRetrySeconds, signal);
    }
  }
}

/** Null once the signal fires: a LISTEN may never be answered while the database is away. */
async function unlessAborted<Result>(
  asked: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  const ended = aborted(signal).then(() => null);
  // The client is closed next, which ends the pending command.
  asked.catch(() => {});
  return await Promise.race([asked, ended]);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
