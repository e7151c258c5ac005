/** Long polls: an answer that is held back until there is something new. */
import type { Changes } from "../../db/changes.ts";
import { Bell } from "../../platform/bell.ts";

export type Wait = {
  /** Of what is waited for, among the changes. */
  key: string;
  seconds: number;
  /** Fires when the caller hangs up. */
  hungUp: AbortSignal;
};

/**
 * Long-poll: reads again at each change until there is nothing to wait for, the time is over, the
 * caller hangs up or the process stops. Gives what it read last.
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
