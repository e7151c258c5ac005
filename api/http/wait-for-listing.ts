import type { ListingChanges } from "../../db/listing-changes.ts";
import { Bell } from "../../platform/bell.ts";

export type Wait = {
  listingId: string;
  seconds: number;
  /** Fires when the caller hangs up. */
  hungUp: AbortSignal;
};

/**
 * Long-poll: reads the listing again at each of its changes until no job of it runs, the time is
 * over, the caller hangs up or the process stops. Gives what it read last.
 */
export async function waitForListing<View>(
  changes: ListingChanges,
  { listingId, seconds, hungUp }: Wait,
  read: () => Promise<{ view: View; isJobRunning: boolean }>,
): Promise<View> {
  const deadline = performance.now() + seconds * 1000;
  const ended = AbortSignal.any([hungUp, changes.stopping]);
  const bell = new Bell();
  const unwatch = changes.watch(listingId, () => bell.ring());
  try {
    for (;;) {
      const { view, isJobRunning } = await read();
      const secondsLeft = (deadline - performance.now()) / 1000;
      if (!isJobRunning || secondsLeft <= 0 || ended.aborted) return view;
      await bell.wait(secondsLeft, ended);
    }
  } finally {
    unwatch();
  }
}
