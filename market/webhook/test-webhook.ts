import { lockEndpoint } from "../../db/queries/webhooks.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import type { TestedWebhookView } from "./schemas.ts";
import { requireWebhook, viewWebhook } from "./webhook-view.ts";

/**
 * Sends an event that says nothing the way of every other one, to this webhook alone.
 * Errors: webhook_not_found, webhook_disabled.
 */
export async function testWebhook(
  ctx: Context,
  actor: EventReader,
  webhookId: string,
): Promise<TestedWebhookView> {
  const principal = principalOf(actor);
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, principal, webhookId);
    requireWebhook(endpoint);
    if (endpoint.disabledAt !== null) {
      throw new MarketError("webhook_disabled", "Enable it first: PATCH it with `enabled: true`.");
    }
    const [eventId] = await emitEvent(
      tx,
      {
        type: "webhook.test",
        subjectId: endpoint.id,
        to: [principal],
        data: { webhook_id: endpoint.id },
      },
      ctx.now(),
    );
    if (eventId === undefined) throw new Error("the test of a webhook told nobody");
    const { links } = viewWebhook(ctx, endpoint);
    return { event_id: eventId, links: { delivery: `${links.deliveries}?event_id=${eventId}` } };
  });
}
