/** Creates deliveries to webhooks from events. */

import { numberCommitted } from "../../db/notices/notifier.ts";
import {
  enqueueDeliveries,
  findNextPosition,
  lockCursor,
  moveCursor,
} from "../../db/queries/events/webhook-deliveries.ts";
import type { Context } from "../context.ts";

const eventsPerStepMax = 500;

/**
 * Creates deliveries of new events for the webhooks that want them, in order. Any number of processes may
 * run it at once: one has the turn and works for all. Returns how many deliveries.
 */
export async function fanOutEvents(ctx: Context): Promise<number> {
  let owed = 0;
  await numberCommitted(ctx.db);
  for (;;) {
    const step = await ctx.db.transaction(async (tx) => {
      const after = await lockCursor(tx);
      const upTo = await findNextPosition(tx, { after, rowsMax: eventsPerStepMax });
      if (upTo === null) return null;
      const count = await enqueueDeliveries(tx, { after, upTo, now: ctx.now() });
      await moveCursor(tx, upTo);
      return count;
    });
    if (step === null) return owed;
    owed += step;
  }
}
