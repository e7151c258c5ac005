import {
  type EndpointRow,
  lockEndpoint,
  updateEndpoint,
} from "../../db/queries/events/webhooks.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import type { Context } from "../context.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import { previousSecretUntil } from "./rules.ts";
import { requireWebhook } from "./webhook-view.ts";

/**
 * Gives the webhook a new secret; the previous one also signs for a while.
 * Errors: webhook_not_found, held_by_another_key.
 */
export async function rotateWebhookSecret(
  ctx: Context,
  actor: EventReader,
  webhookId: string,
): Promise<EndpointRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, principalOf(actor), webhookId);
    requireWebhook(endpoint);
    await requireHoldingKey(tx, actor, { holdingKeyId: endpoint.apiKeyId, now });
    const rotated = await updateEndpoint(tx, endpoint.id, {
      secretGeneration: endpoint.secretGeneration + 1,
      previousSecretUntil: previousSecretUntil(now),
      updatedAt: now,
    });
    const subject = { subjectKind: "webhook", subjectId: endpoint.id } as const;
    await writeAudit(tx, { actor, action: "webhook.secret_rotated", ...subject }, now);
    return rotated;
  });
}
