import { Icon, type IconName } from "../kit/icons.tsx";
import { Layout, type Viewer } from "../kit/layout.tsx";
import { AgentCard, Heading } from "./agent-card.tsx";
import type { ApprovalShown } from "./use-cases.ts";

const allowed = [
  "Create drafts of listings and upload dataset files.",
  "Publish listings, set their prices and withdraw them, under your responsibility.",
];

const notAllowed = ["Buy anything or spend money.", "See or change your account."];

/** The owner's page: everything needed to decide, and the two buttons. */
export function ApprovalDecisionPage(props: {
  approval: ApprovalShown;
  path: string;
  viewer: Viewer;
}): JSX.Element {
  const { approval, viewer } = props;
  return (
    <Layout title="Approve a seller agent" viewer={viewer} returnTo={props.path} isScriptless>
      <div class="stack">
        <Heading title="Approve this seller agent?">
          It registered with your e-mail address and needs your decision.
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
            {approval.isSecond
              ? " Another agent registered with your address and this name before; this is a different one."
              : ""}
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
