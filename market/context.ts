/** The outside world, as use cases are given it. */
import type { Database } from "../db/client.ts";
import type { Config } from "../platform/config.ts";
import type { Embeddings } from "../platform/embeddings/port.ts";
import type { Turns } from "../platform/limits/turns.ts";
import type { Payments } from "../platform/payments/port.ts";
import type { Storage } from "../platform/storage/port.ts";
import type { SignsInMemory } from "./search/embed/signs-in-memory.ts";

/** What every use case is given. `db` is the pool, or the transaction that the caller holds. */
export type Context = {
  db: Database;
  storage: Storage;
  payments: Payments;
  /** Null: no model is configured, and searches know words alone. */
  embeddings: Embeddings | null;
  /** What a process that searches keeps of vectors; left out, each search asks the database. */
  signsInMemory?: SignsInMemory;
  /** Bounds the searches of a process that answers callers; left out where nobody waits. */
  searchTurns?: Turns;
  config: Config;
  /** The clock is injected, so that tests move it instead of waiting. */
  now: () => Date;
};
