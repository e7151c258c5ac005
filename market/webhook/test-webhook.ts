import type { Database } from "../../db/client.ts";
import { firstOfLastEvents } from "../../db/queries/events/events.ts";
import { lockEndpoint } from "../../db/queries/events/webhooks.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import { hourMs, secondsUntil } from "../../platform/time.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import { WEBHOOK_TESTS_PER_HOUR_MAX } from "./limits.ts";
import type { TestedWebhookView } from "./schemas.ts";
import { requireWebhook, viewWebhook } from "./webhook-view.ts";

/**
 * Sends an empty event through the normal path, only to this webhook.
 * Errors: webhook_not_found, held_by_another_key, webhook_disabled, rate_limited,
 * stored_secret_unreadable.
 */
export async function testWebhook(
  ctx: Context,
  actor: EventReader,
  webhookId: string,
): Promise<TestedWebhookView> {
  const principal = principalOf(actor);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, principal, webhookId);
    requireWebhook(endpoint);
    await requireHoldingKey(tx, actor, { holdingKeyId: endpoint.apiKeyId, now });
    if (endpoint.disabledAt !== null) {
      throw new MarketError("webhook_disabled", "Enable it first: PATCH it with `enabled: true`.");
    }
    await requireAllowance(tx, principal, now);
    const [eventId] = await emitEvent(
      tx,
      {
        type: "webhook.test",
        subjectId: endpoint.id,
        to: [principal],
        data: { webhook_id: endpoint.id },
      },
      now,
    );
    if (eventId === undefined) throw new Error("the test event has no recipient");
    const { links } = viewWebhook(ctx, endpoint);
    return { event_id: eventId, links: { delivery: `${links.deliveries}?event_id=${eventId}` } };
  });
}

const windowMs = hourMs;

async function requireAllowance(tx: Database, principal: Principal, now: Date): Promise<void> {
  const since = new Date(now.getTime() - windowMs);
  const last = { type: "webhook.test", since, max: WEBHOOK_TESTS_PER_HOUR_MAX } as const;
  const first = await firstOfLastEvents(tx, principal, last);
  if (first === null) return;
  throw new MarketError(
    "rate_limited",
    `At most ${WEBHOOK_TESTS_PER_HOUR_MAX} tests of webhooks are allowed in an hour.`,
    { retryAfterSeconds: secondsUntil(first.getTime() + windowMs, now) },
  );
}
