/** Webhooks of an account and its agents, for the account's owner. */
import type { OwnedEndpoint } from "../../db/queries/events/owner-webhooks.ts";
import { apiKeyState } from "../account/rules.ts";
import type { Context } from "../context.ts";
import type { WebhookView } from "./schemas.ts";
import { viewWebhook } from "./webhook-view.ts";

/** The key or agent of a webhook: nothing is sent while it is not live. */
type WebhookHolder = { kind: "key" | "agent"; id: string; name: string; is_live: boolean };

/** As its principal sees it, with the name of its key or agent. */
export type OwnerWebhookView = WebhookView & { holder: WebhookHolder };

export function viewOwnerWebhook(
  ctx: Pick<Context, "config" | "now">,
  owned: OwnedEndpoint,
): OwnerWebhookView {
  return { ...viewWebhook(ctx, owned.endpoint), holder: holderOf(owned, ctx.now()) };
}

function holderOf({ endpoint, key, agent }: OwnedEndpoint, now: Date): WebhookHolder {
  if (agent !== null) {
    const isLive = agent.state === "verified" && agent.suspendedAt === null;
    return { kind: "agent", id: agent.id, name: agent.agentName, is_live: isLive };
  }
  if (key === null) throw new Error(`the webhook ${endpoint.id} has no key or agent`);
  const isLive = apiKeyState(key, now) === "active" && key.scopes.includes("read");
  return { kind: "key", id: key.id, name: key.name, is_live: isLive };
}
