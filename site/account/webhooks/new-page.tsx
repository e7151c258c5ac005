import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { AccountLayout } from "../frame.tsx";
import type { KeyName } from "../own-keys.ts";
import { paths } from "../paths.ts";
import { NoReadingKey, WebhookFieldSet, type WebhookFormProps, webhookLabels } from "./form.tsx";

export function NewWebhookPage(props: WebhookFormProps & { keys: KeyName[] }): JSX.Element {
  const { frame, fields, errors, keys } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Create a webhook"
      lead="We send your account's events to this URL, signed, as they happen."
      up={{ href: paths.webhooks, label: "Webhooks" }}
    >
      <ErrorSummary errors={errors} labels={webhookLabels} />
      {keys.length === 0 ? (
        <NoReadingKey />
      ) : (
        <OwnForm action="/account/webhooks/new" viewer={frame.viewer} class="card stack">
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
