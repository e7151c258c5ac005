import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import { ErrorSummary, OwnForm } from "../../kit/fields.tsx";
import { AccountLayout } from "../frame.tsx";
import type { KeyName } from "../own-keys.ts";
import { NoReadingKey, WebhookFieldSet, type WebhookFormProps, webhookLabels } from "./form.tsx";

export function EditWebhookPage(
  props: WebhookFormProps & { webhook: OwnerWebhookView; keys: KeyName[] },
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
