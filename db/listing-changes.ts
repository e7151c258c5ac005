import type { Logger } from "../platform/log.ts";
import type { DatabaseHandle } from "./client.ts";
import { keepListening } from "./keep-listening.ts";

export type ListingChanges = {
  /** Calls back whenever the listing may have changed; returns the way to end that. */
  watch(listingId: string, onChange: () => void): () => void;
  /** Fires when the process stops: who waits for a change should answer with what there is. */
  stopping: AbortSignal;
  stop(): Promise<void>;
};

/**
 * One LISTEN for the whole process, however many wait for news of their listings. `onAny` gets every
 * changed id, and null where any listing may have changed: after the connection was away.
 */
export function watchListingChanges(
  listen: DatabaseHandle["listen"],
  log: Logger,
  onAny: (listingId: string | null) => void = () => {},
): ListingChanges {
  const stopping = new AbortController();
  const watchers = new Map<string, Set<() => void>>();
  const notify = (callbacks: Iterable<() => void>) => {
    for (const callback of callbacks) callback();
  };
  const listening = keepListening(listen, {
    channel: "listing",
    onNotice(listingId) {
      onAny(listingId);
      if (listingId !== null) return notify(watchers.get(listingId) ?? []);
      for (const callbacks of watchers.values()) notify(callbacks);
    },
    signal: stopping.signal,
    log,
  });
  return {
    watch(listingId, onChange) {
      const callbacks = watchers.get(listingId) ?? new Set();
      watchers.set(listingId, callbacks.add(onChange));
      return () => {
        callbacks.delete(onChange);
        if (callbacks.size === 0) watchers.delete(listingId);
      };
    },
    stopping: stopping.signal,
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
