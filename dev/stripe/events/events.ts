/** `/v1/events` and `/v1/webhook_endpoints`. */
import type Stripe from "stripe";
import { z } from "zod";
import { type Call, operation } from "../http/call.ts";
import { newId, randomText } from "../http/ids.ts";
import { inPath, isInRange, page } from "../http/lists.ts";
import * as param from "../http/params.ts";
import type { Store } from "../store.ts";
import type { Endpoint } from "./webhooks.ts";

const endpointSchema = z.strictObject({
  url: param.url,
  enabled_events: z.array(z.string()).min(1),
  api_version: param.text.optional(),
  description: param.text.optional(),
  metadata: param.metadata.optional(),
  connect: param.bool.optional(),
  expand: param.expand,
} satisfies param.FieldsOf<Stripe.WebhookEndpointCreateParams>);

function createEndpoint(call: Call, input: z.output<typeof endpointSchema>) {
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId("we"),
    object: "webhook_endpoint",
    api_version: input.api_version ?? null,
    application: null,
    created: call.now,
    description: input.description ?? null,
    enabled_events: input.enabled_events,
    livemode: false,
    metadata: param.mergeMetadata({}, input.metadata),
    status: "enabled",
    url: input.url,
  };
  const secret = `whsec_${randomText(32)}`;
  call.store.save(endpoint);
  call.store.setHidden(endpoint.id, { secret });
  // Stripe shows the secret here and never again.
  return { ...endpoint, secret };
}

/** Webhook endpoints in addition to that of the environment. */
export function storedEndpoints(store: Store): Endpoint[] {
  return store.list("webhook_endpoint").map(({ id, url, enabled_events }) => ({
    id,
    url,
    enabledEvents: enabled_events,
    secret: String(store.hidden(id).secret),
  }));
}

export const eventOperations = [
  operation(
    "GET /v1/events",
    z.strictObject({
      ...param.paging,
      type: param.id.optional(),
      types: z.array(z.string()).optional(),
      created: param.range.optional(),
      delivery_success: param.bool.optional(),
    }),
    (call, { type, types, created, delivery_success, ...paging }) => {
      const events = call.store
        .list("event", { type })
        .filter((event) => types === undefined || types.includes(event.type))
        .filter((event) => isInRange(event.created, created))
        .filter(({ pending_webhooks: pending }) => {
          return delivery_success === undefined || delivery_success === (pending === 0);
        });
      return page(events, paging, "/v1/events");
    },
  ),
  operation("GET /v1/events/:id", z.strictObject({ expand: param.expand }), (call) =>
    inPath(call, "event"),
  ),
  operation("POST /v1/webhook_endpoints", endpointSchema, createEndpoint),
  operation("GET /v1/webhook_endpoints", z.strictObject(param.paging), (call, input) =>
    page(call.store.list("webhook_endpoint"), input, "/v1/webhook_endpoints"),
  ),
  operation("GET /v1/webhook_endpoints/:id", z.strictObject({ expand: param.expand }), (call) =>
    inPath(call, "webhook_endpoint", "webhook_endpoint", "webhook_endpoint"),
  ),
  operation("DELETE /v1/webhook_endpoints/:id", z.strictObject({}), (call) => {
    const { id, object } = inPath(call, "webhook_endpoint", "webhook_endpoint", "webhook_endpoint");
    call.store.remove(id);
    return { id, object, deleted: true };
  }),
];
