import { pageDeliveries } from "../../db/queries/events/webhook-deliveries.ts";
import { findEndpoint } from "../../db/queries/events/webhooks.ts";
import type { Context } from "../context.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import { offsetPagination } from "../pagination.ts";
import type { DeliveriesQuery, DeliveriesView } from "./schemas.ts";
import { requireWebhook, viewDelivery } from "./webhook-view.ts";

/** What was sent, or is to be, the latest event first. Errors: webhook_not_found. */
export async function listDeliveries(
  ctx: Context,
  actor: EventReader,
  webhookId: string,
  { event_id: eventId, status: state, ...page }: DeliveriesQuery,
): Promise<DeliveriesView> {
  const endpoint = await findEndpoint(ctx.db, principalOf(actor), webhookId);
  requireWebhook(endpoint);
  const asked = { endpointId: endpoint.id, eventId, state, ...page };
  const { rows, total } = await pageDeliveries(ctx.db, asked);
  return {
    items: rows.map(viewDelivery),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}
