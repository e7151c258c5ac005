/**
 * Does each of what is due in a transaction of its own, so that one that fails holds up none of the
 * others; returns how many were done. Throws at the end when any of them failed.
 */
export async function eachDue(
  ids: string[],
  work: (id: string) => Promise<boolean>,
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (const id of ids) {
    try {
      if (await work(id)) done += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === 0) return done;
  throw new AggregateError(failures, `${failures.length} of ${ids.length} that were due failed`);
}
