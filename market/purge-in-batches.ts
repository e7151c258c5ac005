/** Deletes much without holding anything up: in batches, each a statement of its own. */

export type PurgeLimits = {
  /** What one statement locks and deletes. */
  rowsPerBatchMax: number;
  /** After so long the rest is left to the next run. */
  secondsMax: number;
};

const purgeRowsPerBatchMax = 5000;
/** Shorter than the time that a worker has to end. */
const purgeSecondsMax = 5;

/** Of one run of the clock. */
export const purgeLimits: PurgeLimits = {
  rowsPerBatchMax: purgeRowsPerBatchMax,
  secondsMax: purgeSecondsMax,
};

/**
 * Calls `purgeBatch` until nothing is left that it could delete, or the time is over; returns how
 * many rows are gone. What another process holds locked, that process deletes.
 */
export async function purgeInBatches(
  { rowsPerBatchMax, secondsMax }: PurgeLimits,
  purgeBatch: (rowsMax: number) => Promise<number>,
): Promise<number> {
  const deadline = performance.now() + secondsMax * 1000;
  let purged = 0;
  do {
    const batch = await purgeBatch(rowsPerBatchMax);
    purged += batch;
    if (batch < rowsPerBatchMax) return purged;
  } while (performance.now() < deadline);
  return purged;
}
