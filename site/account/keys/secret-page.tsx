/** The page that shows a new key's secret. */
import type { CreatedApiKey } from "../../../market/account/create-api-key.ts";
import { Icon } from "../../kit/icons.tsx";
import { Card } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

/** The only place where the secret is ever shown. */
export function SecretPage(props: {
  frame: Frame;
  created: CreatedApiKey;
  baseUrl: string;
}): JSX.Element {
  const { frame, created, baseUrl } = props;
  const command = [`curl ${baseUrl}/operator/me \\`, '  -H "Authorization: Bearer $API_KEY"'];
  return (
    <AccountLayout
      frame={frame}
      title="Your new API key"
      up={{ href: paths.keys, label: "API keys" }}
    >
      <div class="notice">
        <Icon name="warning" />
        <p>
          <strong>Copy the key now.</strong> It is shown this once; only a fingerprint of it is
          kept. Whoever has it can spend within its limits.
        </p>
      </div>
      <Card title={created.key.name}>
        <p class="secret">
          <code safe>{created.secret}</code>
        </p>
        <p class="muted">
          Hand it to your agent as a bearer token, never in an address. To try it:
        </p>
        <pre>
          <code safe>{command.join("\n")}</code>
        </pre>
        <div class="actions">
          <a class="button primary" href="/account/keys">
            I have copied it
          </a>
        </div>
      </Card>
    </AccountLayout>
  );
}
