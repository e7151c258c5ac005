/** The page that shows a new key's secret. */
import type { Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { SecretGonePage, SecretPage } from "../secrets/secret-page.tsx";

const up = { href: paths.keys, label: "API keys" };

/** `secret` is null in every other session, and when it was copied or its time is over. */
export function KeySecretPage(props: {
  frame: Frame;
  apiKey: { id: string; name: string };
  secret: string | null;
  baseUrl: string;
}): JSX.Element {
  const { frame, apiKey, secret, baseUrl } = props;
  if (secret === null) {
    const title = "This key can't be shown";
    const instead = "Whoever has lost a key revokes it and creates another.";
    return <SecretGonePage {...{ frame, title, up, name: apiKey.name, instead }} />;
  }
  const command = [`curl ${baseUrl}/operator/me \\`, '  -H "Authorization: Bearer $API_KEY"'];
  return (
    <SecretPage
      frame={frame}
      title="Your new API key"
      up={up}
      noun="key"
      warning="Whoever has it can spend within its limits."
      name={apiKey.name}
      secret={secret}
      copiedPath={`${paths.keys}/${apiKey.id}/secret/copied`}
    >
      <p class="muted">Hand it to your agent as a bearer token, never in an address. To try it:</p>
      <pre>
        <code safe>{command.join("\n")}</code>
      </pre>
    </SecretPage>
  );
}
