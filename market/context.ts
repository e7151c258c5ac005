import type { Database } from "../db/client.ts";
import type { Config } from "../platform/config.ts";
import type { Storage } from "../platform/storage/storage.ts";

/** What every use case is given. `db` is the pool, or the transaction that the caller holds. */
export type Context = {
  db: Database;
  storage: Storage;
  config: Config;
  /** The clock is injected, so that tests move it instead of waiting. */
  now: () => Date;
};

/** Who asks. The edge establishes it once; use cases and audit rows take it explicitly. */
export type AgentActor = { kind: "agent"; agentId: string; verified: boolean };
export type OwnerActor = {
  kind: "owner";
  accountId: string;
  /** Case-folded. */
  email: string;
  emailVerified: boolean;
};
export type SystemActor = { kind: "system"; name: string };
export type Actor = AgentActor | OwnerActor | SystemActor;
