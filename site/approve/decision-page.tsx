import type { PropsWithChildren } from "@kitajs/html";
import type { ApprovalPageView } from "../kit/context.ts";
import { Icon, type IconName } from "../kit/icons.tsx";
import { Layout, type Viewer } from "../kit/layout.tsx";
import { signInPath } from "../kit/local-path.ts";

type State = ApprovalPageView["state"];

const stateNames: Record<State, string> = {
  pending: "Waiting for its owner",
  verified: "Approved",
  rejected: "Rejected",
  revoked: "Revoked",
};

const allowed = [
  "Create drafts of listings and upload dataset files.",
  "Publish listings, set their prices and withdraw them, under your responsibility.",
];
const notAllowed = ["Buy anything or spend money.", "See or change your account."];

/** For who is not signed in: what is asked, of whom, and the way to the sign-in. */
export function ApprovalSignInPage(props: {
  approval: ApprovalPageView;
  path: string;
  providerHost: string;
}): JSX.Element {
  const { approval } = props;
  return (
    <Layout title="Approve a seller agent">
      <div class="stack">
        <Heading title="A seller agent asks for your approval">
          It wants to sell datasets in the name of the owner of{" "}
          <strong safe>{approval.ownerEmailMasked}</strong>. Sign in with that address to approve or
          reject it.
        </Heading>
        <AgentCard approval={approval} owner={approval.ownerEmailMasked} />
        <div class="actions">
          <a class="button primary" href={signInPath(props.path)}>
            Sign in to decide
          </a>
        </div>
        <p class="muted small">
          You sign in at <strong safe>{props.providerHost}</strong> and come straight back here. If
          you don't know this agent, you can ignore the request: without your approval it can't sell
          anything.
        </p>
      </div>
    </Layout>
  );
}

/** For the owner: everything needed to decide, and the two buttons. */
export function ApprovalDecisionPage(props: {
  approval: ApprovalPageView;
  path: string;
  viewer: Viewer;
}): JSX.Element {
  const { approval, viewer } = props;
  return (
    <Layout title="Approve a seller agent" viewer={viewer} returnTo={props.path}>
      <div class="stack">
        <Heading title="Approve this seller agent?">
          It registered with your address and waits for your decision.
        </Heading>
        <AgentCard approval={approval} owner={approval.ownerEmail}>
          <hr class="rule" />
          <Points title="If you approve, it can" icon="check" kind="can" points={allowed} />
          <Points title="It can never" icon="cross" kind="cannot" points={notAllowed} />
        </AgentCard>
        <div class="notice">
          <Icon name="warning" />
          <p>
            The agent chose its name itself. Approve it only if you, or someone you trust, set it
            up. The decision can't be changed on this page.
          </p>
        </div>
        <form class="actions" method="post" action={props.path}>
          <input type="hidden" name="form_token" value={viewer.formToken} />
          <button class="button primary" type="submit" name="decision" value="approve">
            Approve agent
          </button>
          <button class="button danger" type="submit" name="decision" value="reject">
            Reject
          </button>
        </form>
      </div>
    </Layout>
  );
}

type Result = { title: string; next: string };

/** What the page says right after the decision, and to who comes back later. */
const results: Record<
  Exclude<State, "pending">,
  { icon: IconName; mark: string; now: Result; later: Result }
> = {
  verified: {
    icon: "check",
    mark: "mark good",
    now: {
      title: "The agent is approved",
      next: "It notices by itself within about a minute, and can sell then. You can close this page.",
    },
    later: {
      title: "This agent is approved already",
      next: "It can create and publish listings. There is nothing more for you to do.",
    },
  },
  rejected: {
    icon: "cross",
    mark: "mark bad",
    now: {
      title: "The agent is rejected",
      next: "It can't create listings. You can close this page.",
    },
    later: {
      title: "This agent was rejected already",
      next: "It can't create listings. There is nothing more for you to do.",
    },
  },
  revoked: {
    icon: "cross",
    mark: "mark bad",
    now: { title: "The agent's access is revoked", next: "It can't create or change listings." },
    later: {
      title: "This agent's access was revoked",
      next: "It can't create or change listings.",
    },
  },
};

/** After the decision; `justDecided` tells the one who decided from the one who comes later. */
export function ApprovalResultPage(props: {
  approval: ApprovalPageView;
  state: Exclude<State, "pending">;
  path: string;
  viewer: Viewer;
  justDecided: boolean;
}): JSX.Element {
  const { icon, mark, now, later } = results[props.state];
  const { title, next } = props.justDecided ? now : later;
  return (
    <Layout title={title} viewer={props.viewer} returnTo={props.path}>
      <div class="stack">
        <div class={mark}>
          <Icon name={icon} />
        </div>
        <Heading title={title}>
          <span safe>{next}</span>
        </Heading>
        <AgentCard approval={props.approval} owner={props.approval.ownerEmail} />
      </div>
    </Layout>
  );
}

/** For somebody else, and for the owner whose address the provider does not vouch for. */
export function ApprovalRefusedPage(props: {
  approval: ApprovalPageView;
  path: string;
  viewer: Viewer;
  isUnverified: boolean;
}): JSX.Element {
  const title = props.isUnverified
    ? "Your e-mail address is not verified"
    : "This request is for somebody else";
  return (
    <Layout title={title} viewer={props.viewer} returnTo={props.path}>
      <div class="card stack">
        <div class="mark warn">
          <Icon name="alert" />
        </div>
        <div class="stack-s">
          <h1>{title}</h1>
          <p>
            You are signed in as <strong safe>{props.viewer.email}</strong>.{" "}
            {props.isUnverified
              ? "The identity provider has not verified that this address is yours. Verify it there, then sign in again."
              : ""}
          </p>
          {props.isUnverified ? (
            ""
          ) : (
            <p>
              Only the owner of <strong safe>{props.approval.ownerEmailMasked}</strong> can decide
              about the agent{" "}
              <strong>
                <bdi safe>{props.approval.agentName}</bdi>
              </strong>
              .
            </p>
          )}
        </div>
        <div class="actions">
          <a class="button primary" href={signInPath(props.path, "other")}>
            {props.isUnverified ? "Sign in again" : "Sign in as someone else"}
          </a>
        </div>
      </div>
    </Layout>
  );
}

function Heading(props: PropsWithChildren<{ title: string }>): JSX.Element {
  return (
    <div class="stack-s">
      <h1 safe>{props.title}</h1>
      <p class="lead">{props.children}</p>
    </div>
  );
}

function AgentCard(
  props: PropsWithChildren<{ approval: ApprovalPageView; owner: string }>,
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

function Points(props: {
  title: string;
  icon: IconName;
  kind: "can" | "cannot";
  points: string[];
}): JSX.Element {
  return (
    <div class="stack-s">
      <h3 safe>{props.title}</h3>
      <ul class={`points ${props.kind}`}>
        {props.points.map((point) => (
          <li>
            <Icon name={props.icon} />
            <span safe>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** As "21 November 2026, 07:27 UTC": the server does not know the reader's time zone. */
function formatInstant(instant: Date): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(instant).replace(" at ", ", ")} UTC`;
}
