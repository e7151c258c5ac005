import { deleteEndpoint, lockEndpoint } from "../../db/queries/events/webhooks.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import type { Context } from "../context.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import { auditedAddress } from "./stored-address.ts";
import { requireWebhook } from "./webhook-view.ts";

/** Deletes it with its log; pending deliveries are dropped. Errors: webhook_not_found, held_by_another_key. */
export async function deleteWebhook(
  ctx: Context,
  actor: EventReader,
  webhookId: string,
): Promise<{ id: string; deleted: true }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, principalOf(actor), webhookId);
    requireWebhook(endpoint);
    await requireHoldingKey(tx, actor, { holdingKeyId: endpoint.apiKeyId, now });
    await deleteEndpoint(tx, endpoint.id);
    const subject = { subjectKind: "webhook", subjectId: endpoint.id } as const;
    const detail = auditedAddress(ctx, endpoint);
    await writeAudit(tx, { actor, action: "webhook.deleted", ...subject, detail }, now);
    return { id: endpoint.id, deleted: true };
  });
}
