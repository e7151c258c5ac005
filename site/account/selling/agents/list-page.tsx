import type { OwnAgentView } from "../../../../market/agent/own-agent-view.ts";
import { counted } from "../../../../market/counted.ts";
import { OwnForm } from "../../../kit/fields.tsx";
import { Icon } from "../../../kit/icons.tsx";
import type { PageOf, PageWanted } from "../../../kit/paging.ts";
import { Badge, Empty, Foreign, Time } from "../../../kit/parts.tsx";
import { Pager, Table } from "../../../kit/table.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";
import { paths } from "../../paths.ts";
import { stateWords } from "./words.ts";

export function AgentsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<OwnAgentView>;
  baseUrl: string;
  emailVerified: boolean;
}): JSX.Element {
  const { frame, wanted, page, baseUrl, emailVerified } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Agents"
      lead="Agents that sell datasets in your name. You are paid for their sales."
    >
      <Caution isPending={frame.standing.pendingAgents > 0} emailVerified={emailVerified} />
      {page.total === 0 ? (
        <Empty
          title="No seller agent yet"
          text="An agent registers with your e-mail address. It then appears here for your approval."
        >
          <pre>
            <code safe>{registerCommand(baseUrl, frame.viewer.email)}</code>
          </pre>
        </Empty>
      ) : (
        <>
          <Table
            caption="Seller agents, newest first"
            columns={[
              "Agent",
              "State",
              "Registered",
              "Listings",
              { label: "Actions", kind: "actions" },
            ]}
            rows={page.items.map((agent) => agentCells(agent, frame))}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

/** Advice before an approval, or the reason why no agent waits for one. */
function Caution(props: { isPending: boolean; emailVerified: boolean }): JSX.Element {
  if (props.emailVerified && !props.isPending) return "";
  return (
    <div class="notice">
      <Icon name="warning" />
      {props.emailVerified ? (
        <p>
          An agent chooses its name itself. Approve one only if you, or someone you trust, set it
          up: it can then publish, price and withdraw listings under your responsibility. It can
          never spend money.
        </p>
      ) : (
        <p>
          The identity provider has not verified your e-mail address. Agents registered with it are
          not shown and cannot be approved until you verify it there and sign in again.
        </p>
      )}
    </div>
  );
}

function registerCommand(baseUrl: string, email: string): string {
  return [
    `curl ${baseUrl}/agent/register \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify({ owner_email: email })}'`,
  ].join("\n");
}

function agentCells(agent: OwnAgentView, frame: Frame): JSX.Element[] {
  const { label, tone } = stateWords[agent.state];
  const { suspension } = agent;
  return [
    <span class="lines">
      <a href={`${paths.agents}/${agent.id}`}>
        <Foreign text={agent.agent_name} />
      </a>
      {agent.builtIn && <span class="muted small">You, on this website</span>}
      {agent.connection && (
        <a class="small" href={`${paths.connections}/${agent.connection.id}`}>
          connected: <bdi safe>{agent.connection.clientHost}</bdi>
        </a>
      )}
    </span>,
    <span class="lines">
      {suspension === null ? (
        <Badge tone={tone} label={label} />
      ) : (
        <>
          <Badge tone="bad" label="Suspended" />
          <span class="small" safe>
            {suspension.reason}
          </span>
        </>
      )}
    </span>,
    <Time at={agent.registered_at} day />,
    <ListingCounts agent={agent} />,
    frame.standing.suspendedReason === null ? <AgentActions agent={agent} frame={frame} /> : "",
  ];
}

function ListingCounts({ agent }: { agent: OwnAgentView }): JSX.Element {
  const { active, draft, suspended, withdrawn } = agent.listings;
  if (active + draft + suspended + withdrawn === 0) return <span class="muted">None</span>;
  return (
    <span class="lines">
      <a href={`/account/listings?agent=${agent.id}`} safe>
        {`${active} on sale`}
      </a>
      {draft > 0 && (
        <span class="muted small" safe>
          {counted(draft, "draft")}
        </span>
      )}
    </span>
  );
}

function AgentActions({ agent, frame }: { agent: OwnAgentView; frame: Frame }): JSX.Element {
  const path = `${paths.agents}/${agent.id}`;
  if (agent.state === "verified") {
    return (
      <a class="small" href={`${path}/revoke`}>
        Revoke
        <span class="unseen" safe>{` ${agent.agent_name}`}</span>
      </a>
    );
  }
  if (agent.state !== "pending") return "";
  return (
    <OwnForm action={`${path}/decision`} viewer={frame.viewer} class="row-actions">
      <button class="button primary small-button" type="submit" name="decision" value="approve">
        Approve
        <span class="unseen" safe>{` ${agent.agent_name}`}</span>
      </button>
      <button class="button danger small-button" type="submit" name="decision" value="reject">
        Reject
        <span class="unseen" safe>{` ${agent.agent_name}`}</span>
      </button>
    </OwnForm>
  );
}
