/** The pages on which a webhook is made and changed, and its secret shown. */
import { WEBHOOK_SECRET_OVERLAP_HOURS } from "../../../market/limits.ts";
import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import { ErrorSummary, type FieldErrors, OwnForm } from "../../kit/fields.tsx";
import { Icon } from "../../kit/icons.tsx";
import { Card } from "../../kit/parts.tsx";
import type { KeyName, WebhookSecret } from "../context.ts";
import { AccountLayout, type Frame } from "../frame.tsx";
import { WebhookFieldSet, type WebhookFields, webhookLabels } from "./form.tsx";

const up = { href: "/account/webhooks", label: "Webhooks" };

type FormProps = { frame: Frame; fields: WebhookFields; errors: FieldErrors };

export function NewWebhookPage(props: FormProps & { keys: KeyName[] }): JSX.Element {
  const { frame, fields, errors, keys } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Create a webhook"
      lead="What happens in your account is sent to this address, signed, as it happens."
      up={up}
    >
      <ErrorSummary errors={errors} labels={webhookLabels} />
      {keys.length === 0 ? (
        <NoReadingKey />
      ) : (
        <OwnForm action="/account/webhooks" viewer={frame.viewer} class="card stack">
          <WebhookFieldSet {...{ fields, errors, keys }} />
          <div class="actions">
            <button class="button primary" type="submit">
              Create the webhook
            </button>
            <a class="button plain" href="/account/webhooks">
              Cancel
            </a>
          </div>
        </OwnForm>
      )}
    </AccountLayout>
  );
}

export function EditWebhookPage(
  props: FormProps & { webhook: OwnerWebhookView; keys: KeyName[] },
): JSX.Element {
  const { frame, fields, errors, webhook, keys } = props;
  const path = `/account/webhooks/${webhook.id}`;
  const isByKey = webhook.holder.kind === "key";
  const canSave = !isByKey || keys.length > 0;
  return (
    <AccountLayout frame={frame} title="Edit the webhook" up={{ href: path, label: "The webhook" }}>
      <ErrorSummary errors={errors} labels={webhookLabels} />
      {canSave ? (
        <OwnForm action={`${path}/edit`} viewer={frame.viewer} class="card stack">
          <WebhookFieldSet fields={fields} errors={errors} keys={isByKey ? keys : null} />
          <div class="actions">
            <button class="button primary" type="submit">
              Save
            </button>
            <a class="button plain" href={path}>
              Cancel
            </a>
          </div>
        </OwnForm>
      ) : (
        <NoReadingKey />
      )}
    </AccountLayout>
  );
}

/** In place of a form that no key could be chosen in. */
function NoReadingKey(): JSX.Element {
  return (
    <section class="card stack-m">
      <p>
        A webhook hangs on an API key that may read: when the key ends, the calls end. Your account
        has none. <a href="/account/keys/new">Create a key with “read”</a>
      </p>
    </section>
  );
}

/** The only place where a secret is shown: after it was made, or rotated. */
export function WebhookSecretPage(props: {
  frame: Frame;
  made: WebhookSecret;
  isRotated: boolean;
}): JSX.Element {
  const { frame, made, isRotated } = props;
  return (
    <AccountLayout
      frame={frame}
      title={isRotated ? "The webhook's new secret" : "Your webhook's secret"}
      up={up}
    >
      <div class="notice">
        <Icon name="warning" />
        <p>
          <strong>Copy the secret now.</strong> It is shown this once.{" "}
          {isRotated &&
            `The one before signs along for ${WEBHOOK_SECRET_OVERLAP_HOURS} hours from now.`}
        </p>
      </div>
      <Card title="Signing secret">
        <p class="secret">
          <code safe>{made.secret}</code>
        </p>
        <p class="muted">
          <span safe>{`What comes to ${made.url} is signed with it, by Standard Webhooks.`}</span>{" "}
          Verify each call, and drop a <code>webhook-id</code> that you have seen.
        </p>
        <div class="actions">
          <a class="button primary" href={`/account/webhooks/${made.id}`}>
            I have copied it
          </a>
        </div>
      </Card>
    </AccountLayout>
  );
}
