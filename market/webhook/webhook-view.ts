import type { DeliveryWithEvent } from "../../db/queries/events/webhook-deliveries.ts";
import type { EndpointRow } from "../../db/queries/events/webhooks.ts";
import { webhookSecret } from "../../platform/webhooks/signature.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { view } from "../view.ts";
import { signingGenerations } from "./rules.ts";
import { type DeliveryView, deliveryView, type WebhookView, webhookView } from "./schemas.ts";
import { addressOf } from "./stored-address.ts";

type Deployment = { config: Context["config"] };

/** Errors: stored_secret_unreadable. */
export function viewWebhook({ config }: Deployment, endpoint: EndpointRow): WebhookView {
  const self = `${config.PUBLIC_BASE_URL}/webhooks/${endpoint.id}`;
  return view(webhookView, endpoint, {
    url: addressOf({ config }, endpoint),
    enabled: endpoint.disabledAt === null,
    links: { self, deliveries: `${self}/deliveries` },
  });
}

/** Its signing secret as text. */
export function secretOf({ config }: Deployment, endpoint: EndpointRow): string {
  const { id, secretGeneration: generation } = endpoint;
  return webhookSecret(config.WEBHOOK_SECRET[0], { id, generation });
}

/** Every secret that its receiver may hold: one of each generation for each deployment secret. */
export function signingSecrets({ config }: Deployment, endpoint: EndpointRow, now: Date): string[] {
  return signingGenerations(endpoint, now).flatMap((generation) =>
    config.WEBHOOK_SECRET.map((secret) => webhookSecret(secret, { id: endpoint.id, generation })),
  );
}

export function viewDelivery({ delivery, event }: DeliveryWithEvent): DeliveryView {
  return view(deliveryView, delivery, {
    webhook_id: delivery.endpointId,
    event_type: event.type,
    status: delivery.state,
    next_attempt_at: delivery.dueAt?.toISOString() ?? null,
    response_status: delivery.lastStatus,
    error: delivery.lastError,
    response_excerpt: delivery.lastResponse,
  });
}

/** Errors: webhook_not_found, also for another principal's. */
export function requireWebhook(endpoint: EndpointRow | null): asserts endpoint is EndpointRow {
  if (endpoint !== null) return;
  throw new MarketError("webhook_not_found", "You have no webhook with this id.");
}
