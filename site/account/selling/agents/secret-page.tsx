import type { OwnAgentView } from "../../../../market/agent/own-agent-view.ts";
import { CopyBlock } from "../../../scripts/copyable.tsx";
import type { Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { SecretGonePage, SecretPage } from "../../secrets/secret-page.tsx";

/** `token` is null in any other session, and after it was copied or has expired. */
export function AgentTokenPage(props: {
  frame: Frame;
  agent: OwnAgentView;
  token: string | null;
  baseUrl: string;
}): JSX.Element {
  const { frame, agent, token, baseUrl } = props;
  const up = { href: `${paths.agents}/${agent.id}`, label: "The agent" };
  if (token === null) {
    const title = "This token can't be shown";
    const instead = "If you have lost it, replace the token on the agent's page.";
    return <SecretGonePage {...{ frame, title, up, name: agent.agent_name, instead }} />;
  }
  const command = [`curl ${baseUrl}/agent/me \\`, '  -H "Authorization: Bearer $AGENT_TOKEN"'];
  return (
    <SecretPage
      frame={frame}
      title="The agent's new token"
      up={up}
      noun="token"
      warning="The previous token no longer works."
      name={agent.agent_name}
      secret={token}
      copiedPath={`${paths.agents}/${agent.id}/token/copied`}
    >
      <p class="muted">Give it to your agent as a bearer token, never in a URL. To try it:</p>
      <CopyBlock name="the command" text={command.join("\n")} />
    </SecretPage>
  );
}
