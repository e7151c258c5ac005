import type { ClientDoor } from "../../../market/discovery/connect/snippet.ts";
import { KeyedDoors } from "../../connect/doors.tsx";
import { CopyBlock, Snippet } from "../../scripts/copyable.tsx";
import type { Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { SecretGonePage, SecretPage } from "../secrets/secret-page.tsx";

const up = { href: paths.keys, label: "API keys" };

/** `secret` is null in any other session, and after it was copied or has expired. */
export function KeySecretPage(props: {
  frame: Frame;
  apiKey: { id: string; name: string };
  secret: string | null;
  baseUrl: string;
  /** The snippet to paste into each client, with the key filled in. */
  doors: ClientDoor[];
}): JSX.Element {
  const { frame, apiKey, secret, baseUrl, doors } = props;
  if (secret === null) {
    const title = "This key can't be shown";
    const instead = "If you have lost a key, revoke it and create another.";
    return <SecretGonePage {...{ frame, title, up, name: apiKey.name, instead }} />;
  }
  const command = [`curl ${baseUrl}/operator/me \\`, '  -H "Authorization: Bearer $API_KEY"'];
  return (
    <SecretPage
      frame={frame}
      title="Your new API key"
      up={up}
      noun="key"
      warning="Anyone who has it can spend within its limits."
      name={apiKey.name}
      secret={secret}
      copiedPath={`${paths.keys}/${apiKey.id}/secret/copied`}
    >
      <p class="muted">Give it to your agent as a bearer token, never in a URL. To try it:</p>
      <CopyBlock name="the command" text={command.join("\n")} />
      <p class="muted">
        Or paste this into your client, with the key filled in. Claude and ChatGPT need only{" "}
        <a href="/connect">the address</a>.
      </p>
      <KeyedDoors doors={doors} />
      <SharingProfile profile={profileText(baseUrl, secret)} />
    </SecretPage>
  );
}

/** The file that Delta Sharing clients take. No link holds it, because browsers keep a history. */
function SharingProfile({ profile }: { profile: string }): JSX.Element {
  return (
    <details>
      <summary>Delta Sharing</summary>
      <div class="stack-s folded">
        <p>Save this profile file as market.share:</p>
        <Snippet place="market.share" text={profile} />
      </div>
    </details>
  );
}

function profileText(baseUrl: string, bearerToken: string): string {
  const profile = { shareCredentialsVersion: 1, endpoint: `${baseUrl}/delta-sharing`, bearerToken };
  return JSON.stringify(profile, null, 2);
}
