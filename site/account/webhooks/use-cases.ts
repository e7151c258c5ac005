import type { EndpointRow } from "../../../db/queries/events/webhooks.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { DeliveryState } from "../../../db/vocabulary/webhook.ts";
import type { Context } from "../../../market/context.ts";
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
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";
import { ownKeysWith } from "../own-keys.ts";

/** The owner's input for a webhook; the use case's schema checks it. */
export type WebhookForm = {
  url: string;
  description: string | null;
  /** Empty: all types. */
  types: string[];
  /** Calls stop when this key ends. An agent's webhook has no key. */
  api_key_id: string;
};

/** The secret is shown once. It can be rotated, but not shown again. */
export type WebhookSecret = { id: string; secret: string };

export type DeliveriesWanted = PageWanted & { status: DeliveryState | undefined };

export function webhookUseCases(ctx: Context) {
  const shown = (endpoint: EndpointRow): WebhookSecret => ({
    id: endpoint.id,
    secret: secretOf(ctx, endpoint),
  });
  return {
    /** The account's own webhooks and those of its seller agents. */
    listWebhooks: async (owner: OwnerActor, page: PageWanted) =>
      pageOf(await listOwnerWebhooks(ctx, owner, page)),
    getWebhook: (owner: OwnerActor, id: string) => getOwnerWebhook(ctx, owner, id),
    /** The keys that the account's webhook can belong to. */
    listReadingKeys: (owner: OwnerActor) => ownKeysWith(ctx, owner, "read"),
    createWebhook: async (owner: OwnerActor, webhook: WebhookForm): Promise<WebhookSecret> => {
      const { api_key_id, ...fields } = webhook;
      const reader = await readerByKey(ctx, owner, api_key_id);
      return shown(await createWebhook(ctx, reader, parseForm(webhookBody, fields)));
    },
    changeWebhook: async (owner: OwnerActor, id: string, webhook: WebhookForm): Promise<void> => {
      const { api_key_id, ...fields } = webhook;
      const { holder } = await getOwnerWebhook(ctx, owner, id);
      const reader =
        holder.kind === "key" ? await readerByKey(ctx, owner, api_key_id) : agentReader(holder.id);
      const patch = parseForm(webhookPatch, fields);
      await updateWebhook(ctx, reader, id, patch, { isForOwner: true });
    },
    enableWebhook: async (
      owner: OwnerActor,
      id: string,
      { enabled }: { enabled: boolean },
    ): Promise<void> => {
      const reader = enabled
        ? await liveReader(ctx, owner, id)
        : readerOf(owner, await getOwnerWebhook(ctx, owner, id));
      await updateWebhook(ctx, reader, id, { enabled });
    },
    testWebhook: async (owner: OwnerActor, id: string): Promise<void> => {
      await testWebhook(ctx, await liveReader(ctx, owner, id), id);
    },
    rotateWebhookSecret: async (owner: OwnerActor, id: string): Promise<WebhookSecret> =>
      shown(await rotateWebhookSecret(ctx, await liveReader(ctx, owner, id), id)),
    deleteWebhook: async (owner: OwnerActor, id: string): Promise<void> => {
      await deleteWebhook(ctx, readerOf(owner, await getOwnerWebhook(ctx, owner, id)), id);
    },
    /** Latest event first. */
    listDeliveries: async (owner: OwnerActor, id: string, wanted: DeliveriesWanted) => {
      const reader = readerOf(owner, await getOwnerWebhook(ctx, owner, id));
      return pageOf(await listDeliveries(ctx, reader, id, wanted));
    },
    retryDelivery: async (
      owner: OwnerActor,
      webhookId: string,
      deliveryId: string,
    ): Promise<void> => {
      const reader = await liveReader(ctx, owner, webhookId);
      await retryDelivery(ctx, reader, { webhookId, deliveryId });
    },
  };
}

const agentReader = (agentId: string): EventReader => ({ kind: "agent", agentId, verified: true });

function readerOf({ accountId }: OwnerActor, { holder }: OwnerWebhookView): EventReader {
  if (holder.kind === "agent") return agentReader(holder.id);
  return { kind: "operator", accountId, apiKeyId: holder.id };
}

/** Refuses a key or agent that has ended, because its owner would wait in vain for a delivery. */
async function liveReader(ctx: Context, owner: OwnerActor, id: string): Promise<EventReader> {
  const webhook = await getOwnerWebhook(ctx, owner, id);
  if (webhook.holder.is_live) return readerOf(owner, webhook);
  const detail =
    webhook.holder.kind === "key"
      ? "Its API key has ended. Edit the webhook and choose another key first."
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
  const detail = "choose an active key with the scope “read”";
  throw new MarketError("invalid_request", "The form is not valid.", {
    faults: [{ pointer: "/api_key_id", code: "invalid_value", detail }],
  });
}
