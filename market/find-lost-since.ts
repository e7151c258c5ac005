/** Tells work that the bus has lost from work that waits its turn. */
import type { Bus, Queue } from "../platform/bus/port.ts";

/** How far the clocks of the bus and of a worker may be apart. */
const clockSkewSecondsMax = 60;

/**
 * The instant before which a message that was published, and that nobody has worked on since
 * `silentSince`, is lost. A queue hands messages out in their order: only what was published before
 * its oldest waiting message has had its turn. So a queue that is never empty hides no loss.
 */
export async function findLostSince(
  bus: Pick<Bus, "inspect">,
  queue: Queue,
  silentSince: Date,
): Promise<Date> {
  const { waitingSince } = await bus.inspect(queue);
  if (waitingSince === null) return silentSince;
  const handedOutUntil = waitingSince.getTime() - clockSkewSecondsMax * 1000;
  return new Date(Math.min(silentSince.getTime(), handedOutUntil));
}
