import { pageEndpoints } from "../../db/queries/events/webhooks.ts";
import type { Context } from "../context.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import { offsetPagination } from "../pagination.ts";
import type { WebhooksQuery, WebhooksView } from "./schemas.ts";
import { viewWebhook } from "./webhook-view.ts";

/** The principal's webhooks, the newest first. */
export async function listWebhooks(
  ctx: Context,
  actor: EventReader,
  page: WebhooksQuery,
): Promise<WebhooksView> {
  const { rows, total } = await pageEndpoints(ctx.db, principalOf(actor), page);
  return {
    items: rows.map((endpoint) => viewWebhook(ctx, endpoint)),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}
