/** Long polls: an answer that waits until there is something new. */
import type { Changes } from "../../db/changes.ts";
import { Bell } from "../../platform/bell.ts";

export type Wait = {
  /** The key of the awaited change. */
  key: string;
  seconds: number;
  /** Fires when the caller disconnects. */
  hungUp: AbortSignal;
};

/**
 * Reads again after each change until there is nothing to wait for, the time is over, the caller
 * disconnects or the process stops. Returns the last view.
 */
export async function waitForChange<View>(
  changes: Changes,
  { key, seconds, hungUp }: Wait,
  read: () => Promise<{ view: View; isWaitedFor: boolean }>,
): Promise<View> {
  const deadline = performance.now() + seconds * 1000;
  const ended = AbortSignal.any([hungUp, changes.stopping]);
  const bell = new Bell();
  const unwatch = changes.watch(key, () => bell.ring());
  try {
    for (;;) {
      const { view, isWaitedFor } = await read();
      const secondsLeft = (deadline - performance.now()) / 1000;
      if (!isWaitedFor || secondsLeft <= 0 || ended.aborted) return view;
      await bell.wait(secondsLeft, ended);
    }
  } finally {
    unwatch();
  }
}
