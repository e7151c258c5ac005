/** The routes by which webhooks are made, changed, tested and looked into. */
import { Elysia } from "elysia";
import { z } from "zod";
import type { EndpointRow } from "../../../db/queries/events/webhooks.ts";
import type { Context } from "../../../market/context.ts";
import type { EventReader } from "../../../market/event/principal.ts";
import { emptyBody, emptyQuery, idParams } from "../../../market/text.ts";
import { createWebhook } from "../../../market/webhook/create-webhook.ts";
import { deleteWebhook } from "../../../market/webhook/delete-webhook.ts";
import {
  getWebhook,
  listDeliveries,
  listWebhooks,
  reshowWebhook,
} from "../../../market/webhook/read.ts";
import { retryDelivery } from "../../../market/webhook/retry-delivery.ts";
import { rotateWebhookSecret } from "../../../market/webhook/rotate-webhook-secret.ts";
import {
  deliveriesQuery,
  deliveryParams,
  webhookBody,
  webhookPatch,
  webhooksQuery,
} from "../../../market/webhook/schemas.ts";
import { testWebhook } from "../../../market/webhook/test-webhook.ts";
import { updateWebhook } from "../../../market/webhook/update-webhook.ts";
import { secretOf, viewWebhook } from "../../../market/webhook/webhook-view.ts";
import type { Edge } from "../../edge.ts";
import { requireOperatorOrAgent } from "../../http/authenticate.ts";
import { ifMatch, tagged } from "../../http/conditional.ts";
import { callerOf, idempotently, json } from "../../http/idempotency.ts";
import { webhookOperations as operations } from "./webhook-endpoints.operations.ts";

/** Where operators and seller agents have their events sent. */
export const webhookEndpointRoutes = (edge: Edge) =>
  new Elysia({ name: "webhook-endpoints" })
    .use(endpointRoutes(edge))
    .use(secretRoutes(edge))
    .use(deliveryRoutes(edge));

const authenticate = ({ ctx, tokens }: Edge) =>
  async function readCaller({ request }: { request: Request }) {
    return { caller: await requireOperatorOrAgent(ctx, tokens, request, "read") };
  };

const endpointRoutes = (edge: Edge) =>
  new Elysia({ name: "webhook-endpoints-managing" })
    .derive(authenticate(edge))
    .get(
      "/webhooks",
      async ({ caller, query }) => json(200, await listWebhooks(edge.ctx, caller, query)),
      { query: webhooksQuery, detail: operations.listWebhooks },
    )
    .get(
      "/webhooks/:id",
      async ({ request, caller, params }) =>
        tagged(request, await getWebhook(edge.ctx, caller, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.getWebhook },
    )
    .patch(
      "/webhooks/:id",
      async ({ request, caller, params, body }) => {
        const asked = { precondition: ifMatch(request) };
        return tagged(request, await updateWebhook(edge.ctx, caller, params.id, body, asked));
      },
      {
        params: idParams,
        body: webhookPatch,
        query: emptyQuery,
        detail: operations.updateWebhook,
      },
    )
    .delete(
      "/webhooks/:id",
      async ({ caller, params }) => json(200, await deleteWebhook(edge.ctx, caller, params.id)),
      { params: idParams, query: emptyQuery, detail: operations.deleteWebhook },
    );

const secretRoutes = (edge: Edge) =>
  new Elysia({ name: "webhook-endpoints-secrets" })
    .derive(authenticate(edge))
    .post(
      "/webhooks",
      ({ request, caller, body }) =>
        onceWithSecret(edge.ctx, { request, caller, input: body, status: 201 }, (inner) =>
          createWebhook(inner, caller, body),
        ),
      { body: webhookBody, query: emptyQuery, detail: operations.createWebhook },
    )
    .post(
      "/webhooks/:id/rotate-secret",
      ({ request, caller, params }) =>
        onceWithSecret(edge.ctx, { request, caller, input: {}, status: 200 }, (inner) =>
          rotateWebhookSecret(inner, caller, params.id),
        ),
      {
        params: idParams,
        body: emptyBody,
        query: emptyQuery,
        detail: operations.rotateWebhookSecret,
      },
    );

const deliveryRoutes = (edge: Edge) =>
  new Elysia({ name: "webhook-endpoints-deliveries" })
    .derive(authenticate(edge))
    .get(
      "/webhooks/:id/deliveries",
      async ({ caller, params, query }) =>
        json(200, await listDeliveries(edge.ctx, caller, params.id, query)),
      { params: idParams, query: deliveriesQuery, detail: operations.listWebhookDeliveries },
    )
    .post(
      "/webhooks/:id/test",
      ({ request, caller, params }) =>
        once(edge.ctx, { request, caller, input: {}, status: 202 }, (inner) =>
          testWebhook(inner, caller, params.id),
        ),
      { params: idParams, body: emptyBody, query: emptyQuery, detail: operations.testWebhook },
    )
    .post(
      "/webhooks/:id/deliveries/:delivery_id/retry",
      ({ request, caller, params: { id: webhookId, delivery_id: deliveryId } }) =>
        once(edge.ctx, { request, caller, input: {}, status: 202 }, (inner) =>
          retryDelivery(inner, caller, { webhookId, deliveryId }),
        ),
      {
        params: deliveryParams,
        body: emptyBody,
        query: emptyQuery,
        detail: operations.retryWebhookDelivery,
      },
    );

type WebhookCall = { request: Request; caller: EventReader; input: unknown; status: number };

function once<T>(
  ctx: Context,
  { caller, ...call }: WebhookCall,
  run: (ctx: Context) => Promise<T>,
): Promise<Response> {
  const view = (result: T) => result;
  return idempotently(ctx, { ...call, caller: callerOf(caller), run, view });
}

const storedShape = z.object({ webhookId: z.string(), generation: z.int() });

/** The secret is shown, but never kept: a repeat derives it anew. */
function onceWithSecret(
  ctx: Context,
  { caller, ...call }: WebhookCall,
  run: (ctx: Context) => Promise<EndpointRow>,
): Promise<Response> {
  return idempotently(ctx, {
    ...call,
    caller: callerOf(caller),
    run,
    view: (endpoint) => ({ ...viewWebhook(ctx, endpoint), secret: secretOf(ctx, endpoint) }),
    store: ({ id: webhookId, secretGeneration: generation }) => ({ webhookId, generation }),
    restore: (inner, stored) => reshowWebhook(inner, caller, storedShape.parse(stored)),
  });
}
