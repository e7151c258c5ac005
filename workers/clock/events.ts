/**
 * Clock tasks for events: creates webhook deliveries, and disables webhooks whose credential has
 * ended.
 */
import { disableEndedWebhooks } from "../../market/webhook/disable-ended-webhooks.ts";
import { fanOutEvents } from "../../market/webhook/fan-out-events.ts";
import type { ClockTask } from "./task.ts";

export const eventClockTasks: ClockTask[] = [
  { name: "disable_ended_webhooks", everySeconds: 30, run: ({ ctx }) => disableEndedWebhooks(ctx) },
  // In case the bus loses messages about new events.
  { name: "fan_out_events", everySeconds: 60, run: ({ ctx }) => fanOutEvents(ctx) },
];
