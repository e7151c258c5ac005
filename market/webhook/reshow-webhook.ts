import { type EndpointRow, findEndpoint } from "../../db/queries/events/webhooks.ts";
import type { Context } from "../context.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import { requireWebhook } from "./webhook-view.ts";

/**
 * The webhook of a call that is repeated by its key, with the secret that the first answer showed.
 * Errors: webhook_not_found.
 */
export async function reshowWebhook(
  ctx: Context,
  actor: EventReader,
  first: { webhookId: string; generation: number },
): Promise<EndpointRow> {
  const endpoint = await findEndpoint(ctx.db, principalOf(actor), first.webhookId);
  requireWebhook(endpoint);
  return { ...endpoint, secretGeneration: first.generation };
}
