/**
 * The pools of a process that answers requests. Each kind of wait has one of its own, so that none
 * can eat the connections of the others: a locked table, a crowd of waiting calls, a health check.
 */
import { type DatabaseHandle, openDatabase } from "./client.ts";
import { healthLimits, readLimits, requestLimits } from "./limits.ts";

export type RequestDatabases = {
  main: DatabaseHandle;
  /** Public reads: the catalogue and what is made of it. */
  reads: DatabaseHandle;
  /** The reads of calls that wait for a change. */
  waiting: DatabaseHandle;
  /** Tells whether the database answers, also while the main pool is stuck. */
  health: DatabaseHandle;
  /** Counts calls against their limits. */
  counts: DatabaseHandle;
  close(): Promise<void>;
};

export type RequestDatabasesConfig = Parameters<typeof requestLimits>[0] & {
  DATABASE_URL: string;
  DATABASE_POOL_MAX: number;
  DATABASE_READ_POOL_MAX: number;
  DATABASE_WAITING_POOL_MAX: number;
};

const countsPoolMax = 2;

export function openRequestDatabases(config: RequestDatabasesConfig): RequestDatabases {
  const url = config.DATABASE_URL;
  const limits = requestLimits(config);
  const main = openDatabase({ url, poolMax: config.DATABASE_POOL_MAX, limits });
  const reads = openDatabase({
    url,
    poolMax: config.DATABASE_READ_POOL_MAX,
    limits: readLimits(limits),
  });
  const waiting = openDatabase({ url, poolMax: config.DATABASE_WAITING_POOL_MAX, limits });
  const health = openDatabase({ url, poolMax: 1, limits: healthLimits });
  const counts = openDatabase({ url, poolMax: countsPoolMax, limits: healthLimits });
  const all = [main, reads, waiting, health, counts];
  return {
    main,
    reads,
    waiting,
    health,
    counts,
    async close() {
      await Promise.all(all.map((handle) => handle.close()));
    },
  };
}
