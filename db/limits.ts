/** How long a process lets its database keep it waiting, by what the process is for. */

export type DatabaseLimits = {
  /** A new connection may take so long, from its socket to its first query. */
  connectSecondsMax: number;
  /** A query or transaction may wait so long for a connection of the pool. */
  slotWaitMsMax: number;
  /** A statement may wait so long for a lock (`lock_timeout`). */
  lockWaitMsMax: number;
  /** A statement may run so long, its locks included (`statement_timeout`). */
  statementMsMax: number;
  /** A query without a byte from the server for so long loses its connection: it is frozen. */
  stallMsMax: number;
};

/** Of the workers, whom nobody waits for: they come again. */
export const workerLimits: DatabaseLimits = {
  connectSecondsMax: 10,
  slotWaitMsMax: 30_000,
  lockWaitMsMax: 15_000,
  statementMsMax: 30_000,
  stallMsMax: 35_000,
};

/** Of a health check: the truth about the database, told before the prober gives up. */
export const healthLimits: DatabaseLimits = {
  connectSecondsMax: 2,
  slotWaitMsMax: 2000,
  lockWaitMsMax: 1000,
  statementMsMax: 1500,
  stallMsMax: 2000,
};

/** Of a scrape's figures: Prometheus waits ten seconds for all of them, and each may ask twice. */
export const figureLimits: DatabaseLimits = {
  connectSecondsMax: 2,
  slotWaitMsMax: 2000,
  lockWaitMsMax: 1000,
  statementMsMax: 2500,
  stallMsMax: 3000,
};

/** Of counting calls: as a health check's, or longer where calls may wait longer for it. */
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

/** A frozen server cannot end its statement by itself: then this process does, so much later. */
const stallGraceMs = 500;

/** Of requests: each waits for one trouble alone, and ends with it. */
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
 * Of public reads, which wait for no row: whoever locks a whole table for longer is told of by a
 * refusal, and the readers' connections stay free.
 */
export function readLimits(request: DatabaseLimits): DatabaseLimits {
  const lockWaitMsMax = Math.min(request.lockWaitMsMax, 1000);
  return { ...request, lockWaitMsMax, slotWaitMsMax: Math.min(request.slotWaitMsMax, 2000) };
}
