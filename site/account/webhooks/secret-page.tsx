import { WEBHOOK_SECRET_OVERLAP_HOURS } from "../../../market/webhook/limits.ts";
import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import type { Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { SecretGonePage, SecretPage } from "../secrets/secret-page.tsx";

const up = { href: paths.webhooks, label: "Webhooks" };

/** `secret` is null in any other session, and after it was copied or has expired. */
export function WebhookSecretPage(props: {
  frame: Frame;
  webhook: OwnerWebhookView;
  secret: string | null;
}): JSX.Element {
  const { frame, webhook, secret } = props;
  if (secret === null) {
    const title = "This secret can't be shown";
    const instead = "If you have lost it, rotate the secret on the webhook's page.";
    return <SecretGonePage {...{ frame, title, up, name: webhook.url, instead }} />;
  }
  const isRotated = webhook.previous_secret_until !== null;
  const overlap = `The previous one also signs for ${WEBHOOK_SECRET_OVERLAP_HOURS} hours.`;
  return (
    <SecretPage
      frame={frame}
      title={isRotated ? "The webhook's new secret" : "Your webhook's secret"}
      up={up}
      noun="secret"
      warning={isRotated ? overlap : ""}
      name="Signing secret"
      secret={secret}
      copiedPath={`${paths.webhooks}/${webhook.id}/secret/copied`}
    >
      <p class="muted">
        <span safe>{`Calls to ${webhook.url} are signed with it (Standard Webhooks).`}</span> Verify
        each call, and ignore a <code>webhook-id</code> that you have already seen.
      </p>
    </SecretPage>
  );
}
