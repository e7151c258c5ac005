import type { Database } from "../../db/client.ts";
import {
  disableEndpoint,
  type EndpointChange,
  type EndpointRow,
  lockEndpoint,
  updateEndpoint,
} from "../../db/queries/events/webhooks.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import type { Context } from "../context.ts";
import { type EventReader, principalOf } from "../event/principal.ts";
import type { Precondition } from "../precondition.ts";
import { requireCallableUrl } from "./callable-url.ts";
import type { WebhookPatch, WebhookView } from "./schemas.ts";
import { storedAddress } from "./stored-address.ts";
import { requireWebhook, viewWebhook } from "./webhook-view.ts";

/**
 * Changes the given fields; from then on it depends on the key that changed it. `isForOwner`: the account's
 * person has chosen that key. Errors: webhook_not_found, held_by_another_key, precondition_failed,
 * invalid_request, stored_secret_unreadable.
 */
export async function updateWebhook(
  ctx: Context,
  actor: EventReader,
  webhookId: string,
  patch: WebhookPatch,
  {
    isForOwner = false,
    precondition,
  }: { isForOwner?: boolean; precondition?: Precondition | undefined } = {},
): Promise<WebhookView> {
  if (patch.url !== undefined) requireCallableUrl(ctx, patch.url);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, principalOf(actor), webhookId);
    requireWebhook(endpoint);
    const holdingKeyId = isForOwner ? null : endpoint.apiKeyId;
    await requireHoldingKey(tx, actor, { holdingKeyId, now });
    precondition?.(viewWebhook(ctx, endpoint));
    const { enabled, url, ...fields } = patch;
    const address = url === undefined ? {} : { url: storedAddress(ctx, endpoint.id, url) };
    const key = actor.kind === "operator" ? { apiKeyId: actor.apiKeyId } : {};
    const to = enabled === true ? enabling : {};
    const change = { ...fields, ...address, ...key, ...to, updatedAt: now };
    const changed = await updateEndpoint(tx, endpoint.id, defined(change));
    const detail = { fields: Object.keys(patch) };
    const subject = { subjectKind: "webhook", subjectId: endpoint.id } as const;
    await writeAudit(tx, { actor, action: "webhook.updated", ...subject, detail }, now);
    const isStopped = enabled === false && changed.disabledAt === null;
    return viewWebhook(ctx, isStopped ? await stop(tx, changed, now) : changed);
  });
}

const enabling = { disabledAt: null, disabledReason: null, failingSince: null };

function stop(tx: Database, endpoint: EndpointRow, now: Date): Promise<EndpointRow> {
  return disableEndpoint(tx, endpoint.id, { reason: "by_request", now });
}

/** Drops omitted fields. */
function defined(change: { [Key in keyof EndpointChange]: EndpointChange[Key] | undefined }) {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as EndpointChange;
}
