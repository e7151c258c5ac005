/** What the clock does for events: owes them to webhooks, and ends those whose credential has ended. */
import { disableEndedWebhooks } from "../../market/webhook/disable-ended-webhooks.ts";
import { fanOutEvents } from "../../market/webhook/fan-out-events.ts";
import type { ClockTask } from "./task.ts";

export const eventClockTasks: ClockTask[] = [
  { name: "disable_ended_webhooks", everySeconds: 30, run: ({ ctx }) => disableEndedWebhooks(ctx) },
  // Should the bus lose the messages that tell of events.
  { name: "fan_out_events", everySeconds: 60, run: ({ ctx }) => fanOutEvents(ctx) },
];
