/** The page that shows a webhook's secret, after it was made or rotated. */
import { WEBHOOK_SECRET_OVERLAP_HOURS } from "../../../market/limits.ts";
import { Icon } from "../../kit/icons.tsx";
import { Card } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { WebhookSecret } from "./use-cases.ts";

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
      up={{ href: paths.webhooks, label: "Webhooks" }}
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
