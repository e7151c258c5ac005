/** Records successful deliveries of several webhooks at once. */
import { type DeliveredTry, endDelivered } from "../../db/queries/events/webhook-deliveries.ts";
import { clearFailing, shareEndpoints } from "../../db/queries/events/webhooks.ts";
import type { Context } from "../context.ts";

/**
 * Ends successful deliveries in one transaction. Locks the endpoints before the deliveries, like
 * their owners' changes; a deleted endpoint has no deliveries any more.
 */
export async function recordDeliveries(
  ctx: Context,
  delivered: readonly DeliveredTry[],
): Promise<void> {
  const ids = [...new Set(delivered.map(({ endpointId }) => endpointId))];
  await ctx.db.transaction(async (tx) => {
    const endpoints = await shareEndpoints(tx, ids);
    const failing = endpoints.filter(({ failingSince }) => failingSince !== null);
    await clearFailing(
      tx,
      failing.map(({ id }) => id),
    );
    await endDelivered(tx, delivered, ctx.now());
  });
}
