import { findOwnerEndpoint } from "../../db/queries/events/owner-webhooks.ts";
import type { Context, OwnerActor } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type OwnerWebhookView, viewOwnerWebhook } from "./owner-webhook-view.ts";

/** A webhook of the account, or of one of its seller agents. Errors: webhook_not_found. */
export async function getOwnerWebhook(
  ctx: Context,
  { accountId }: OwnerActor,
  webhookId: string,
): Promise<OwnerWebhookView> {
  const found = await findOwnerEndpoint(ctx.db, accountId, webhookId);
  if (found !== null) return viewOwnerWebhook(ctx, found);
  throw new MarketError("webhook_not_found", "No webhook of yours has this id.");
}
