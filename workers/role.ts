import type { DatabaseHandle } from "../db/client.ts";
import type { Logger } from "../platform/log.ts";

/** One job of a worker process. It runs until it is stopped. */
export type Role = {
  /** Resolves when nothing of the role runs any more; what it held is settled or given back. */
  stop(): Promise<void>;
};

/** Wakes one waiting loop; a ring while nobody waits is kept for the next wait. */
export class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves at the next ring, after `maxSeconds`, or when the signal fires. */
  async wait(maxSeconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxSeconds * 1000);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener("abort", this.#wake, { once: true });
      });
      if (this.#wake !== null) signal.removeEventListener("abort", this.#wake);
    }
    this.#wake = null;
    this.#rung = false;
  }
}

/** Waits, unless the signal fires first. */
export async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await new Bell().wait(seconds, signal);
}

/** 1, 2, 4, … times the base, at most the cap. `failures` counts from 1. */
export function backoffSeconds(
  failures: number,
  limits: { baseSeconds: number; capSeconds: number },
): number {
  const doublings = Math.min(Math.max(failures - 1, 0), 30);
  return Math.min(limits.baseSeconds * 2 ** doublings, limits.capSeconds);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

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
