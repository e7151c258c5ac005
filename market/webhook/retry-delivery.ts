import { lockDelivery, updateDelivery } from "../../db/queries/events/webhook-deliveries.ts";
import { lockEndpoint } from "../../db/queries/events/webhooks.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import type { DeliveryView } from "./schemas.ts";
import { requireWebhook, viewDelivery } from "./webhook-view.ts";

/**
 * Makes a delivery due at once, whether it is pending, failed or delivered; its attempts are counted from
 * zero. One that is being sent right now stays. Errors: webhook_not_found,
 * held_by_another_key, delivery_not_found, webhook_disabled.
 */
export async function retryDelivery(
  ctx: Context,
  actor: EventReader,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<DeliveryView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, principalOf(actor), webhookId);
    requireWebhook(endpoint);
    await requireHoldingKey(tx, actor, { holdingKeyId: endpoint.apiKeyId, now });
    const found = await lockDelivery(tx, { endpointId: endpoint.id, deliveryId });
    if (found === null) {
      throw new MarketError("delivery_not_found", "This webhook has no such delivery.");
    }
    if (endpoint.disabledAt !== null) {
      throw new MarketError("webhook_disabled", "Enable it first: PATCH it with `enabled: true`.");
    }
    const { leasedUntil } = found.delivery;
    if (leasedUntil !== null && leasedUntil > now) return viewDelivery(found);
    const change = { state: "pending", attempts: 0, dueAt: now, endedAt: null } as const;
    const delivery = await updateDelivery(tx, found.delivery.id, change);
    return viewDelivery({ ...found, delivery });
  });
}
