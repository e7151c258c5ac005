import { z } from "zod";
import type { EndpointRow } from "../../db/queries/events/webhooks.ts";
import type { Context } from "../../market/context.ts";
import type { EventReader } from "../../market/event/principal.ts";
import { webhooks } from "../../market/webhook/contract.ts";
import { createWebhook } from "../../market/webhook/create-webhook.ts";
import { deleteWebhook } from "../../market/webhook/delete-webhook.ts";
import {
  getWebhook,
  listDeliveries,
  listWebhooks,
  reshowWebhook,
} from "../../market/webhook/read.ts";
import { retryDelivery } from "../../market/webhook/retry-delivery.ts";
import { rotateWebhookSecret } from "../../market/webhook/rotate-webhook-secret.ts";
import { testWebhook } from "../../market/webhook/test-webhook.ts";
import { updateWebhook } from "../../market/webhook/update-webhook.ts";
import { secretOf, viewWebhook } from "../../market/webhook/webhook-view.ts";
import type { Edge } from "../edge.ts";
import { bind } from "../http/bind.ts";

export const webhookEndpointRoutes = (edge: Edge) =>
  bind(edge, webhooks, {
    createWebhook: {
      act: (ctx, caller, { body }) => createWebhook(ctx, caller, body),
      ...withSecret,
    },
    listWebhooks: (ctx, caller, { query }) => listWebhooks(ctx, caller, query),
    getWebhook: (ctx, caller, { params }) => getWebhook(ctx, caller, params.id),
    updateWebhook: (ctx, caller, { params, body, precondition }) =>
      updateWebhook(ctx, caller, params.id, body, { precondition }),
    deleteWebhook: (ctx, caller, { params }) => deleteWebhook(ctx, caller, params.id),
    rotateWebhookSecret: {
      act: (ctx, caller, { params }) => rotateWebhookSecret(ctx, caller, params.id),
      ...withSecret,
    },
    testWebhook: (ctx, caller, { params }) => testWebhook(ctx, caller, params.id),
    listWebhookDeliveries: (ctx, caller, { params, query }) =>
      listDeliveries(ctx, caller, params.id, query),
    retryWebhookDelivery: (ctx, caller, { params }) =>
      retryDelivery(ctx, caller, { webhookId: params.id, deliveryId: params.delivery_id }),
  });

const recordShape = z.object({ webhookId: z.string(), generation: z.int() });

/** The secret is shown but never stored: a repeat derives it again. */
const withSecret = {
  view: (ctx: Context, endpoint: EndpointRow) => ({
    ...viewWebhook(ctx, endpoint),
    secret: secretOf(ctx, endpoint),
  }),
  keep: ({ id: webhookId, secretGeneration: generation }: EndpointRow) => ({
    webhookId,
    generation,
  }),
  restore: (ctx: Context, caller: EventReader, kept: unknown) =>
    reshowWebhook(ctx, caller, recordShape.parse(kept)),
};
