/** News of other processes' commits, by NOTIFY: what long polls and caches wait for. */
import type { Logger } from "../platform/log.ts";
import type { DatabaseHandle } from "./client.ts";
import { keepListening } from "./keep-listening.ts";

export type Changes = {
  /** Calls back whenever what has this key may have changed; returns the way to end that. */
  watch(key: string, onChange: () => void): () => void;
  /** Fires when the process stops: who waits for a change should answer with what there is. */
  stopping: AbortSignal;
  stop(): Promise<void>;
};

type WatchOptions = {
  /** On which Postgres is told of the keys. */
  channel: string;
  log: Logger;
  /** Gets every changed key, and null where any may have changed: after the connection was away. */
  onAny?: (key: string | null) => void;
};

/** One LISTEN for the whole process, however many wait for news of their keys. */
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

/** Under which a change of any listing on sale with these bytes is told. */
export function fileKey(sha256: string): string {
  return `${fileKeyPrefix}${sha256}`;
}

/** The keys are the ids of listings, and those of `fileKey`. */
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

/** Under which the arrival of an event is told to who reads the feed of its principal. */
export function arrivalKey({ kind, id }: { kind: string; id: string }): string {
  return `${kind}:${id}`;
}
