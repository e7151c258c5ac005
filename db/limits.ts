/** How long a process waits for its database, depending on the process's purpose. */

export type DatabaseLimits = {
  /** Time for opening a connection, from its socket to its first query. */
  connectSecondsMax: number;
  /** Longest wait of a query or transaction for a connection of the pool. */
  slotWaitMsMax: number;
  /** Longest wait of a statement for a lock (`lock_timeout`). */
  lockWaitMsMax: number;
  /** Longest run time of a statement, including its lock waits (`statement_timeout`). */
  statementMsMax: number;
  /**
   * A query that receives no byte from the server for this long loses its connection, because the
   * server is frozen.
   */
  stallMsMax: number;
};

/** For workers: nobody waits for them, and they retry. */
export const workerLimits: DatabaseLimits = {
  connectSecondsMax: 10,
  slotWaitMsMax: 30_000,
  lockWaitMsMax: 15_000,
  statementMsMax: 30_000,
  stallMsMax: 35_000,
};

/** For health checks: shorter than the prober's timeout. */
export const healthLimits: DatabaseLimits = {
  connectSecondsMax: 2,
  slotWaitMsMax: 2000,
  lockWaitMsMax: 1000,
  statementMsMax: 1500,
  stallMsMax: 2000,
};

/**
 * For the figures of a scrape: Prometheus waits ten seconds for all of them, and each may need two
 * queries.
 */
export const figureLimits: DatabaseLimits = {
  connectSecondsMax: 2,
  slotWaitMsMax: 2000,
  lockWaitMsMax: 1000,
  statementMsMax: 2500,
  stallMsMax: 3000,
};

/** For counting rate-limited calls: as for health checks, or longer where calls may wait longer. */
export function countLimits({
  RATE_LIMIT_STORE_MS_MAX: storeMsMax,
}: {
  RATE_LIMIT_STORE_MS_MAX: number;
}): DatabaseLimits {
  const { connectSecondsMax, slotWaitMsMax, lockWaitMsMax, statementMsMax, stallMsMax } =
    healthLimits;
  return {
    connectSecondsMax,
    slotWaitMsMax: Math.max(slotWaitMsMax, storeMsMax),
    lockWaitMsMax: Math.max(lockWaitMsMax, storeMsMax),
    statementMsMax: Math.max(statementMsMax, storeMsMax),
    stallMsMax: Math.max(stallMsMax, storeMsMax + stallGraceMs),
  };
}

/** A frozen server cannot end its own statement, so the client ends it this much later. */
const stallGraceMs = 500;

/** For requests: each one fails at the first exceeded limit. */
export function requestLimits(config: {
  DATABASE_SLOT_WAIT_MS_MAX: number;
  DATABASE_LOCK_WAIT_MS_MAX: number;
  DATABASE_STATEMENT_MS_MAX: number;
}): DatabaseLimits {
  const statementMsMax = config.DATABASE_STATEMENT_MS_MAX;
  return {
    connectSecondsMax: 2,
    slotWaitMsMax: config.DATABASE_SLOT_WAIT_MS_MAX,
    lockWaitMsMax: config.DATABASE_LOCK_WAIT_MS_MAX,
    statementMsMax,
    stallMsMax: statementMsMax + stallGraceMs,
  };
}

/**
 * For public reads, which never wait for rows. If somebody locks a whole table for longer, they are
 * refused, and the readers' connections stay free.
 */
export function readLimits(request: DatabaseLimits): DatabaseLimits {
  const lockWaitMsMax = Math.min(request.lockWaitMsMax, 1000);
  return { ...request, lockWaitMsMax, slotWaitMsMax: Math.min(request.slotWaitMsMax, 2000) };
}
