import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import { Badge, Foreign } from "../../kit/parts.tsx";
import { webhookState } from "./words.ts";

export function WebhookState({ webhook }: { webhook: OwnerWebhookView }): JSX.Element {
  const { label, tone, why } = webhookState(webhook);
  return (
    <span class="lines">
      <Badge tone={tone} label={label} />
      {why !== null && <span class="small">{why}</span>}
    </span>
  );
}

export function Holder({ webhook }: { webhook: OwnerWebhookView }): JSX.Element {
  const { kind, id, name } = webhook.holder;
  return (
    <span class="lines">
      {kind === "key" ? (
        <a href={`/account/keys/${id}`}>
          <Foreign text={name} />
        </a>
      ) : (
        <Foreign text={name} />
      )}
      <span class="muted small">{kind === "key" ? "API key" : "your agent"}</span>
    </span>
  );
}
