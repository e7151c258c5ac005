/** The agent that asks for approval, as all approval pages show it. */
import type { PropsWithChildren } from "@kitajs/html";
import type { ApprovalShown } from "./use-cases.ts";

export type State = ApprovalShown["state"];

const stateNames: Record<State, string> = {
  pending: "Waiting for its owner",
  verified: "Approved",
  rejected: "Rejected",
  revoked: "Revoked",
};

export function Heading(props: PropsWithChildren<{ title: string }>): JSX.Element {
  return (
    <div class="stack-s">
      <h1 safe>{props.title}</h1>
      <p class="lead">{props.children}</p>
    </div>
  );
}

export function AgentCard(
  props: PropsWithChildren<{ approval: ApprovalShown; owner: string }>,
): JSX.Element {
  const { agentName, registeredAt, state } = props.approval;
  return (
    <section class="card stack" aria-label="The agent">
      <div class="agent-head">
        <h2 class="agent-name">
          <bdi safe>{agentName}</bdi>
        </h2>
        <span class={`badge ${state}`} safe>
          {stateNames[state]}
        </span>
      </div>
      <dl>
        <dt>Registered</dt>
        <dd>
          <time datetime={registeredAt.toISOString()} safe>
            {formatInstant(registeredAt)}
          </time>
        </dd>
        <dt>Owner</dt>
        <dd safe>{props.owner}</dd>
      </dl>
      {props.children}
    </section>
  );
}

/** For example "21 November 2026, 07:27 UTC": the server does not know the reader's time zone. */
function formatInstant(instant: Date): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(instant).replace(" at ", ", ")} UTC`;
}
