/**
 * Runs each due item in its own transaction, so that a failed one does not block the others. Returns
 * how many were done. Throws at the end if any failed.
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
  throw new AggregateError(failures, `${failures.length} of ${ids.length} due items failed`);
}
