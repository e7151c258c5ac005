/** Notifications about other processes' commits, by NOTIFY, for long polls and caches. */
import type { Logger } from "../platform/log.ts";
import type { DatabaseHandle } from "./client.ts";
import { keepListening } from "./keep-listening.ts";

export type Changes = {
  /**
   * Calls `onChange` whenever data under this key may have changed; returns a function that ends
   * that.
   */
  watch(key: string, onChange: () => void): () => void;
  /**
   * Fires when the process stops: callers that wait for a change should answer with the current
   * state.
   */
  stopping: AbortSignal;
  stop(): Promise<void>;
};

type WatchOptions = {
  /** The Postgres channel on which keys are announced. */
  channel: string;
  log: Logger;
  /**
   * Receives every changed key, and null after a lost connection, when any key may have changed.
   */
  onAny?: (key: string | null) => void;
};

/** Uses one LISTEN for the whole process, however many callers watch keys. */
function watchChanges(
  listen: DatabaseHandle["listen"],
  { channel, log, onAny = () => {} }: WatchOptions,
): Changes {
  const stopping = new AbortController();
  const watchers = new Map<string, Set<() => void>>();
  const notify = (callbacks: Iterable<() => void>) => {
    for (const callback of callbacks) callback();
  };
  const listening = keepListening(listen, {
    channel,
    onNotice(key) {
      onAny(key);
      if (key !== null) return notify(watchers.get(key) ?? []);
      for (const callbacks of watchers.values()) notify(callbacks);
    },
    signal: stopping.signal,
    log,
  });
  return {
    watch(key, onChange) {
      const callbacks = watchers.get(key) ?? new Set();
      watchers.set(key, callbacks.add(onChange));
      return () => {
        callbacks.delete(onChange);
        if (callbacks.size === 0) watchers.delete(key);
      };
    },
    stopping: stopping.signal,
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

export const fileKeyPrefix = "file:";

/** The key for changes to any listing on sale with these bytes. */
export function fileKey(sha256: string): string {
  return `${fileKeyPrefix}${sha256}`;
}

/** The keys are ids of listings, and those of `fileKey`. */
export function watchListingChanges(
  listen: DatabaseHandle["listen"],
  log: Logger,
  onAny: (key: string | null) => void = () => {},
): Changes {
  return watchChanges(listen, { channel: "listing", log, onAny });
}

/** The keys are those of `arrivalKey`. */
export function watchEventArrivals(listen: DatabaseHandle["listen"], log: Logger): Changes {
  return watchChanges(listen, { channel: "event", log });
}

/** The key for new events in the feed of a principal. */
export function arrivalKey({ kind, id }: { kind: string; id: string }): string {
  return `${kind}:${id}`;
}
