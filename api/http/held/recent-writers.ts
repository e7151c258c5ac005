/**
 * Who has just changed something through this process: what is held may be a moment older than what
 * they did, since word of it comes by way of the database.
 */
import { LRUCache } from "lru-cache";

/** Word of a change takes milliseconds; a busy process may be late to hear it. */
const RECENT_MS = 1000;
const writersMax = 10_000;

export class RecentWriters {
  readonly #writers = new LRUCache<string, true>({ max: writersMax, ttl: RECENT_MS });

  /** Notes a call that may change something. */
  note({ method }: Request, address: string): void {
    if (method !== "GET" && method !== "HEAD") this.#writers.set(address, true);
  }

  /** Whether anybody has, of whom all may be asked. */
  get isAny(): boolean {
    return this.#writers.size > 0;
  }

  has(address: string): boolean {
    return this.#writers.get(address) === true;
  }
}
