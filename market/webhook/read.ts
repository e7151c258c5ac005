/** Reads of webhooks and deliveries, by their principal or by the account's owner. */

import { findOwnerEndpoint, pageOwnerEndpoints } from "../../db/queries/events/owner-webhooks.ts";
import {
  type DeliveryWithEvent,
  pageDeliveries,
} from "../../db/queries/events/webhook-deliveries.ts";
import { type EndpointRow, findEndpoint, pageEndpoints } from "../../db/queries/events/webhooks.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import { idShape, largeNumberShape } from "../list-cursor.ts";
import { offsetPagination, readPage } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { type OwnerWebhookView, viewOwnerWebhook } from "./owner-webhook-view.ts";
import type {
  DeliveriesQuery,
  DeliveriesView,
  WebhooksQuery,
  WebhooksView,
  WebhookView,
} from "./schemas.ts";
import { requireWebhook, viewDelivery, viewWebhook } from "./webhook-view.ts";

/** Errors: webhook_not_found, stored_secret_unreadable. */
export async function getWebhook(
  ctx: Context,
  actor: EventReader,
  webhookId: string,
): Promise<WebhookView> {
  const endpoint = await findEndpoint(ctx.db, principalOf(actor), webhookId);
  requireWebhook(endpoint);
  return viewWebhook(ctx, endpoint);
}

/**
 * The principal's webhooks, newest first.
 * Errors: stored_secret_unreadable, invalid_request (a foreign cursor).
 */
export async function listWebhooks(
  ctx: Context,
  actor: EventReader,
  page: WebhooksQuery,
): Promise<WebhooksView> {
  const list = { name: "webhooks", shape: idShape, keyOf: ({ id }: EndpointRow) => id };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageEndpoints(ctx.db, principalOf(actor), slice),
  );
  return { items: rows.map((endpoint) => viewWebhook(ctx, endpoint)), pagination };
}

/**
 * The webhook of a call repeated by its idempotency key, with the secret of the first answer.
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

/**
 * Deliveries in every state, latest event first.
 * Errors: webhook_not_found, invalid_request (a foreign cursor).
 */
export async function listDeliveries(
  ctx: Context,
  actor: EventReader,
  webhookId: string,
  { event_id: eventId, status: state, ...page }: DeliveriesQuery,
): Promise<DeliveriesView> {
  const endpoint = await findEndpoint(ctx.db, principalOf(actor), webhookId);
  requireWebhook(endpoint);
  const of = { endpointId: endpoint.id, eventId, state };
  const list = {
    name: `deliveries ${endpoint.id}`,
    shape: largeNumberShape,
    keyOf: ({ delivery }: DeliveryWithEvent) => String(delivery.position),
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageDeliveries(ctx.db, { ...of, ...slice }),
  );
  return { items: rows.map(viewDelivery), pagination };
}

/** A webhook of the account, or of one of its seller agents. Errors: webhook_not_found. */
export async function getOwnerWebhook(
  ctx: Context,
  { accountId }: OwnerActor,
  webhookId: string,
): Promise<OwnerWebhookView> {
  const found = await findOwnerEndpoint(ctx.db, accountId, webhookId);
  if (found !== null) return viewOwnerWebhook(ctx, found);
  throw new MarketError("webhook_not_found", "You have no webhook with this id.");
}

/** The webhooks of the account and of all its seller agents, newest first. */
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
