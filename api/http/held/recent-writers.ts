/**
 * Addresses that have just changed something through this process. A cached answer may be slightly
 * older than their change, because the notice of it comes through the database.
 */
import { LRUCache } from "lru-cache";

/** A notice takes milliseconds, but a busy process may read it late. */
const RECENT_MS = 1000;
const writersMax = 10_000;

export class RecentWriters {
  readonly #writers = new LRUCache<string, true>({ max: writersMax, ttl: RECENT_MS });

  /** Notes a call that may change something. */
  note({ method }: Request, address: string): void {
    if (method !== "GET" && method !== "HEAD") this.#writers.set(address, true);
  }

  get isAny(): boolean {
    return this.#writers.size > 0;
  }

  has(address: string): boolean {
    return this.#writers.get(address) === true;
  }
}
