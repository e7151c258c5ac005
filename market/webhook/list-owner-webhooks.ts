import { pageOwnerEndpoints } from "../../db/queries/events/owner-webhooks.ts";
import type { Context, OwnerActor } from "../context.ts";
import { offsetPagination } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { type OwnerWebhookView, viewOwnerWebhook } from "./owner-webhook-view.ts";
import type { WebhooksQuery } from "./schemas.ts";

/** The webhooks of the account and of all of its seller agents, the newest first. */
export async function listOwnerWebhooks(
  ctx: Context,
  { accountId }: OwnerActor,
  page: WebhooksQuery,
): Promise<{ items: OwnerWebhookView[]; pagination: Pagination }> {
  const { rows, total } = await pageOwnerEndpoints(ctx.db, accountId, page);
  return {
    items: rows.map((row) => viewOwnerWebhook(ctx, row)),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}
