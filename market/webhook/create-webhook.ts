import { v7 } from "uuid";
import {
  countEndpointsAlone,
  type EndpointRow,
  insertEndpoint,
} from "../../db/queries/events/webhooks.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import { requireCallableUrl } from "./callable-url.ts";
import { WEBHOOKS_PER_PRINCIPAL_MAX } from "./limits.ts";
import type { WebhookBody } from "./schemas.ts";
import { auditedAddress, storedAddress } from "./stored-address.ts";

/**
 * Sends the principal's events to an address from now on. The secret is derived, not stored;
 * `secretOf` shows it to the creator. Errors: invalid_request, limit_reached.
 */
export async function createWebhook(
  ctx: Context,
  actor: EventReader,
  { url, types, description }: WebhookBody,
): Promise<EndpointRow> {
  requireCallableUrl(ctx, url);
  const now = ctx.now();
  const principal = principalOf(actor);
  return ctx.db.transaction(async (tx) => {
    if ((await countEndpointsAlone(tx, principal)) >= WEBHOOKS_PER_PRINCIPAL_MAX) {
      const detail = `You have ${WEBHOOKS_PER_PRINCIPAL_MAX} webhooks at most: delete one first.`;
      throw new MarketError("limit_reached", detail);
    }
    const id = v7();
    const endpoint = await insertEndpoint(tx, {
      id,
      principalKind: principal.kind,
      principalId: principal.id,
      apiKeyId: actor.kind === "operator" ? actor.apiKeyId : null,
      url: storedAddress(ctx, id, url),
      types,
      description,
      createdAt: now,
      updatedAt: now,
    });
    const subject = { subjectKind: "webhook", subjectId: endpoint.id } as const;
    const detail = auditedAddress(ctx, endpoint);
    await writeAudit(tx, { actor, action: "webhook.created", ...subject, detail }, now);
    return endpoint;
  });
}
