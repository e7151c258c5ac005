/** Deletes many rows without blocking others: in batches, one statement each. */

export type PurgeLimits = {
  /** The rows that one statement locks and deletes. */
  rowsPerBatchMax: number;
  /** After this time, the next run deletes the rest. */
  secondsMax: number;
};

const purgeRowsPerBatchMax = 5000;
/** Shorter than the time in which a worker must stop. */
const purgeSecondsMax = 5;

/** The limits of one run of the clock. */
export const purgeLimits: PurgeLimits = {
  rowsPerBatchMax: purgeRowsPerBatchMax,
  secondsMax: purgeSecondsMax,
};

/**
 * Calls `purgeBatch` until it finds no more rows or the time is up; returns the number of deleted
 * rows. Rows that another process has locked are left to that process.
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
