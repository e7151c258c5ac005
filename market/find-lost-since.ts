import type { Bus, Queue } from "../platform/bus/port.ts";

/** The most that the clocks of the bus and of a worker may differ. */
const clockSkewSecondsMax = 60;

/**
 * A message published before this instant, and not worked on since `silentSince`, is lost. A queue
 * delivers messages in order, so everything published before its oldest waiting message has had its
 * turn. Therefore a queue that is never empty hides no loss.
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
