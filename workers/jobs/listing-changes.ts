import type { DatabaseHandle } from "../../db/client.ts";
import type { Logger } from "../../platform/log.ts";
import { keepListening } from "../role.ts";

export type ListingChanges = {
  /** Calls back whenever the listing may have changed; returns the way to end that. */
  watch(listingId: string, onChange: () => void): () => void;
  stop(): Promise<void>;
};

/** One LISTEN for the whole process, however many jobs wait for news of their listings. */
export function watchListingChanges(listen: DatabaseHandle["listen"], log: Logger): ListingChanges {
  const stopping = new AbortController();
  const watchers = new Map<string, Set<() => void>>();
  const notify = (callbacks: Iterable<() => void>) => {
    for (const callback of callbacks) callback();
  };
  const listening = keepListening(listen, {
    channel: "listing",
    onNotice(listingId) {
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
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
