import { findEndpoint } from "../../db/queries/events/webhooks.ts";
import type { Context } from "../context.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import type { WebhookView } from "./schemas.ts";
import { requireWebhook, viewWebhook } from "./webhook-view.ts";

/** Errors: webhook_not_found. */
export async function getWebhook(
  ctx: Context,
  actor: EventReader,
  webhookId: string,
): Promise<WebhookView> {
  const endpoint = await findEndpoint(ctx.db, principalOf(actor), webhookId);
  requireWebhook(endpoint);
  return viewWebhook(ctx, endpoint);
}
