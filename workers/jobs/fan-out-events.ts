/** The job for the event stream: creates webhook deliveries. */
import { z } from "zod";
import type { Context } from "../../market/context.ts";
import { fanOutEvents } from "../../market/webhook/fan-out-events.ts";
import { defineJob, type Job } from "../consume.ts";

const payloadSchema = z.object({
  type: z.string(),
  subject: z.object({ kind: z.string(), id: z.string() }),
});

/** A message is only a signal: one run handles everything that waits. */
export function createFanOutJob({ ctx, wake }: { ctx: Context; wake: () => void }): Job {
  return defineJob<"events.published">(payloadSchema, async () => {
    const created = await fanOutEvents(ctx);
    if (created > 0) wake();
    return { kind: "done", detail: `${created} deliveries created` };
  });
}
