/** The outside world, as it is passed to use cases. */
import type { Database } from "../db/client.ts";
import type { ModelKey } from "../db/queries/search/embeddings.ts";
import type { SearchedModel, SignsHeld } from "../db/queries/search/vectors.ts";
import type { Config } from "../platform/config.ts";
import type { Embeddings } from "../platform/embeddings/port.ts";
import type { Turns } from "../platform/limits/turns.ts";
import type { Payments } from "../platform/payments/port.ts";
import type { Storage } from "../platform/storage/port.ts";

/** Returns the model to search with, and the signs of its vectors if they are in memory. */
type SignsFollower = {
  follow(
    db: Database,
    key: ModelKey,
  ): Promise<{ model: SearchedModel; signs: SignsHeld | null } | null>;
};

/** Passed to every use case. `db` is the pool, or the caller's transaction. */
export type Context = {
  db: Database;
  storage: Storage;
  payments: Payments;
  /** Null: no model is configured, and searches use only words. */
  embeddings: Embeddings | null;
  /** A searching process's vectors in memory; without it, each search asks the database. */
  signsInMemory?: SignsFollower;
  /** Limits concurrent searches in processes that answer callers. */
  searchTurns?: Turns;
  config: Config;
  /** The clock is injected, so that tests move it instead of waiting. */
  now: () => Date;
};
