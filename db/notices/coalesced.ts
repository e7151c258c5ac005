/**
 * Runs `work` at most once at a time. Callers during a run share one further run, so each gets the
 * outcome of a run that started after its call.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const run = work().finally(() => {
      if (running === run) running = null;
    });
    running = run;
    return run;
  };
  return () => {
    if (next !== null) return next;
    if (running === null) return start();
    const waiting = running
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    next = waiting;
    return waiting;
  };
}
