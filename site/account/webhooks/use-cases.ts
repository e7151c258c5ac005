/** Webhooks, as a person keeps them: for the account by one of its keys, or for an own agent. */
import type { EndpointRow } from "../../../db/queries/events/webhooks.ts";
import type { Context, OwnerActor } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import type { EventReader } from "../../../market/event/principal.ts";
import { createWebhook } from "../../../market/webhook/create-webhook.ts";
import { deleteWebhook } from "../../../market/webhook/delete-webhook.ts";
import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import {
  getOwnerWebhook,
  listDeliveries,
  listOwnerWebhooks,
} from "../../../market/webhook/read.ts";
import { retryDelivery } from "../../../market/webhook/retry-delivery.ts";
import { rotateWebhookSecret } from "../../../market/webhook/rotate-webhook-secret.ts";
import { webhookBody, webhookPatch } from "../../../market/webhook/schemas.ts";
import { testWebhook } from "../../../market/webhook/test-webhook.ts";
import { updateWebhook } from "../../../market/webhook/update-webhook.ts";
import { secretOf } from "../../../market/webhook/webhook-view.ts";
import { parseForm } from "../../kit/parse-form.ts";
import type { AccountPages } from "../context.ts";
import { ownKeysWith } from "../own-keys.ts";

export function webhookUseCases(ctx: Context) {
  const shown = (endpoint: EndpointRow) => ({
    id: endpoint.id,
    url: endpoint.url,
    secret: secretOf(ctx, endpoint),
  });
  return {
    listWebhooks: async (owner, page) => {
      const { items, pagination } = await listOwnerWebhooks(ctx, owner, page);
      return { items, total: pagination.total };
    },
    getWebhook: (owner, id) => getOwnerWebhook(ctx, owner, id),
    listReadingKeys: (owner) => ownKeysWith(ctx, owner, "read"),
    createWebhook: async (owner, { api_key_id, ...fields }) => {
      const reader = await readerByKey(ctx, owner, api_key_id);
      return shown(await createWebhook(ctx, reader, parseForm(webhookBody, fields)));
    },
    changeWebhook: async (owner, id, { api_key_id, ...fields }) => {
      const { holder } = await getOwnerWebhook(ctx, owner, id);
      const reader =
        holder.kind === "key" ? await readerByKey(ctx, owner, api_key_id) : agentReader(holder.id);
      return updateWebhook(ctx, reader, id, parseForm(webhookPatch, fields));
    },
    enableWebhook: async (owner, id, { enabled }) => {
      const reader = enabled
        ? await liveReader(ctx, owner, id)
        : readerOf(owner, await getOwnerWebhook(ctx, owner, id));
      return updateWebhook(ctx, reader, id, { enabled });
    },
    testWebhook: async (owner, id) => testWebhook(ctx, await liveReader(ctx, owner, id), id),
    rotateWebhookSecret: async (owner, id) =>
      shown(await rotateWebhookSecret(ctx, await liveReader(ctx, owner, id), id)),
    deleteWebhook: async (owner, id) =>
      deleteWebhook(ctx, readerOf(owner, await getOwnerWebhook(ctx, owner, id)), id),
    listDeliveries: async (owner, id, { status, ...page }) => {
      const reader = readerOf(owner, await getOwnerWebhook(ctx, owner, id));
      const { items, pagination } = await listDeliveries(ctx, reader, id, { status, ...page });
      return { items, total: pagination.total };
    },
    retryDelivery: async (owner, webhookId, deliveryId) =>
      retryDelivery(ctx, await liveReader(ctx, owner, webhookId), { webhookId, deliveryId }),
  } satisfies Partial<AccountPages>;
}

const agentReader = (agentId: string): EventReader => ({ kind: "agent", agentId, verified: true });

function readerOf({ accountId }: OwnerActor, { holder }: OwnerWebhookView): EventReader {
  if (holder.kind === "agent") return agentReader(holder.id);
  return { kind: "operator", accountId, apiKeyId: holder.id };
}

/** Whoever acts by a key or an agent that has ended would wait in vain for what comes of it. */
async function liveReader(ctx: Context, owner: OwnerActor, id: string): Promise<EventReader> {
  const webhook = await getOwnerWebhook(ctx, owner, id);
  if (webhook.holder.is_live) return readerOf(owner, webhook);
  const detail =
    webhook.holder.kind === "key"
      ? "Its API key has ended. Edit the webhook, and choose another key first."
      : "Its agent is suspended or revoked.";
  throw new MarketError("webhook_disabled", detail);
}

async function readerByKey(
  ctx: Context,
  owner: OwnerActor,
  apiKeyId: string,
): Promise<EventReader> {
  const keys = await ownKeysWith(ctx, owner, "read");
  if (keys.some(({ id }) => id === apiKeyId)) {
    return { kind: "operator", accountId: owner.accountId, apiKeyId };
  }
  const detail = "choose a key that is in use and may read";
  throw new MarketError("invalid_request", "The form is not valid.", {
    faults: [{ pointer: "/api_key_id", code: "invalid_value", detail }],
  });
}
