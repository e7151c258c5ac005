import type { OwnAgentView } from "../../../../market/agent/own-agent-view.ts";
import { AGENT_NAME_CHARS_MAX } from "../../../../market/limits.ts";
import { OwnForm, PostButton, TextField } from "../../../kit/fields.tsx";
import type { FieldErrors } from "../../../kit/form.ts";
import { Badge, Card, Time } from "../../../kit/parts.tsx";
import { auditPath } from "../../audit/list-page.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { stateWords } from "./words.ts";

type AgentPageProps = {
  frame: Frame;
  agent: OwnAgentView;
  fields: { agent_name: string };
  errors: FieldErrors;
};

export function AgentPage({ frame, agent, fields, errors }: AgentPageProps): JSX.Element {
  const { label, tone } = stateWords[agent.state];
  const path = `${paths.agents}/${agent.id}`;
  const mayAct = frame.standing.suspendedReason === null && agent.state !== "pending";
  return (
    <AccountLayout
      frame={frame}
      title={agent.agent_name}
      up={{ href: paths.agents, label: "Agents" }}
    >
      <Card title="Standing">
        <p>
          <Badge tone={tone} label={label} />
          {agent.suspension && (
            <>
              {" "}
              <Badge tone="bad" label="Suspended" />{" "}
              <span class="small" safe>
                {agent.suspension.reason}
              </span>
            </>
          )}
        </p>
        <p class="muted small">
          Its earnings are under <a href={`${paths.earnings}?agent=${agent.id}`}>Earnings</a>, its
          activity in the <a href={auditPath({ name: "agent_id", id: agent.id })}>audit log</a>.{" "}
          <a href={`/account/seller-page/${agent.id}`}>Edit its public page</a>
        </p>
      </Card>
      {mayAct && agent.suspension === null && (
        <Card title="Name">
          <OwnForm action={path} viewer={frame.viewer}>
            <TextField
              name="agent_name"
              label="Name"
              hint="Buyers see it. The agent can still register with its first name."
              value={fields.agent_name}
              maxlength={AGENT_NAME_CHARS_MAX}
              errors={errors}
              required
            />
            <div class="actions">
              <button class="button primary" type="submit">
                Rename
              </button>
            </div>
          </OwnForm>
        </Card>
      )}
      {mayAct && agent.state === "verified" && <TokenCard {...{ agent, frame }} />}
      {mayAct && <EndCard {...{ agent, path }} />}
    </AccountLayout>
  );
}

function TokenCard({ agent, frame }: { agent: OwnAgentView; frame: Frame }): JSX.Element {
  const { connection } = agent;
  if (agent.builtIn) {
    return (
      <Card title="Token">
        <p>
          It has none: you use it to sell <a href={paths.sell}>on this website</a>.
        </p>
      </Card>
    );
  }
  if (connection !== null) {
    return (
      <Card title="Token">
        <p>
          It has no token of its own: it acts for{" "}
          <a href={`${paths.connections}/${connection.id}`}>
            <bdi safe>{connection.clientHost}</bdi>
          </a>
          , which you have connected.
        </p>
      </Card>
    );
  }
  return (
    <Card title="Token">
      <p>
        It is valid until <Time at={agent.token_expires_at} day />. Replace it if it was lost,
        leaked or has expired: the current token stops working at once, and you see the new one
        once.
      </p>
      <div class="actions">
        <PostButton
          action={`${paths.agents}/${agent.id}/rotate`}
          viewer={frame.viewer}
          label="Replace the token"
        />
      </div>
    </Card>
  );
}

function EndCard({ agent, path }: { agent: OwnAgentView; path: string }): JSX.Element {
  return (
    <Card title="End the agent">
      <div class="actions">
        {agent.state === "verified" && (
          <a class="button plain" href={`${path}/revoke`}>
            Revoke …
          </a>
        )}
        <a class="button danger" href={`${path}/delete`}>
          Delete …
        </a>
      </div>
    </Card>
  );
}
