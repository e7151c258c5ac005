/** The outside world, as use cases are given it. */
import type { Database } from "../db/client.ts";
import type { ModelKey } from "../db/queries/search/embeddings.ts";
import type { SearchedModel, SignsHeld } from "../db/queries/search/vectors.ts";
import type { Config } from "../platform/config.ts";
import type { Embeddings } from "../platform/embeddings/port.ts";
import type { Turns } from "../platform/limits/turns.ts";
import type { Payments } from "../platform/payments/port.ts";
import type { Storage } from "../platform/storage/port.ts";

/** Gives the model that is searched, with the signs of its vectors where memory has them. */
type SignsFollower = {
  follow(
    db: Database,
    key: ModelKey,
  ): Promise<{ model: SearchedModel; signs: SignsHeld | null } | null>;
};

/** What every use case is given. `db` is the pool, or the transaction that the caller holds. */
export type Context = {
  db: Database;
  storage: Storage;
  payments: Payments;
  /** Null: no model is configured, and searches know words alone. */
  embeddings: Embeddings | null;
  /** What a process that searches keeps of vectors; left out, each search asks the database. */
  signsInMemory?: SignsFollower;
  /** Bounds the searches of a process that answers callers; left out where nobody waits. */
  searchTurns?: Turns;
  config: Config;
  /** The clock is injected, so that tests move it instead of waiting. */
  now: () => Date;
};
