/** One run for many who ask: what is asked for while it runs is done by one more run. */

/** Runs `work`, once at a time; whoever asks gets the outcome of a run that began after they asked. */
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
