/**
 * Returns a function that writes one entry and resolves when its batch is written. Entries that
 * arrive during a write go into the next batch of at most `entriesMax`, so batches grow when
 * writing is slow. If a batch fails, all of its entries are rejected.
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
