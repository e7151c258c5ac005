/** Writes what comes one by one in batches: what comes while one is written goes with the next. */

/**
 * Returns what keeps one entry, resolved when its batch is written. One batch is written at a time, of at most
 * `entriesMax`, so it grows by itself where writing is slow; one that fails rejects all of its entries.
 */
export function openBatches<Entry>(
  write: (entries: readonly Entry[]) => Promise<void>,
  entriesMax: number,
): (entry: Entry) => Promise<void> {
  type Waiting = { entry: Entry; done: PromiseWithResolvers<void> };
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeNext(): Promise<void> {
    const batch = waiting.splice(0, entriesMax);
    try {
      await write(batch.map(({ entry }) => entry));
      for (const { done } of batch) done.resolve();
    } catch (error) {
      for (const { done } of batch) done.reject(error);
    }
  }

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) await writeNext();
    isWriting = false;
  }

  return (entry) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ entry, done });
    if (!isWriting) void writeAll();
    return done.promise;
  };
}
