import { WEBHOOK_SECRET_OVERLAP_HOURS } from "../../../market/webhook/limits.ts";
import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import { Confirm, PostButton } from "../../kit/fields.tsx";
import { Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { DeliveryLog, type WebhookPageProps } from "./delivery-log.tsx";
import { Holder, WebhookState } from "./standing.tsx";
import { kindsWords } from "./words.ts";

export function WebhookPage(props: WebhookPageProps): JSX.Element {
  const { frame, webhook } = props;
  const mayAct = frame.standing.suspendedReason === null;
  return (
    <AccountLayout
      frame={frame}
      title="Webhook"
      up={{ href: "/account/webhooks", label: "Webhooks" }}
    >
      <div class={mayAct ? "cols" : "stack"}>
        <FactsCard webhook={webhook} />
        {mayAct && <ActionsCard frame={frame} webhook={webhook} />}
      </div>
      <DeliveryLog {...props} />
    </AccountLayout>
  );
}

function FactsCard({ webhook }: { webhook: OwnerWebhookView }): JSX.Element {
  const { url, description, types, failing_since, previous_secret_until } = webhook;
  return (
    <Card title="Status">
      <Facts
        facts={[
          ["Address", <Foreign text={url} />],
          description === null ? null : ["Description", <Foreign text={description} />],
          ["State", <WebhookState webhook={webhook} />],
          failing_since === null ? null : ["Failing since", <Time at={failing_since} />],
          [
            "Events",
            types.length === 0 ? <span>{kindsWords(types)}</span> : <Kinds types={types} />,
          ],
          ["Depends on", <Holder webhook={webhook} />],
          previous_secret_until === null
            ? null
            : ["Former secret", <FormerSecret until={previous_secret_until} />],
          ["Created", <Time at={webhook.created_at} />],
        ]}
      />
    </Card>
  );
}

function Kinds({ types }: { types: readonly string[] }): JSX.Element {
  return (
    <span class="lines">
      {types.map((type) => (
        <code safe>{type}</code>
      ))}
    </span>
  );
}

function FormerSecret({ until }: { until: string }): JSX.Element {
  return (
    <span>
      also signs until <Time at={until} />
    </span>
  );
}

function ActionsCard({ frame, webhook }: { frame: Frame; webhook: OwnerWebhookView }): JSX.Element {
  const { viewer } = frame;
  const { enabled, holder } = webhook;
  const path = `/account/webhooks/${webhook.id}`;
  return (
    <Card title="Actions">
      {!holder.is_live && <HolderEnded webhook={webhook} />}
      <div class="row-actions">
        {enabled && holder.is_live && (
          <PostButton action={`${path}/test`} viewer={viewer} label="Send a test" kind="primary" />
        )}
        {!enabled && holder.is_live && (
          <PostButton
            action={`${path}/state`}
            viewer={viewer}
            label="Enable"
            kind="primary"
            name="enabled"
            value="yes"
          />
        )}
        <a class="button plain" href={`${path}/edit`}>
          Edit
        </a>
        {enabled && (
          <PostButton
            action={`${path}/state`}
            viewer={viewer}
            label="Disable"
            name="enabled"
            value="no"
          />
        )}
      </div>
      {holder.is_live && (
        <Confirm summary="Rotate the secret">
          <p>
            {`The new secret is shown once. The current one also signs for ${WEBHOOK_SECRET_OVERLAP_HOURS} hours, so that you can update your receiver.`}
          </p>
          <PostButton action={`${path}/rotate`} viewer={viewer} label="Rotate the secret" />
        </Confirm>
      )}
      <Confirm summary="Delete the webhook">
        <p>Its log is deleted with it, and pending events are never sent.</p>
        <PostButton
          action={`${path}/delete`}
          viewer={viewer}
          label="Delete the webhook"
          kind="danger"
        />
      </Confirm>
    </Card>
  );
}

function HolderEnded({ webhook }: { webhook: OwnerWebhookView }): JSX.Element {
  if (webhook.holder.kind === "agent") {
    return <p>Its agent is suspended or revoked, so nothing is sent.</p>;
  }
  return <p>Its API key has ended, so nothing is sent. Edit the webhook and choose another key.</p>;
}
