/** Deletes records of the payment provider's old events. */

import { deletePaymentEvents } from "../../db/queries/purchases/payment-events.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { type PurgeLimits, purgeInBatches, purgeLimits } from "../purge-in-batches.ts";

/** The provider repeats an event for days, never for months. */
const paymentEventsKeptDays = 90;

/** Returns how many records it deleted. Any number of processes may run it. */
export async function purgePaymentEvents(
  ctx: Context,
  limits: PurgeLimits = purgeLimits,
): Promise<number> {
  const before = new Date(ctx.now().getTime() - paymentEventsKeptDays * dayMs);
  return purgeInBatches(limits, (rowsMax) => deletePaymentEvents(ctx.db, { before, rowsMax }));
}
