/**
 * The pools of a process that answers requests. Each kind of wait has its own, so that a locked
 * table, many waiting calls or a health check cannot use up the connections of the others.
 */
import type { Logger } from "../platform/log.ts";
import { type Database, type DatabaseHandle, databaseOver, openDatabase } from "./client.ts";
import { countLimits, healthLimits, readLimits, requestLimits } from "./limits.ts";
import { openPool } from "./pool.ts";
import { openReplicas, type Replicas } from "./replicas/open-replicas.ts";

export type RequestDatabases = {
  main: DatabaseHandle;
  /**
   * Public reads: the catalogue and what is derived from it; from replicas if the request allows
   * it.
   */
  reads: { db: Database };
  replicas: Replicas;
  /** The reads of calls that wait for a change. */
  waiting: DatabaseHandle;
  /** Health checks, which must work even if the main pool is stuck. */
  health: DatabaseHandle;
  /** Counts calls for rate limits. */
  counts: DatabaseHandle;
  /** The primary's pools, by name. */
  pools: Readonly<Record<string, Pick<DatabaseHandle, "usage">>>;
  close(): Promise<void>;
};

export type RequestDatabasesConfig = Parameters<typeof requestLimits>[0] & {
  RATE_LIMIT_STORE_MS_MAX: number;
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_REPLICA_URLS: string[];
  REPLICA_LAG_MS_MAX: number;
  DATABASE_POOL_MAX: number;
  DATABASE_READ_POOL_MAX: number;
  DATABASE_WAITING_POOL_MAX: number;
};

const countsPoolMax = 2;

export function openRequestDatabases(
  config: RequestDatabasesConfig,
  log: Logger,
): RequestDatabases {
  const lines = { url: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL };
  const limits = requestLimits(config);
  const main = openDatabase({ ...lines, poolMax: config.DATABASE_POOL_MAX, limits });
  const { reads, replicas, pool } = openReads(config, log);
  const { notifier } = main;
  const waitingPoolMax = config.DATABASE_WAITING_POOL_MAX;
  const waiting = openDatabase({ ...lines, poolMax: waitingPoolMax, limits, notifier });
  const quiet = { ...lines, notifier: null };
  const health = openDatabase({ ...quiet, poolMax: 1, limits: healthLimits });
  const counts = openDatabase({ ...quiet, poolMax: countsPoolMax, limits: countLimits(config) });
  const all = [main, replicas, waiting, health, counts];
  return {
    main,
    reads,
    replicas,
    waiting,
    health,
    counts,
    pools: { main, reads: pool, waiting, health, counts },
    async close() {
      await Promise.all([...all.map((handle) => handle.close()), pool.client.end({ timeout: 5 })]);
    },
  };
}

/** The primary's pool for public reads, behind the replicas. */
function openReads(config: RequestDatabasesConfig, log: Logger) {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = config;
  const limits = readLimits(requestLimits(config));
  const poolMax = config.DATABASE_READ_POOL_MAX;
  const pool = openPool({ url, poolMax, limits, isPooled: directUrl !== undefined });
  const replicas = openReplicas({
    urls: config.DATABASE_REPLICA_URLS,
    primaryUrl: directUrl ?? url,
    poolMax,
    limits,
    lagMsMax: config.REPLICA_LAG_MS_MAX,
    log,
  });
  return { reads: { db: databaseOver(pool.client, replicas.route(pool.lane)) }, replicas, pool };
}
