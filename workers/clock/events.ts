/** What the clock does for events: forgets old ones, and ends webhooks whose credential has ended. */
import { deleteEvents } from "../../db/queries/events/events.ts";
import { EVENTS_KEPT_DAYS } from "../../market/limits.ts";
import { disableEndedWebhooks } from "../../market/webhook/disable-ended-webhooks.ts";
import { fanOutEvents } from "../../market/webhook/fan-out-events.ts";
import { dayMs } from "../../platform/time.ts";
import type { ClockDeps, ClockTask } from "./clock.ts";

const purgeRowsPerRunMax = 5000;

export const eventClockTasks: ClockTask[] = [
  { name: "purge_events", everySeconds: 60, run: purgeEvents },
  {
    name: "disable_ended_webhooks",
    everySeconds: 30,
    run: (deps) => disableEndedWebhooks(deps.ctx),
  },
  // Should the bus lose the messages that tell of events.
  { name: "fan_out_events", everySeconds: 60, run: (deps) => fanOutEvents(deps.ctx) },
];

export async function purgeEvents({ ctx }: Pick<ClockDeps, "ctx">): Promise<number> {
  const before = new Date(ctx.now().getTime() - EVENTS_KEPT_DAYS * dayMs);
  return deleteEvents(ctx.db, { before, rowsMax: purgeRowsPerRunMax });
}
