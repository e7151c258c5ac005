/**
 * One replica: its pool, its replay position, and the requests to abandon when it stops answering.
 */
import type postgres from "postgres";
import { within } from "../../platform/bell.ts";
import type { DatabaseLimits } from "../limits.ts";
import { type Lane, openPool, type Pool } from "../pool.ts";
import { DatabaseTroubleError } from "../trouble.ts";
import type { LogPlace } from "./samples.ts";

type Leave = (error: Error) => void;

export type ReplicaOptions = {
  /** The name for logs and metrics, because the address may contain a password. */
  name: string;
  url: string;
  poolMax: number;
  limits: DatabaseLimits;
  probeLimits: DatabaseLimits;
};

export class Replica {
  readonly name: string;
  readonly #pool: Pool;
  readonly #probe: postgres.Sql;
  readonly #leaving = new Set<Leave>();
  /** Its position at the last check; null while it does not answer. */
  replayed: LogPlace | null = null;

  constructor({ name, url, poolMax, limits, probeLimits }: ReplicaOptions) {
    this.name = name;
    this.#pool = openPool({ url, poolMax, limits });
    // A separate connection, so that many slow reads do not make the replica look dead.
    this.#probe = openPool({ url, poolMax: 1, limits: probeLimits }).client;
  }

  /** Drizzle's settings for driver clients apply to this one, too. */
  get client(): postgres.Sql {
    return this.#pool.client;
  }

  /**
   * Checks its position. Throws if it does not answer in time, or is not a replica of the primary.
   */
  async look(systemId: string, msMax: number): Promise<void> {
    try {
      this.replayed = await within(msMax, askReplayed(this.#probe, systemId));
    } catch (error) {
      this.replayed = null;
      const lost = new DatabaseTroubleError("the replica does not answer", away, error);
      for (const leave of this.#leaving) leave(lost);
      throw error;
    }
  }

  /**
   * Pending work is rejected at once when the replica stops answering, while there is still time
   * for the primary.
   */
  async use<Result>(run: (lane: Lane) => Promise<Result>): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>();
    this.#leaving.add(reject);
    try {
      return await Promise.race([run(this.#pool.lane), promise]);
    } finally {
      this.#leaving.delete(reject);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.client.end({ timeout: 5 }), this.#probe.end({ timeout: 0 })]);
  }
}

const away = { kind: "away", isOutcomeUnknown: false } as const;

/** A server that was promoted, or that belongs to another cluster, has unrelated log positions. */
async function askReplayed(probe: postgres.Sql, systemId: string): Promise<LogPlace> {
  const [row] = await probe<{ replayed: string | null; system_id: string }[]>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed,
      (select system_identifier::text from pg_control_system()) as system_id`;
  if (row?.system_id !== systemId)
    throw new Error("it belongs to another cluster than the primary");
  if (row.replayed === null) throw new Error("it is not in recovery: it replays nothing");
  return row.replayed;
}
