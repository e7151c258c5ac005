/** How webhooks, their secrets and their deliveries are shown to who made them. */
import type { DeliveryWithEvent } from "../../db/queries/events/webhook-deliveries.ts";
import type { EndpointRow } from "../../db/queries/events/webhooks.ts";
import { webhookSecret } from "../../platform/webhooks/signature.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { signingGenerations } from "./rules.ts";
import type { DeliveryView, WebhookView } from "./schemas.ts";
import { addressOf } from "./stored-address.ts";

type Deployment = { config: Context["config"] };

/** Errors: stored_secret_unreadable. */
export function viewWebhook({ config }: Deployment, endpoint: EndpointRow): WebhookView {
  const self = `${config.PUBLIC_BASE_URL}/webhooks/${endpoint.id}`;
  return {
    id: endpoint.id,
    url: addressOf({ config }, endpoint),
    types: endpoint.types,
    description: endpoint.description,
    enabled: endpoint.disabledAt === null,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    disabled_reason: endpoint.disabledReason,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    previous_secret_until: endpoint.previousSecretUntil?.toISOString() ?? null,
    api_key_id: endpoint.apiKeyId,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
    links: { self, deliveries: `${self}/deliveries` },
  };
}

/** Its signing secret, as it is shown. */
export function secretOf({ config }: Deployment, endpoint: EndpointRow): string {
  const { id, secretGeneration: generation } = endpoint;
  return webhookSecret(config.WEBHOOK_SECRET[0], { id, generation });
}

/** The secrets that its receiver may hold: one of each generation by each of the deployment's. */
export function signingSecrets({ config }: Deployment, endpoint: EndpointRow, now: Date): string[] {
  return signingGenerations(endpoint, now).flatMap((generation) =>
    config.WEBHOOK_SECRET.map((secret) => webhookSecret(secret, { id: endpoint.id, generation })),
  );
}

export function viewDelivery({ delivery, event }: DeliveryWithEvent): DeliveryView {
  return {
    id: delivery.id,
    webhook_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: event.type,
    status: delivery.state,
    attempts: delivery.attempts,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: delivery.dueAt?.toISOString() ?? null,
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    response_status: delivery.lastStatus,
    error: delivery.lastError,
    response_excerpt: delivery.lastResponse,
    ended_at: delivery.endedAt?.toISOString() ?? null,
  };
}

/** Errors: webhook_not_found, another principal's included. */
export function requireWebhook(endpoint: EndpointRow | null): asserts endpoint is EndpointRow {
  if (endpoint !== null) return;
  throw new MarketError("webhook_not_found", "No webhook of yours has this id.");
}
