/** What use cases are given: the outside world, and who asks. */
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

/** Who asks. The edge establishes it once; use cases and audit rows take it explicitly. */
export type AgentActor = {
  kind: "agent";
  agentId: string;
  verified: boolean;
  /** Its owner acts as it on the website, by hand: audit rows say so. */
  through?: "website";
};
export type OwnerActor = {
  kind: "owner";
  accountId: string;
  /** Case-folded. */
  email: string;
  emailVerified: boolean;
};
/** An agent that acts for an operator's account, by one of its API keys. */
export type OperatorActor = { kind: "operator"; accountId: string; apiKeyId: string };
/** A signed-in person whose address is one of `ADMIN_EMAILS`. */
export type AdminActor = { kind: "admin"; accountId: string; email: string };
export type SystemActor = { kind: "system"; name: string };
/** Who may act for an account: its API key, or the person on the website. */
export type AccountActor = OperatorActor | OwnerActor;
export type Actor = AgentActor | OwnerActor | OperatorActor | AdminActor | SystemActor;
